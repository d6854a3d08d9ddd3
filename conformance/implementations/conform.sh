#!/bin/sh
# Judges the shipped implementations that are installed, each against its own
# list of known failures: conform.sh HOOKTEST [FLAG…]. The flags go to
# hooktest conform; {} in one of them means the implementation's name.
#
# One that is not installed, or is another version, is told with exit code 4,
# and the rest is judged all the same. The exit code is the highest of all.
set -u
here=$(cd "$(dirname "$0")" && pwd)
hooktest=$(command -v "$1") || {
  echo "error: there is no program $1" >&2
  exit 2
}
hooktest=$(cd "$(dirname "$hooktest")" && pwd)/$(basename "$hooktest")
shift
# Node gives its children sockets, and the outermost bash reads ~/.bashrc where its
# input is one: what is there is not a hook's.
SHLVL=${SHLVL:-1}
export SHLVL
worst=0
for name in gemini llxprt; do
  echo "--- $name"
  (
    cd "$here/$name" || exit 2
    for flag in "$@"; do
      shift
      set -- "$@" "$(printf %s "$flag" | sed "s|{}|$name|g")"
    done
    exec "$hooktest" conform "$@" -- node adapter.mjs
  )
  code=$?
  [ "$code" -le "$worst" ] || worst=$code
done
exit "$worst"
