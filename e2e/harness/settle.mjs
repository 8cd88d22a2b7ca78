/** Brings a page to rest: everything scrolled into view once, loaded, drawn and awake; then back to the top. */
import { wake } from "./browser.mjs";

export async function settle(page) {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: "instant" });
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next, 20)));
    }
  });
  await wake(page);
  await page.evaluate(async () => {
    for (const one of document.querySelectorAll("[data-reveal]")) one.dataset.revealed = "";
    scrollTo({ top: 0, behavior: "instant" });
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
  await still(page);
  // What is fixed is drawn where it stands only once the way back to the top was drawn.
  await page.evaluate(async () => {
    scrollTo({ top: 0, behavior: "instant" });
    for (let frame = 0; frame < 3; frame++) await new Promise((next) => requestAnimationFrame(next));
  });
}

/** Takes every transition and every animation that ends to its end; what follows a scroll stays where that stands. */
export async function still(page) {
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(({ effect, playState, timeline }) => playState !== "finished" && timeline === document.timeline && effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    for (let tries = 0; tries < 10 && running().length > 0; tries++) {
      for (const animation of running()) animation.finish();
      await new Promise((next) => requestAnimationFrame(next));
    }
  });
}

/** Asks until the answer holds, ten seconds long, and gives the last: a transition ends, a slow browser comes after. */
export async function eventually(ask, holds = Boolean) {
  for (const begun = Date.now(); ; await new Promise((next) => setTimeout(next, 50))) {
    const answer = await ask();
    if (holds(answer) || Date.now() - begun > 10_000) return answer;
  }
}
