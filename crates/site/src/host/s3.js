const redirects = «map»;
function handler(event) {
  const request = event.request;
  const path = request.uri;
  const to = redirects[path] || redirects[path.replace(/\/$/, "")];
  if (to) return { statusCode: 301, headers: { location: { value: to } } };
«if base»
  if (path === "«base»") return { statusCode: 301, headers: { location: { value: "«base»/" } } };
«end»
«if plain»
  // `/contact` is contact.html, and `/contact/` leads there.
  if (path === "«base»/") request.uri = "«base»/index.html";
  else if (/^\/[^/\\].*\/$/.test(path)) return { statusCode: 301, headers: { location: { value: path.replace(/\/+$/, "") } } };
  else if (!/\.[A-Za-z0-9]{2,11}$/.test(path)) request.uri += ".html";
«end»
«unless plain»
  // `/contact/` is contact/index.html, and `/contact` leads there.
  if (path.endsWith("/")) request.uri += "index.html";
  else if (/^\/[^/\\]/.test(path) && !/\.[A-Za-z0-9]{2,11}$/.test(path)) return { statusCode: 301, headers: { location: { value: path + "/" } } };
«end»
  return request;
}
