#!/usr/bin/env bash
# Writes man pages and completions of VERSION to bin/share, for archives and packages.
#
#	.ci/share.sh VERSION
set -euo pipefail
cd "$(dirname "$0")/.."

out=bin/share
rm -rf "$out"
mkdir -p "$out/man" "$out/completions"
# The build is for this machine, not for the release's platform.
env -u GOOS -u GOARCH CGO_ENABLED=0 go build -trimpath -buildvcs=false -o "$out/hooktest" \
  -ldflags "-X github.com/hooktest/hooktest/cmd/hooktest/internal/console.release=$1" ./cmd/hooktest
"$out/hooktest" man "$out/man"
gzip -n -9 "$out"/man/*.1
"$out/hooktest" completion bash > "$out/completions/hooktest.bash"
"$out/hooktest" completion zsh > "$out/completions/_hooktest"
"$out/hooktest" completion fish > "$out/completions/hooktest.fish"
"$out/hooktest" completion powershell > "$out/completions/hooktest.ps1"
rm "$out/hooktest"
