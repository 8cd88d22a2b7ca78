#!/usr/bin/env bash
# Builds the site, tests everything, or serves it while it is written. Needs Rust, Node and npm.
#   ./build.sh          build the site into dist/
#   ./build.sh serve    serve it on http://127.0.0.1:4321, rebuilt at every change
#   ./build.sh docs     build the documentation into docs/dist/ and check it; needs no Node
#   ./build.sh test     install what the tests need and run all of them
#   ./build.sh archive TARGET FOLDER    make what is handed out for a system
#   ./build.sh version 0.2.0            set the version, for a release
set -euo pipefail
cd "$(dirname "$0")"

main() {
  local command="${1:-build}"
  [ $# -gt 0 ] && shift
  case "$command" in
    build) need_tools; prepare; build_site "$@" ;;
    serve) need_tools; prepare; exec "$(engine)" serve --watch "$@" ;;
    docs) need cargo; build_docs "$@" ;;
    test) need_tools; run_tests ;;
    archive) need cargo node; exec release/archive "$@" ;;
    version) need node; exec release/version.mjs "$@" ;;
    help | -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$0" ;;
    *) echo "unknown command \`$command\`: try build, serve, docs, test, archive or version" >&2; exit 2 ;;
  esac
}

need_tools() {
  need cargo node npm
}

need() {
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null || {
      echo "error: \`$tool\` is missing: install Rust (https://rustup.rs) and Node 20 or newer (https://nodejs.org)" >&2
      exit 3
    }
  done
}

# Installs a folder's locked npm packages, unless the same lock file was installed before.
install() {
  local stamp="$1/node_modules/.installed"
  cmp -s "$1/package-lock.json" "$stamp" && return
  echo "installing the packages of $1/"
  # Not `npm ci`: it refuses a lock file without the optional packages of other systems.
  npm install --no-save --prefix "$1" --no-audit --no-fund --loglevel=error
  cp "$1/package-lock.json" "$stamp"
}

# Both at once: packages wait for the network, compiling for the processor.
prepare() {
  local packages
  install islands &
  packages=$!
  build_engine || { wait "$packages"; return 1; }
  wait "$packages"
}

build_engine() {
  cargo build --release --quiet --package site
}

engine() {
  echo "${CARGO_TARGET_DIR:-target}/release/site"
}

build_site() {
  "$(engine)" build "$@"
  echo "next: ./build.sh serve to look at it, ./build.sh test to test it, or \`site host --help\` to publish dist/"
}

build_docs() {
  build_engine
  "$(engine)" build --root docs "$@"
  "$(engine)" check --root docs
}

run_tests() {
  local installing
  install_all &
  installing=$!
  keep_programs_apart
  compile_tests || { wait "$installing"; return 1; }
  wait "$installing"
  # Where the servers are that were installed.
  PATH="$PATH:/usr/sbin"
  step "engine, relay and islands" test_parts
  step "site" "$(engine)" build
  step "finished pages" "$(engine)" check
  step "documentation" "$(engine)" build --root docs
  step "finished documentation" "$(engine)" check --root docs
  step "release" env ENGINE="$(engine)" node --test release/release.test.mjs
  step "words" npm run test:words --prefix e2e --silent
  step "in Chromium, Firefox and WebKit" in_browsers
  echo "all tests passed"
}

# Waits for the network more than for the processor.
install_all() {
  install islands
  install e2e
  install_browsers
  install_strace
  install_python
  install_servers
}

# Libraries are compiled once for `./build.sh` and for the tests, whose own program does not take the other's place: it is slower.
keep_programs_apart() {
  local target="${CARGO_TARGET_DIR:-target}"
  mkdir -p "$target"
  target="$(cd "$target" && pwd)"
  export CARGO_BUILD_BUILD_DIR="$target" CARGO_TARGET_DIR="$target/tests"
}

compile_tests() {
  step "formatting" cargo fmt --all --check &&
    step "tests, linted and compiled" tests_of_crates --no-run
}

tests_of_crates() {
  cargo test --config .cargo/tests.toml --release --workspace --quiet "$@"
}

# Both at once: some tests of the engine wait for one page after the other.
test_parts() {
  local output islands status=0
  output="$(mktemp)"
  npm run check --prefix islands --silent >"$output" 2>&1 &
  islands=$!
  tests_of_crates || status=1
  wait "$islands" || status=1
  print "$output"
  rm "$output"
  return "$status"
}

# Not by `cat`: what ran before may have left a pipe that does not wait for its reader.
print() {
  node -e 'process.stdout.write(require("fs").readFileSync(process.argv[1]))' "$1"
}

# Three lanes at once, since more than half of a browser's test is waiting. Everything runs in Chromium, what judges behaviour
# in the other engines too. What failed is told last.
in_browsers() {
  local outputs lanes=() status=0 name
  outputs="$(mktemp -d)"
  lane chromium pages >"$outputs/1" 2>"$outputs/1.failed" &
  lanes+=($!)
  lane firefox pages:others webkit pages:others webkit served:others >"$outputs/2" 2>"$outputs/2.failed" &
  lanes+=($!)
  lane chromium served firefox served:others 2>"$outputs/3.failed" || status=1
  for name in 1 2; do
    wait "${lanes[name - 1]}" || status=1
    print "$outputs/$name"
  done
  for name in 1 2 3; do
    print "$outputs/$name.failed"
  done
  rm -r "$outputs"
  return "$status"
}

# Runs tests one after the other, whatever fails: an engine and what runs in it, and so on.
lane() {
  local status=0
  while [ $# -gt 0 ]; do
    browse "$1" "$2" || status=1
    shift 2
  done
  return "$status"
}

browse() {
  [ "$1" != webkit ] || has_webkit || return 0
  echo "== $2 in $1"
  BROWSER="$1" npm run "test:$2" --prefix e2e --silent
}

step() {
  echo "== $1"
  shift
  "$@"
}

# The browser tests use the system's Chromium, Firefox and WebKitGTK, and a font with Arial's measures, which the fallback
# faces are matched with.
install_browsers() {
  has_chromium || install_package chromium-headless-shell chromium chromium
  command -v firefox-esr >/dev/null || command -v firefox >/dev/null || install_package firefox-esr firefox firefox
  [ "$(uname)" = Linux ] || return 0
  command -v WebKitWebDriver >/dev/null || install_package webkit2gtk-driver webkit2gtk4.1-devel webkit2gtk-4.1
  command -v Xvfb >/dev/null || install_package xvfb xorg-x11-server-Xvfb xorg-server-xvfb
  command -v xdotool >/dev/null || install_package xdotool xdotool xdotool
  fc-match Arial 2>/dev/null | grep -qE "Arial|Liberation|Arimo" || install_package fonts-liberation liberation-sans-fonts ttf-liberation
}

# Debian's without a window takes 40 % less processor time for the same page.
has_chromium() {
  command -v chromium-headless-shell || command -v chromium || command -v chromium-browser
} >/dev/null

# WebKitGTK and its driver are made for Linux alone.
has_webkit() {
  [ "$(uname)" = Linux ] || { echo "== in WebKit: skipped, WebKitGTK is for Linux"; return 1; }
}

# Records the calls of the program, and makes them fail; there is nothing like it elsewhere.
install_strace() {
  [ "$(uname)" != Linux ] || command -v strace >/dev/null || install_package strace strace strace
}

# The benchmark, which is tried with a few articles, makes its sites with it.
install_python() {
  command -v python3 >/dev/null || install_package python3 python3 python
}

# The servers that a finished site is asked through, on ports of the tests' own; as services of the system they stay off.
install_servers() {
  [ "$(uname)" = Linux ] || return 0
  PATH="$PATH:/usr/sbin"
  command -v nginx >/dev/null || { install_package nginx-light nginx nginx; turn_off nginx; }
  command -v caddy >/dev/null || { install_package caddy caddy caddy; turn_off caddy; }
  command -v apache2 >/dev/null || command -v httpd >/dev/null || install_package apache2-bin httpd apache
}

turn_off() {
  command -v systemctl >/dev/null || return 0
  local as_root=""
  [ "$(id -u)" = 0 ] || as_root=sudo
  $as_root systemctl disable --quiet --now "$1" || true
}

# Installs a package of the system, named for apt, dnf and pacman.
install_package() {
  echo "installing $1 with the system's package manager"
  add_package "$@" || {
    echo "error: $1 was not installed, and the tests need it: install it, then run this again" >&2
    exit 3
  }
}

add_package() {
  local as_root=""
  [ "$(id -u)" = 0 ] || as_root=sudo
  if command -v apt-get >/dev/null; then
    [ -n "${has_lists:-}" ] || $as_root apt-get update -qq
    has_lists=yes
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends "$1" >/dev/null
  elif command -v dnf >/dev/null; then
    $as_root dnf install -y -q "$2"
  elif command -v pacman >/dev/null; then
    $as_root pacman -S --noconfirm --quiet "$3"
  elif command -v brew >/dev/null; then
    brew install --quiet --cask "${1%%-*}"
  else
    return 1
  fi
}

main "$@"
