#!/usr/bin/env bash
# The steps of action.yml. Inputs are in the environment, so that no input is read as a
# script. It works with bash 3.2, the one of macOS.
#
#	.ci/action.sh install	gets a hooktest and writes its path to the outputs
#	.ci/action.sh run		runs the commands, all of them, and fails if one fails
set -euo pipefail

fail() {
  echo "::error title=hooktest::$1"
  exit "${2:-2}"
}

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1
}

download() {
  curl --fail --silent --show-error --location --proto-redir =https --retry 3 --output "$2" "$1" ||
    fail "$1 can't be downloaded; check the inputs version and releases, or name a hooktest with the input binary"
}

install() {
  if [ -n "$BINARY" ]; then
    if [ ! -f "$BINARY" ] || [ ! -x "$BINARY" ]; then
      fail "the input binary names no program that this runner can start; build it in a step before this one"
    fi
    # On Windows the runner needs the path in the form of Windows.
    use "$(cd "$(dirname "$BINARY")" && (pwd -W 2>/dev/null || pwd))" "$(basename "$BINARY")"
    return
  fi

  local version=${VERSION#v} os arch form=tar.gz program=hooktest
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] || fail 'the input version is not a version such as 0.9.0'
  [[ $CHECKSUM =~ ^([0-9a-f]{64})?$ ]] || fail 'the input checksum is not a SHA-256 of 64 lower-case digits'
  case $RUNNER_OS in
    Linux) os=linux ;;
    macOS) os=darwin ;;
    Windows) os=windows form=zip program=hooktest.exe ;;
    *) fail "there is no hooktest for $RUNNER_OS; build it, and name it with the input binary" ;;
  esac
  case $RUNNER_ARCH in
    X64) arch=amd64 ;;
    ARM64) arch=arm64 ;;
    *) fail "there is no hooktest for $RUNNER_ARCH; build it, and name it with the input binary" ;;
  esac

  # Nothing of this folder is on the PATH before the archive is checked and unpacked.
  local folder archive="hooktest_${version}_${os}_${arch}.$form" want=$CHECKSUM got
  folder=$(mktemp -d "$RUNNER_TEMP/hooktest.XXXXXX") || fail "$RUNNER_TEMP can't be written; check its permissions"
  download "$RELEASES/v$version/$archive" "$folder/$archive"
  if [ -z "$want" ]; then
    download "$RELEASES/v$version/checksums.txt" "$folder/checksums.txt"
    want=$(awk -v name="$archive" '$2 == name { print $1 }' "$folder/checksums.txt")
  fi
  got=$(sha256 "$folder/$archive")
  if [ "$got" != "$want" ]; then
    rm -rf "$folder"
    fail "$archive has the checksum $got, not ${want:-one of checksums.txt}; do not use it, and check the inputs version and checksum"
  fi
  mkdir "$folder/bin"
  if [ "$form" = zip ]; then
    unzip -q "$folder/$archive" "$program" -d "$folder/bin"
  else
    tar -xzf "$folder/$archive" -C "$folder/bin" "$program"
  fi || fail "$archive can't be unpacked; check the space in $RUNNER_TEMP"
  use "$folder/bin" "$program"
}

# use makes a hooktest known to the next step, and to later steps of the job.
use() {
  "$1/$2" version || fail "$1/$2 can't be started; is it for another platform?"
  echo "binary=$1/$2" >> "$GITHUB_OUTPUT"
  echo "$1" >> "$GITHUB_PATH"
}

# hooktest writes annotations and the step summary itself where GITHUB_ACTIONS is true.
run() {
  local command line code=0 paths=() agents=() adapter=()
  while IFS= read -r line; do
    if [ -n "$line" ]; then paths+=("$line"); fi
  done <<< "$PATHS"
  if [ -n "$AGENTS" ]; then agents=(--agents "$AGENTS"); fi
  read -r -a adapter <<< "$ADAPTER"
  for command in $COMMANDS; do
    case $command in
      lint)
        echo "sarif=$SARIF" >> "$GITHUB_OUTPUT"
        "$BINARY" lint ${agents[@]+"${agents[@]}"} --report "sarif=$SARIF" -- ${paths[@]+"${paths[@]}"} || code=${code/#0/$?}
        ;;
      test) "$BINARY" test ${agents[@]+"${agents[@]}"} --yes -- ${paths[@]+"${paths[@]}"} || code=${code/#0/$?} ;;
      conform) "$BINARY" conform -- ${adapter[@]+"${adapter[@]}"} || code=${code/#0/$?} ;;
      *) fail "the input commands has a word that is not lint, test or conform" ;;
    esac
  done
  exit "$code"
}

"$1"
