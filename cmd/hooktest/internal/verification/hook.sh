#!/bin/sh
# Every hook of every case. $1 is its moment, $2 its number. The case is the one whose
# name the input has, or the only one of the session. Cases are in HOOKTEST_CASES, else here.
root=${HOOKTEST_CASES:-$(dirname "$0")}
in=$(cat; echo .)
for case in "$root"/case-*; do
	own=$case/$1.$2
	[ -e "$own.sh" ] || continue
	case $in in
	*"${case##*/}/"*) ;;
	*) [ -e "$case/alone" ] || continue ;;
	esac
	printf %s "${in%.}" >"$own.stdin"
	echo $$ >"$own.pid"
	again=
	[ -e "$own.started" ] && again=1
	echo >>"$own.started"
	# A turn whose end is refused comes to another end, at which the hook is silent.
	[ "$1" = turn.after ] && [ "$again" ] && exit 0
	. "$own.sh"
done
