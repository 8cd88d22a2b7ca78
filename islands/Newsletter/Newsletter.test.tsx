// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { mount } from "../tests/mount";
import { received, relay } from "../tests/relay";
import { formFixture, formProps } from "../ui/form/fixture";
import Newsletter from "./Newsletter";

const form = formFixture("newsletter");
beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(10_000);
});

test("an address is asked, checked and sent, also by Enter", async () => {
  const sent = relay(received);
  await mount(Newsletter, formProps(form));
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: /E-mail/ });
  await userEvent.type(field, "ada{Enter}");
  expect(screen.getByText("Adresse email invalide")).toBeDefined();
  await userEvent.type(field, "@exemple.re{Enter}");
  expect((await screen.findByText(form.success.title)).closest("[role=status]")).not.toBeNull();
  expect(sent).toEqual([
    expect.objectContaining({ email: "ada@exemple.re", precisions: "", elapsed: 10_000 }),
  ]);
  expect(field.value).toBe("");
});
