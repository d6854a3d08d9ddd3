package spyhook

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/hooktest/hooktest/internal/shellword"
)

// A Hook describes a hook of a case.
type Hook struct {
	Name string
	// Body is the shell script that prints the output.
	Body string
	// Project and Work are the values of the variables PROJECT and WORK in the body, and
	// Name that of HOOK. They are not exported, so the environment remains the
	// implementation's.
	Project, Work string
	Notes         Notes
}

// Notes are what a hook records only if a case uses it: each costs a process, and
// Stdin reads input that the body may leave unread.
type Notes struct{ Stdin, Env bool }

// Sourced returns the command that runs a script in the shell which the implementation has
// started. A second shell for the script would take as long as the first.
func Sourced(path string) string { return ". " + shellword.Quoted(path) }

// Script returns an executable shell script that runs the hook's body and notifies the
// listener. Commands may also source it, so its $0 may be the name of a shell. The body can
// call
//
//	await HOOK     waits until a run of another hook has begun; fails if none does
//	heard SIGNAL   records a signal; it is called by a trap
//	input          reads stdin to its end into $input
//	has TEXT...    reports whether the input has one of the texts
//	after TEXT     sets $word to the letters, digits, - and _ after the last such text
//	member NAME    sets $word to the last member of this name, which is a string
//
// The last three read the input if it was not read, and fail with an empty $word if there
// is no such text. They cost no process, as cat, grep and sed would in every run.
//
// The end of the script and exit record the end, as an alias of a function, so exit must
// not be called in a subshell. A body that a signal ends, or that becomes another program
// with exec, has no recorded end.
func (l *Listener) Script(h Hook) (string, error) {
	t, err := l.enlist(h.Name)
	if err != nil {
		return "", err
	}
	var s strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&s, format+"\n", args...) }
	line("#!/bin/sh")
	line("HOOK=%s PROJECT=%s WORK=%s", shellword.Quoted(h.Name), shellword.Quoted(h.Project), shellword.Quoted(h.Work))
	// Opened for reading and writing, a named pipe does not block a hook and does not
	// kill it after the listener has closed.
	line("spy() { printf '%%s\\n' \"%s $*\" 1<> %s; } 2> /dev/null", t.token, shellword.Quoted(l.pipe))
	line("heard() { spy heard $$ \"SIG$1\"; }")
	// A shell reads a line byte by byte, and two shells that read one pipe may get half
	// of it each. Therefore an answer is one byte.
	line("await() { spy await $$ \"$1\"; test \"$(%s bs=1 count=1 2> /dev/null < %s\"$1\")\" = %s; }", l.dd, shellword.Quoted(l.answers("")), began)
	parts := shellword.Quoted(l.part(t.token, ""))
	line("{ pwd -P; for spy_fd in 0 1 2; do test -t $spy_fd && printf %%s $spy_fd; done; printf '\\0'")
	line("test $# = 0 || printf '%%s\\0' \"$@\"; } > %s$$.given 2> /dev/null", parts)
	if h.Notes.Env {
		line("%s -0 > %s$$.env 2> /dev/null", l.env, parts)
	}
	// Not a trap: bash also runs exit traps when a signal ends it, with the code 0.
	line("ends() { set -- \"${1:-$?}\"; spy end $$ \"$1\"; exit \"$1\"; }")
	line("shopt -s expand_aliases 2> /dev/null")
	line("alias exit=ends")
	line("spy begin $$ $((%s))", t.proof.text)
	if h.Notes.Stdin {
		line("%s > %s$$.stdin 2> /dev/null && spy stdin $$", l.cat, parts)
		line("exec < %s$$.stdin", parts)
	}
	s.WriteString(inputFunctions)
	s.WriteString(h.Body)
	line("\nexit")
	return s.String(), nil
}

const inputFunctions = `unset input
input() {
  input=
  while IFS= read -r spy_line; do input="$input$spy_line
"; done
  input=$input$spy_line
}
has() {
  test -n "${input+read}" || input
  for spy_text; do case $input in *"$spy_text"*) return ;; esac; done
  return 1
}
after() {
  word=
  has "$1" || return
  word=${input##*"$1"}
  word=${word%%[!A-Za-z0-9_-]*}
}
member() {
  word=
  has "\"$1\":" || return
  word=${input##*"\"$1\":"}
  word=${word#*\"}
  word=${word%%\"*}
}
`

// part returns the path prefix of a run's larger notes. The process id and the kind of
// note follow.
func (l *Listener) part(token, rest string) string {
	return filepath.Join(l.folder, token+".") + rest
}

// answers returns the named pipe that wakes the hooks that wait for this one.
func (l *Listener) answers(hook string) string { return filepath.Join(l.folder, "await-") + hook }
