// Reloads the page after a build and shows over it the mistakes of a failed one, and those of islands while they run.
(() => {
  const { build } = document.currentScript.dataset;
  let overlay;

  function show(text) {
    overlay ??= document.createElement("dialog");
    overlay.className = "site-mistakes";
    const pre = document.createElement("pre");
    pre.textContent = text;
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close";
    close.addEventListener("click", () => overlay.close());
    overlay.replaceChildren(pre, close);
    if (!overlay.isConnected) document.body.append(overlay);
    if (!overlay.open) overlay.showModal();
  }

  // What islands throw, and where their HTML is not the server's, until the next load.
  const told = [];
  addEventListener("site:mistake", ({ detail }) => {
    if (!told.includes(detail)) told.push(detail);
    show(told.join("\n\n"));
  });

  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "/_site/client.css";
  document.head.append(style);

  const events = new EventSource("/_site/events");
  let lost = false;
  // A build may have ended while this page was on its way.
  events.addEventListener("build", (event) => event.data !== build && location.reload());
  events.addEventListener("reload", () => location.reload());
  events.addEventListener("mistakes", (event) => show(event.data));
  events.addEventListener("error", () => (lost = true));
  // The server was started again: what is shown may be old.
  events.addEventListener("open", () => lost && location.reload());
})();
