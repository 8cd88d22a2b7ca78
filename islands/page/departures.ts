/** Logs the path of the not-found page, and leaves a page that redirects. */
export function departures(): void {
  const { page, redirect, redirectDelay } = document.body.dataset;
  if (page === "404") console.error(`404 : ${location.pathname}`);
  if (redirect) setTimeout(() => location.replace(redirect), Number(redirectDelay));
}
