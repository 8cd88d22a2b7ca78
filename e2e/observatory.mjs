#!/usr/bin/env node
/**
 * The score of Mozilla's Observatory for every page behind the nginx, Caddy and Apache of this machine, as `site host` configures
 * them; ends with 1 below 130. Not part of the tests: the package brings 230 others, and fetches lists when it is installed.
 *
 *   npm install --ignore-scripts --prefix FOLDER @mdn/mdn-http-observatory@1.4.8 && node e2e/observatory.mjs FOLDER
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { dist, engine, root } from "./harness/engine.mjs";
import { addresses } from "./harness/pages.mjs";

const LEAST = 130;
const [folder] = process.argv.slice(2);
if (!folder) throw new Error("say into which folder the Observatory is installed");
const work = mkdtempSync(join(tmpdir(), "observatory-"));
const CERTIFICATE = process.env.OBSERVATORY_CERTIFICATE;

// The certificate has to be trusted from the start of the process.
if (!CERTIFICATE) {
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const file = join(work, "certificate.pem");
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", join(work, "key.pem"), "-out", file, ...names], { stdio: "ignore" });
  const env = { ...process.env, OBSERVATORY_CERTIFICATE: work, NODE_EXTRA_CA_CERTS: file };
  const { status } = spawnSync(process.execPath, process.argv.slice(1), { env, stdio: "inherit" });
  rmSync(work, { recursive: true });
  process.exit(status ?? 1);
}

const SERVERS = {
  nginx: (config, place) => {
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`).join(" ");
    writeFileSync(join(place, "site.conf"), config);
    writeFileSync(join(place, "nginx.conf"), `daemon off; master_process off; pid pid; error_log stderr;\nevents {}\nhttp { access_log off; ${paths} include site.conf; }\n`);
    return ["-p", place, "-c", "nginx.conf", "-e", "stderr"];
  },
  caddy: (config, place) => {
    writeFileSync(join(place, "Caddyfile"), `{\n\tadmin off\n}\n${config}`);
    return ["run", "--adapter", "caddyfile", "--config", "Caddyfile"];
  },
  apache2: (config, place, port) => {
    const names = "mpm_event authz_core alias dir mime env headers rewrite proxy proxy_http deflate filter negotiation".split(" ");
    const modules = names.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`).join("");
    const user = "<IfModule unixd_module>\nUser www-data\nGroup www-data\n</IfModule>\nTypesConfig /etc/mime.types\n";
    const head = `ServerRoot ${place}\nPidFile ${place}/pid\nErrorLog /dev/stderr\nServerName localhost\nMutex file:${place}\nDefaultRuntimeDir ${place}\nListen 127.0.0.1:${port}\n`;
    writeFileSync(join(place, "apache.conf"), `${head}${modules}${user}<Directory />\nRequire all denied\n</Directory>\n${config}`);
    return ["-X", "-f", join(place, "apache.conf")];
  },
};

const listen = (server) => new Promise((done) => server.listen(0, "127.0.0.1", () => done(server.address().port)));

async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await new Promise((done) => server.close(done));
  return port;
}

/** What stands before such a server: TLS, and a redirect to it. */
async function front(port) {
  const read = (name) => readFileSync(join(CERTIFICATE, name));
  const secure = https.createServer({ key: read("key.pem"), cert: read("certificate.pem") }, (request, answer) => {
    const { method, url: path, headers } = request;
    const asked = http.request({ port, host: "127.0.0.1", method, path, headers }, (own) => {
      answer.writeHead(own.statusCode, own.headers);
      own.pipe(answer);
    });
    asked.on("error", () => answer.destroy());
    request.pipe(asked);
  });
  const httpsPort = await listen(secure);
  const plain = http.createServer(({ url }, answer) => answer.writeHead(301, { location: `https://localhost:${httpsPort}${url}` }).end());
  const httpPort = await listen(plain);
  return { httpsPort, httpPort, close: () => [secure, plain].forEach((server) => server.close() && server.closeAllConnections()) };
}

const library = join(resolve(folder), "node_modules/@mdn/mdn-http-observatory");
// Whether browsers know the site by heart is asked of a list that is fetched; here it is on none.
const preloaded = join(library, "conf/hsts-preload.json");
if (!existsSync(preloaded)) writeFileSync(preloaded, "{}");
const part = (name) => import(pathToFileURL(join(library, "src", name)));
const [{ retrieve }, { ALL_TESTS }, { getScoreModifier }] = await Promise.all(["retriever/retriever.js", "constants.js", "grader/grader.js"].map(part));

/** As the Observatory reckons: what is above 100 counts where nothing is lost. */
async function score(options) {
  const requests = await retrieve("localhost", options);
  const results = ALL_TESTS.map((judge) => judge(requests)).filter(({ result }) => result);
  const modifiers = results.map(({ result }) => getScoreModifier(result));
  const lost = modifiers.filter((one) => one < 0).reduce((sum, one) => sum + one, 100);
  const all = modifiers.reduce((sum, one) => sum + one, 100);
  return { status: requests.responses.auto.status, score: lost >= 90 ? all : lost, results };
}

let worst = Infinity;
for (const [name, configure] of Object.entries(SERVERS)) {
  const place = mkdtempSync(join(work, name));
  // A server that is started as root reads, and writes its own files, as somebody else.
  [work, place].forEach((one) => chmodSync(one, 0o777));
  const port = await freePort();
  const config = execFileSync(engine, ["host", name.replace("2", ""), "--root", root, "--folder", dist, "--port", String(port), "--relay", "http://127.0.0.1:9"], { encoding: "utf8" });
  const env = { ...process.env, HOME: place, XDG_DATA_HOME: place, PATH: `${process.env.PATH}:/usr/sbin` };
  const server = spawn(name, configure(config, place, port), { cwd: place, env, stdio: ["ignore", "ignore", openSync(join(place, "log"), "w")] });
  const before = await front(port);
  try {
    for (let tries = 0; !(await fetch(`http://127.0.0.1:${port}/`).catch(() => null)); tries += 1) {
      if (tries > 100) throw new Error(`${name} does not answer: ${readFileSync(join(place, "log"), "utf8")}`);
      await new Promise((done) => setTimeout(done, 100));
    }
    const scores = [];
    for (const path of addresses(dist)) {
      const { status, score: one, results } = await score({ httpPort: before.httpPort, httpsPort: before.httpsPort, path });
      scores.push(one);
      const bad = results.filter(({ result }) => getScoreModifier(result) < 0).map(({ result }) => result);
      if (one < LEAST || status !== 200) console.log(`${name} ${path}: ${status}, ${one}: ${bad.join(", ")}`);
    }
    worst = Math.min(worst, ...scores);
    console.log(`${name}: ${scores.length} pages, ${Math.min(...scores)} to ${Math.max(...scores)}`);
  } finally {
    server.kill();
    before.close();
  }
}
rmSync(work, { recursive: true });
process.exit(worst < LEAST ? 1 : 0);
