#!/usr/bin/env bash
# Prints the section of CHANGELOG.md for VERSION, and fails if there is none.
#
#	.ci/notes.sh VERSION
set -euo pipefail
cd "$(dirname "$0")/.."

version=${1#v}
awk -v version="$version" '
  /^## / { inside = $2 == version || $2 == "[" version "]"; next }
  inside { print; found = found || NF }
  END { exit !found }
' CHANGELOG.md || { echo "error: CHANGELOG.md has no section '## $version'; add it before you tag" >&2; exit 1; }
