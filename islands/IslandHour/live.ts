import { type Colours, type Pose, paint, type Relief, readRelief, seen } from "./relief";
import { sunAt } from "./sun";

const STEEPEST = (55 * Math.PI) / 180;
const WIDEST = (10 * Math.PI) / 180;
/** Of what is missing, how much each frame makes up. */
const EASE = 0.14;
const SHARPEST = 2;
const NAMES = ["paper", "paper-2", "ink", "contour", "edge", "lava"] as const;
/** Shadows and the lights of the night, by theme. */
const HOURS = {
  light: { shade: "rgb(26 24 32 / 0.14)", light: "#e8703a" },
  dark: { shade: "rgb(0 0 0 / 0.5)", light: "#e2b84b" },
};

/** Shows the island in relief over its map: the scroll tilts it, a pointer turns it, the hour lights it. The answer ends it. */
export function live(canvas: HTMLCanvasElement, address: string): () => void {
  const map = canvas.closest(".hero")?.querySelector("svg");
  const context = canvas.getContext("2d");
  if (!map || !context) return () => {};
  const ended = new AbortController();
  const { signal } = ended;
  const now: Pose = { tilt: 0, yaw: 0, sun: sunAt(new Date()) };
  const aim = { tilt: 0, yaw: 0 };
  let relief: Relief | undefined;
  let frame = 0;

  const draw = () => {
    frame = 0;
    if (!relief || signal.aborted) return;
    now.tilt += (aim.tilt - now.tilt) * EASE;
    now.yaw += (aim.yaw - now.yaw) * EASE;
    const style = getComputedStyle(canvas);
    const tokens = NAMES.map((name) => [name, style.getPropertyValue(`--color-${name}`)]);
    const hour = HOURS[style.colorScheme === "dark" ? "dark" : "light"];
    const colours = { ...Object.fromEntries(tokens), ...hour } as Colours;
    paint(context, relief, now, colours);
    // The map's own lines go once there are others.
    map.dataset.live ??= "";
    follow(map, now);
    if (Math.abs(aim.tilt - now.tilt) + Math.abs(aim.yaw - now.yaw) > 0.002) ask();
  };
  const ask = () => {
    frame ||= requestAnimationFrame(draw);
  };
  const size = () => {
    const sharp = Math.min(SHARPEST, devicePixelRatio);
    canvas.width = canvas.clientWidth * sharp;
    canvas.height = canvas.clientHeight * sharp;
    ask();
  };
  const scroll = () => {
    if (scrollY > canvas.clientHeight) return;
    aim.tilt = STEEPEST * Math.min(1, scrollY / (canvas.clientHeight * 0.5));
    ask();
  };
  const point = ({ clientX, pointerType }: PointerEvent) => {
    if (pointerType !== "mouse" || scrollY > canvas.clientHeight) return;
    aim.yaw = WIDEST * (0.5 - clientX / innerWidth) * 2;
    ask();
  };
  const minute = setInterval(() => {
    now.sun = sunAt(new Date());
    ask();
  }, 60_000);
  const resized = new ResizeObserver(size);
  const themed = new MutationObserver(ask);
  void readRelief(address).then((read) => {
    if (signal.aborted) return;
    relief = read;
    resized.observe(canvas);
    themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", ask, { signal });
    addEventListener("scroll", scroll, { passive: true, signal });
    addEventListener("pointermove", point, { passive: true, signal });
    scroll();
    size();
  }, console.warn);
  return () => {
    ended.abort();
    clearInterval(minute);
    cancelAnimationFrame(frame);
    resized.disconnect();
    themed.disconnect();
    delete map.dataset.live;
  };
}

/** The words and marks of the map go with the places that they name. */
function follow(map: SVGSVGElement, pose: Pose): void {
  for (const mark of map.querySelectorAll<SVGElement>("[data-m]")) {
    const at = (name: string) => Number(mark.getAttribute(name) ?? mark.getAttribute(`c${name}`));
    const [x, y] = seen(at("x"), at("y"), Number(mark.dataset.m), pose);
    mark.style.translate = `${x - at("x")}px ${y - at("y")}px`;
  }
}
