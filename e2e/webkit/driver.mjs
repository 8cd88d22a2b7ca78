/** WebKitWebDriver with its MiniBrowser: one process of each for one browsing context. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { program } from "../harness/program.mjs";

const DRIVER = program("WEBKIT_DRIVER", ["WebKitWebDriver"], "webkit2gtk-driver");
const MINI_BROWSER = miniBrowser();
const XDOTOOL = program("XDOTOOL", ["xdotool"], "xdotool");
const run = promisify(execFile);

/** How long a browser may take to open its page, on a machine that does much else; one that has not by then never does. */
const OPENING_MS = 60_000;
const OPENINGS = 3;
/** How long a browser may take to end by itself. */
const CLOSING_MS = 3000;
const FOCUSING_MS = 10_000;

function miniBrowser() {
  if (process.env.MINI_BROWSER) return process.env.MINI_BROWSER;
  const { stdout } = spawnSync("sh", ["-c", "ls /usr/lib/*/webkit2gtk-4.*/MiniBrowser /usr/libexec/webkit2gtk-4.*/MiniBrowser /usr/lib/webkit2gtk-4.*/MiniBrowser 2>/dev/null"], { encoding: "utf8" });
  const [found] = stdout.split("\n");
  if (!found) throw new Error("there is no MiniBrowser of WebKitGTK: ./build.sh test installs it (package libwebkit2gtk-4.1-0), MINI_BROWSER says where else it is");
  return found;
}

export async function freePort() {
  const server = createServer();
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

/** A screen that nobody sees, unless there is one; it is large, for what is tall. */
export async function startScreen() {
  if (process.env.DISPLAY) return { display: process.env.DISPLAY, close: () => {} };
  const child = spawn(program("XVFB", ["Xvfb"], "xvfb"), ["-displayfd", "3", "-screen", "0", "2200x2400x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = await new Promise((ready, failed) => {
    child.once("error", failed);
    child.stdio[3].once("data", (text) => ready(String(text).trim()));
  });
  return { display: `:${number}`, close: () => child.kill() };
}

/** What GTK tells WebKit that the visitor prefers. */
function settings(folder, { isCalm, isDark }) {
  mkdirSync(join(folder, "gtk-3.0"), { recursive: true });
  // The window is to become as narrow as a phone, which its own buttons keep it from.
  writeFileSync(join(folder, "gtk-3.0/gtk.css"), "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }\n");
  writeFileSync(join(folder, "gtk-3.0/settings.ini"), `[Settings]\ngtk-enable-animations=${isCalm ? 0 : 1}\ngtk-application-prefer-dark-theme=${isDark ? 1 : 0}\n`);
}

/**
 * `prefers` are `isCalm` (reduced motion) and `isDark`. Now and then the driver waits for ever for the browser that it started;
 * another pair then takes its place.
 */
export async function startDriver(options) {
  for (let tries = 1; ; tries++) {
    const driver = spawnDriver(options, await freePort());
    try {
      await driver.open();
      return driver;
    } catch (error) {
      await driver.close();
      if (tries === OPENINGS) throw error;
      console.error(`WebKitWebDriver opened no page (${error.message}): started again`);
    }
  }
}

function spawnDriver({ display, proxy, prefers, runsScripts, locale }, port) {
  const folder = mkdtempSync(join(tmpdir(), "webkit-"));
  settings(folder, prefers);
  const env = {
    ...process.env,
    DISPLAY: display,
    GDK_BACKEND: "x11",
    LIBGL_ALWAYS_SOFTWARE: "1",
    // A third less work than drawing by a graphics card that there is none of.
    WEBKIT_SKIA_ENABLE_CPU_RENDERING: "1",
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    NO_AT_BRIDGE: "1",
    MESA_SHADER_CACHE_DISABLE: "true",
    GSETTINGS_BACKEND: "memory",
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_DATA_HOME: folder,
    LANGUAGE: locale,
  };
  // A group of its own, so that what it started ends with it.
  const child = spawn(DRIVER, [`--port=${port}`, "--host=127.0.0.1"], { env, stdio: process.env.WEBKIT_LOG ? "inherit" : "ignore", detached: true });
  const ended = new Promise((next) => child.once("exit", next));
  const url = `http://127.0.0.1:${port}`;
  let base = `${url}/session`;
  async function send(method, path, body, signal) {
    const answer = await fetch(base + path, { method, signal, ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`);
    return value;
  }
  return {
    send,
    async open() {
      const signal = AbortSignal.timeout(OPENING_MS);
      while (!(await fetch(`${url}/status`, { signal }).then((answer) => answer.ok, () => false))) {
        if (signal.aborted || child.exitCode !== null) throw new Error("it does not start");
        await new Promise((next) => setTimeout(next, 30));
      }
      const args = ["--automation", `--proxy=${proxy}`, ...(runsScripts ? [] : ["--enable-javascript=false"])];
      const capabilities = { alwaysMatch: { browserName: "MiniBrowser", pageLoadStrategy: "none", "webkitgtk:browserOptions": { binary: MINI_BROWSER, args } } };
      const { sessionId } = await send("POST", "", { capabilities }, signal);
      base += `/${sessionId}`;
      await send("POST", "/timeouts", { script: null }, signal);
      await send("POST", "/execute/sync", { script: "return document.readyState", args: [] }, signal);
    },
    /** Makes the window the active one. The screen has no window manager that would, and a page without it focuses nothing visibly. */
    async activate() {
      const browsers = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ");
      await run(XDOTOOL, ["search", "--sync", "--onlyvisible", "--all", "--pid", browsers[0], "--class", "MiniBrowser", "windowfocus"], { env, timeout: FOCUSING_MS });
    },
    async close() {
      // A page in the middle of something may not answer any more.
      await Promise.race([send("DELETE", "").catch(() => {}), new Promise((next) => setTimeout(next, CLOSING_MS))]);
      // It may have ended by itself and left its browser behind.
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {}
      await ended;
      // Its helpers end a little later.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}
