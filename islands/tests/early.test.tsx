// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { mount } from "./mount";

/** Every kind of control, each bound in the way that anybody would write it; it draws itself again as soon as it wakes. */
function Controls() {
  const [said, setSaid] = useState<Record<string, string>>({});
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const say = (name: string, value: string | boolean) => setSaid((now) => ({ ...now, [name]: String(value) }));
  const text = (name: string, initial: string) => ({
    "aria-label": name,
    value: said[name] ?? initial,
    onChange: (event: { currentTarget: { value: string } }) => say(name, event.currentTarget.value),
  });
  return (
    <form data-awake={awake}>
      <input type="text" {...text("text", "")} />
      <input type="search" {...text("search", "")} />
      <input type="number" {...text("number", "3")} />
      <input type="range" min="0" max="10" {...text("range", "5")} />
      <textarea {...text("textarea", "before")} />
      <select {...text("select", "a")}>
        <option value="a">A</option>
        <option value="b">B</option>
      </select>
      {["checkbox", "checked"].map((name) => (
        <input
          key={name}
          type="checkbox"
          aria-label={name}
          checked={(said[name] ?? String(name === "checked")) === "true"}
          onChange={(event) => say(name, event.currentTarget.checked)}
        />
      ))}
      {["one", "two"].map((value) => (
        <input
          key={value}
          type="radio"
          name="radio"
          aria-label={value}
          checked={(said.radio ?? "one") === value}
          onChange={() => say("radio", value)}
        />
      ))}
      <input type="text" aria-label="uncontrolled" onInput={(event) => say("uncontrolled", event.currentTarget.value)} />
      <output>{JSON.stringify(said)}</output>
    </form>
  );
}

test.each([
  ["text", "typed", { text: "typed" }],
  ["search", "typed", { search: "typed" }],
  ["number", "20", { number: "20" }],
  ["range", "8", { range: "8" }],
  ["textarea", "typed", { textarea: "typed" }],
  ["select", "b", { select: "b" }],
  ["checkbox", true, { checkbox: "true" }],
  ["checked", false, { checked: "false" }],
  ["two", true, { radio: "two" }],
  ["uncontrolled", "typed", { uncontrolled: "typed" }],
])("what a visitor made of %s before hydration has its effect after it", async (label, value, said) => {
  await mount(Controls, {}, (element) => {
    const control = element.querySelector<HTMLInputElement>(`[aria-label=${label}]`);
    if (!control) throw new Error(`there is no ${label}`);
    if (typeof value === "boolean") control.checked = value;
    else control.value = value;
  });
  const control = screen.getByLabelText<HTMLInputElement>(label);
  expect(typeof value === "boolean" ? control.checked : control.value).toBe(value);
  expect(JSON.parse(screen.getByRole("status").textContent ?? "")).toEqual(said);
});

test("what nobody touched says nothing", async () => {
  await mount(Controls, {});
  expect(screen.getByRole("status").textContent).toBe("{}");
});
