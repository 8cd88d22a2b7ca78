// What is handed out: archives and their installer over HTTP, the versions, and what stands beside the archives.
//   ENGINE names the program that is packed, else it is the one that was built.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { arch, platform, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";

const root = join(import.meta.dirname, "..");
const engine = resolve(process.env.ENGINE ?? join(root, process.env.CARGO_TARGET_DIR ?? "target", "release/site"));
const system = { linux: "unknown-linux-musl", darwin: "apple-darwin" }[platform()];
const target = `${{ x64: "x86_64", arm64: "aarch64" }[arch()]}-${system}`;
const archive = `site-${target}.tar.gz`;

/** Runs a program to its end. */
function run(program, words, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: "utf8", maxBuffer: 2 ** 26, ...options });
  if (error) throw error;
  return { status, stdout, stderr };
}

const hasShellcheck = run("sh", ["-c", "command -v shellcheck"]).status === 0;
test("the scripts are sound", { skip: !hasShellcheck && "shellcheck is not installed" }, () => {
  const scripts = ["build.sh", ...["archive", "collect", "image", "install.sh"].map((name) => `release/${name}`)];
  const { status, stdout } = run("shellcheck", scripts, { cwd: root });
  assert.equal(status, 0, stdout);
});

describe("the installer", { skip: !system && "it is for Linux and macOS" }, () => {
  let folder;
  let server;
  /** Sends the bytes of an archive as they are not. */
  let spoil;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "release-"));
    const packed = run(join(root, "release/archive"), [target, join(folder, "good"), engine]);
    assert.equal(packed.status, 0, packed.stderr);
    const lame = join(folder, "lame-program");
    writeFileSync(lame, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    assert.equal(run(join(root, "release/archive"), [target, join(folder, "lame"), lame]).status, 0);
    server = createServer((request, response) => {
      // `/good/latest/download/site-….tar.gz`, or `/good/download/v9.9.9/…`, which is not there.
      const [, name, kind, , file] = request.url.split("/");
      const path = join(folder, name, file ?? "");
      if (kind !== "latest" || !existsSync(path)) return response.writeHead(404).end();
      const bytes = readFileSync(path);
      response.setHeader("Content-Length", bytes.length);
      if (spoil && path.endsWith(".gz")) spoil(bytes, response);
      else response.end(bytes);
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  });
  after(() => {
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the installer as a pipe does; the server answers meanwhile. */
  async function install(name, prefix, { PATH = process.env.PATH, version, command = ["sh"] } = {}) {
    const releases = `http://127.0.0.1:${server.address().port}/${name}`;
    const env = { PATH, HOME: join(folder, "nobody"), PREFIX: prefix, SITE_RELEASES: releases, ...(version && { SITE_VERSION: version }) };
    const child = spawn(command[0], command.slice(1), { env, stdio: "pipe" });
    child.stdin.end(readFileSync(join(root, "release/install.sh")));
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
    const status = await new Promise((ended) => child.on("close", ended));
    return { status, said };
  }

  /** A path on which only some programs are found. */
  function only(name, programs) {
    const path = join(folder, name);
    mkdirSync(path);
    for (const program of programs) {
      symlinkSync(run("sh", ["-c", `command -v ${program}`]).stdout.trim(), join(path, program));
    }
    return path;
  }
  const BASIC = ["sh", "uname", "mkdir", "df", "awk", "mktemp", "rm", "mv", "tar", "gzip"];

  test("installs a program that builds a site, again too, and says what comes next", async () => {
    const prefix = join(folder, "fresh");
    for (const PATH of [process.env.PATH, `${prefix}/bin:${process.env.PATH}`]) {
      const { status, said } = await install("good", prefix, { PATH });
      assert.equal(status, 0, said);
      assert.match(said, /^installed site \d+\.\d+\.\d+: .*\/fresh\/bin\/site$/m);
      assert.equal(said.includes("export PATH="), PATH === process.env.PATH);
      assert.match(said, /^next: site init blog my-blog$/m);
      assert.deepEqual(readdirSync(join(prefix, "bin")), ["site"]);
    }
    const site = join(folder, "a-site");
    for (const words of [["init", "blank", site], ["build", "--root", site]]) {
      const { status, stderr } = run(join(prefix, "bin/site"), words);
      assert.equal(status, 0, stderr);
    }
    assert.ok(existsSync(join(site, "dist/index.html")));
  });

  test("works with wget instead of curl and openssl instead of sha256sum", async () => {
    const PATH = only("wget-alone", [...BASIC, "wget", "openssl"]);
    const { status, said } = await install("good", join(folder, "by-wget"), { PATH });
    assert.equal(status, 0, said);
  });

  test("a flipped byte, half a download, a program that does not run: refused, and what was there stays", async () => {
    const flip = (bytes, response) => {
      bytes[bytes.length >> 1] ^= 1;
      response.end(bytes);
    };
    const breakOff = (bytes, response) => response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
    for (const [name, spoiled, expected] of [
      ["good", flip, /the checksum of site-.+ is not the one that was published\n {2}published: [0-9a-f]{64}\n {2}download: {2}[0-9a-f]{64}\n/],
      ["good", breakOff, /site-.+\.tar\.gz could not be downloaded/],
      ["lame", undefined, /the program of site-.+ does not run on this system/],
    ]) {
      const prefix = mkdtempSync(join(folder, "kept-"));
      mkdirSync(join(prefix, "bin"));
      writeFileSync(join(prefix, "bin/site"), "the former program");
      spoil = spoiled;
      const { status, said } = await install(name, prefix);
      spoil = undefined;
      assert.equal(status, 1, said);
      assert.match(said, expected);
      assert.deepEqual(readdirSync(join(prefix, "bin")), ["site"], said);
      assert.equal(readFileSync(join(prefix, "bin/site"), "utf8"), "the former program");
    }
  });

  test("whatever it cannot do is told, and nothing is left", async () => {
    const uname = only("another-system", BASIC.filter((name) => name !== "uname"));
    writeFileSync(join(uname, "uname"), '#!/bin/sh\ncase "$1" in -m) echo riscv64 ;; *) echo Linux ;; esac\n', { mode: 0o755 });
    const closed = join(folder, "a-file");
    writeFileSync(closed, "");
    const occupied = join(folder, "occupied");
    mkdirSync(join(occupied, "bin/site"), { recursive: true });
    for (const [name, options, expected, prefix = join(folder, "nothing")] of [
      ["good", { PATH: uname }, /error: there is no archive for Linux on riscv64\nhint: compile the program/],
      ["good", { PATH: only("no-downloader", BASIC) }, /error: neither curl nor wget is installed/],
      ["good", { PATH: only("no-checksum", [...BASIC, "curl"]) }, /error: none of sha256sum, shasum and openssl/],
      ["good", { version: "9.9.9" }, /download\/v9\.9\.9\/site-.+\.sha256 could not be downloaded/],
      ["good", {}, /error: no folder .+ can be made\nhint: choose another by PREFIX/, closed],
      ["good", {}, /bin\/site is a folder/, occupied],
    ]) {
      const { status, said } = await install(name, prefix, options);
      assert.equal(status, 1, said);
      assert.match(said, expected);
      if (prefix !== closed) assert.ok(!existsSync(join(prefix, "bin")) || readdirSync(join(prefix, "bin")).every((one) => one === "site" && prefix === occupied), said);
    }
  });

  const alone = platform() === "linux" && run("unshare", ["-rm", "true"]).status === 0;
  test("a full disk is told before anything is downloaded", { skip: !alone && "it takes Linux and namespaces of users" }, async () => {
    const prefix = join(folder, "full");
    mkdirSync(prefix);
    const command = ["unshare", "-rm", "sh", "-c", `mount -t tmpfs -o size=2m full '${prefix}' && { sh; code=$?; ls -A '${prefix}/bin'; exit $code; }`];
    const { status, said } = await install("good", prefix, { command });
    assert.equal(status, 1, said);
    assert.match(said, /^error: there are [12] MB free for .+\/full\/bin, and 64 are needed\n$/);
  });
});

describe("a version", () => {
  let copy;
  const at = (...words) => run(words[0], words.slice(1), { cwd: copy, env: { ...process.env, SOURCE_DATE_EPOCH: "1795000000" } });
  const git = (...words) => at("git", "-c", "user.name=A", "-c", "user.email=a@example.com", ...words);
  const version = (number) => at(process.execPath, "release/version.mjs", number);
  const edit = (name, change) => writeFileSync(join(copy, name), change(readFileSync(join(copy, name), "utf8")));
  /** Makes a state of the copy one that is committed. */
  const commit = () => assert.equal(git("commit", "--quiet", "--all", "--allow-empty", "--message", "A state").status, 0);

  before(() => {
    copy = mkdtempSync(join(tmpdir(), "version-"));
    const wanted = ["CHANGELOG.md", "Cargo.toml", "Cargo.lock", "crates", "docs/content/site.yaml", "release", ".ci", "islands/package-lock.json"];
    for (const name of wanted) cpSync(join(root, name), join(copy, name), { recursive: true });
    edit("CHANGELOG.md", () => "# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 0.2.0 (2026-01-01)\n\n- Something old.\n");
    edit("Cargo.toml", (text) => text.replace(/^version = ".+"$/m, 'version = "0.2.0"'));
    edit("Cargo.lock", (text) => text.replace(/^(name = ".+"\nversion = )".+"(?=\n(?!source))/gm, '$1"0.2.0"'));
    git("init", "--quiet");
    git("add", ".");
    commit();
  });
  after(() => rmSync(copy, { recursive: true, force: true }));

  test("refuses what is no version, does not go up or is tagged, changes that are not committed, and nothing new", () => {
    git("tag", "v0.2.2");
    for (const [number, expected] of [
      ["0.3", /`0\.3` is no version/],
      ["v0.3.0", /`v0\.3\.0` is no version/],
      ["", /`` is no version/],
      ["0.2.0", /0\.2\.0 does not come after 0\.2\.0/],
      ["0.1.9", /0\.1\.9 does not come after 0\.2\.0/],
      ["0.2.2", /the tag `v0\.2\.2` is there already/],
    ]) {
      const { status, stderr } = version(number);
      assert.equal(status, 1, stderr);
      assert.match(stderr, expected);
    }
    edit("Cargo.toml", (text) => `${text}\n# a thought\n`);
    assert.match(version("0.3.0").stderr, /changes that are not committed:\n *M Cargo\.toml/);
    git("checkout", "--quiet", ".");
    edit("CHANGELOG.md", (text) => text.replace("- Something new.\n", ""));
    commit();
    assert.match(version("0.3.0").stderr, /nothing stands under `Unreleased`/);
    assert.equal(git("status", "--porcelain").stdout, "");
    git("reset", "--quiet", "--hard", "HEAD~1");
  });

  test("goes up in every file, and what the tag makes has the same one", () => {
    const { status, stdout, stderr } = version("0.10.0");
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^0\.2\.0 is now 0\.10\.0 in CHANGELOG\.md, Cargo\.toml, Cargo\.lock, docs\/content\/site\.yaml\nnext: /);
    assert.match(readFileSync(join(copy, "CHANGELOG.md"), "utf8"), /## Unreleased\n\n## 0\.10\.0 \(2026-11-18\)\n\n- Something new\.\n\n## 0\.2\.0/);
    assert.match(readFileSync(join(copy, "docs/content/site.yaml"), "utf8"), /^version: "0\.10"$/m);
    const cargo = at("cargo", "metadata", "--locked", "--format-version", "1");
    assert.equal(cargo.status, 0, cargo.stderr);
    const { packages, workspace_members: own } = JSON.parse(cargo.stdout);
    const versions = packages.filter(({ id }) => own.includes(id)).map((one) => one.version);
    assert.deepEqual(new Set(versions), new Set(["0.10.0"]));

    const out = join(copy, "out");
    mkdirSync(out);
    const collect = (tag) => at("release/collect", out, "https://forge.example.org/me/site", tag);
    assert.match(collect("v0.9.0").stderr, /the tag `v0\.9\.0` is not `v0\.10\.0`/);
    assert.equal(collect("v0.10.0").status, 0);
    assert.equal(readFileSync(join(out, "notes.md"), "utf8").trim(), "- Something new.");
    assert.match(readFileSync(join(out, "install.sh"), "utf8"), /^home=https:\/\/forge\.example\.org\/me\/site$/m);
    assert.equal(JSON.parse(readFileSync(join(out, "site.cdx.json"), "utf8")).metadata.component.version, "0.10.0");
  });
});
