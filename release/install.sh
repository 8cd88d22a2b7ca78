#!/bin/sh
# Installs `site`: downloads the archive for this system, verifies its checksum, and puts the program into ~/.local/bin.
#
#   curl -fsSL https://code.example.com/site/releases/latest/download/install.sh | sh
#
# In the environment of `sh`:
#   PREFIX=/usr/local    installs into /usr/local/bin
#   SITE_VERSION=0.2.0   this version instead of the latest
#   SITE_RELEASES=URL    releases from another place, such as a mirror
#
# What is installed already stays until the new program has run once. Nothing is done before the last line, so that half of
# this file does nothing.
set -eu

home=https://code.example.com/site
# The program with the archive that it comes in and room to spare, in kilobytes.
room=65536

main() {
  target="$(find_target)"
  releases="${SITE_RELEASES:-$home/releases}"
  case "${SITE_VERSION:-latest}" in
    latest) from="$releases/latest/download" ;;
    *) from="$releases/download/v${SITE_VERSION#v}" ;;
  esac
  bin="${PREFIX:-${HOME:?error: neither HOME nor PREFIX is set}/.local}/bin"
  archive="site-$target.tar.gz"

  mkdir -p "$bin" || fail "no folder $bin can be made" "choose another by PREFIX"
  [ ! -d "$bin/site" ] || fail "$bin/site is a folder" "remove it, or choose another place by PREFIX"
  free="$(df -Pk "$bin" | awk 'NR == 2 { print $4 }')"
  [ "${free:-$room}" -ge "$room" ] || fail "there are $((free / 1024)) MB free for $bin, and $((room / 1024)) are needed"
  # Beside the place where the program will stand, so that it gets there in one step.
  work="$(mktemp -d "$bin/.site-XXXXXX")" || fail "$bin cannot be written to" "choose another place by PREFIX"
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' HUP INT TERM

  download "$from/$archive.sha256" "$work/checksum"
  download "$from/$archive" "$work/$archive"
  verify "$work/$archive" "$work/checksum"
  tar -xzf "$work/$archive" -C "$work" "site-$target/site" || fail "$archive cannot be unpacked into $bin"
  version="$("$work/site-$target/site" --version)" || fail "the program of $archive does not run on this system"
  mv -f "$work/site-$target/site" "$bin/site" || fail "$bin/site cannot be replaced"

  echo "installed $version: $bin/site"
  case ":$PATH:" in
    *":$bin:"*) ;;
    *) echo "hint: add this line to your shell's profile: export PATH=\"$bin:\$PATH\"" ;;
  esac
  echo "next: site init blog my-blog"
}

# The name of this system among the archives.
find_target() {
  case "$(uname -m)" in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) no_archive ;;
  esac
  case "$(uname -s)" in
    Linux) echo "$machine-unknown-linux-musl" ;;
    Darwin) echo "$machine-apple-darwin" ;;
    MINGW* | MSYS* | CYGWIN*)
      fail "this installer is for Linux and macOS" "unpack $home/releases/latest/download/site-x86_64-pc-windows-msvc.tar.gz yourself: \`tar\` is part of Windows"
      ;;
    *) no_archive ;;
  esac
}

no_archive() {
  fail "there is no archive for $(uname -s) on $(uname -m)" "compile the program from its source: $home"
}

download() {
  if command -v curl >/dev/null; then
    curl -fsSL --retry 2 -o "$2" "$1" || unreachable "$1"
  elif command -v wget >/dev/null; then
    wget -q -O "$2" "$1" || unreachable "$1"
  else
    fail "neither curl nor wget is installed, and one of them is needed to download $1"
  fi
}

unreachable() {
  fail "$1 could not be downloaded" "look whether it exists, and whether there is room in $bin"
}

# Holds the checksum of a file against the first word of another.
verify() {
  read -r expected _ <"$2" || expected=
  if command -v sha256sum >/dev/null; then
    found="$(sha256sum "$1")"
  elif command -v shasum >/dev/null; then
    found="$(shasum -a 256 "$1")"
  elif command -v openssl >/dev/null; then
    found="$(openssl dgst -sha256 -r "$1")"
  else
    fail "none of sha256sum, shasum and openssl is installed, and the download must be verified"
  fi
  found="${found%% *}"
  [ "$found" = "$expected" ] || fail "the checksum of $archive is not the one that was published
  published: $expected
  download:  $found" "try again later; if it stays so, tell the project: nothing was installed"
}

fail() {
  echo "error: $1" >&2
  [ -z "${2:-}" ] || echo "hint: $2" >&2
  exit 1
}

main
