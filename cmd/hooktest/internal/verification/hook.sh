#!/bin/sh
# Every hook of every case. $1 is its moment, $2 its number. The case is the one whose
# name the input has, or the only one of the session. Cases are in HOOKTEST_CASES, else here.
# Most hooks start no other process: each that one starts takes longer than all its commands.
root=${HOOKTEST_CASES:-${0%/*}}
newline='
'
in=
while IFS= read -r line; do in=$in$line$newline; done
in=$in$line
for case in "$root"/case-*; do
	own=$case/$1.$2
	[ -e "$own.sh" ] || continue
	case $in in
	*"${case##*/}/"*) ;;
	*) [ -e "$case/alone" ] || continue ;;
	esac
	printf %s "$in" >"$own.stdin"
	echo $$ >"$own.pid"
	again=
	[ -e "$own.started" ] && again=1
	echo >>"$own.started"
	# A turn whose end is refused comes to another end, at which the hook is silent.
	[ "$1" = turn.after ] && [ "$again" ] && exit 0
	. "$own.sh"
	if [ "$other" ]; then
		# The other hook has a second to start, and five to end. It has ended when its parent knows it,
		# which may take note of it a little later.
		n=0
		until [ -s "$other" ] || [ $n = 20 ]; do n=$((n + 1)); sleep 0.05; done
		while [ -s "$other" ] && kill -0 "$(cat "$other")" 2>/dev/null && [ $n -lt 120 ]; do n=$((n + 1)); sleep 0.05; done
		sleep 0.3
	fi
	printf %s "$out"
	printf %s "$err" >&2
	# What it leaves ends long after the hook's timeout, and before the session's: some agents wait for it.
	if [ $leaves = true ]; then sleep 20 & fi
	[ $hangs = true ] && exec sleep 1000
	[ "$signal" ] && kill -"$signal" $$
	exit "$code"
done
