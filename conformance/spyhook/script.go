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
	// Project is the value of the variable PROJECT in the body. It is not exported,
	// so the environment remains the implementation's.
	Project string
	Notes   Notes
}

// Notes are what a hook records only if a case uses it: each costs a process, and
// Stdin reads input that the body may leave unread.
type Notes struct{ Stdin, Env bool }

// Script returns an executable shell script that runs the hook's body and notifies the
// listener. The body can call
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
// An exit trap records the end. A body that sets its own exit trap, or that becomes
// another program with exec, has no recorded end.
func (l *Listener) Script(h Hook) (string, error) {
	t, err := l.enlist(h.Name)
	if err != nil {
		return "", err
	}
	var s strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&s, format+"\n", args...) }
	line("#!/bin/sh")
	line("PROJECT=%s", shellword.Quoted(h.Project))
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
	line("trap 'spy end $$ $?' EXIT")
	line("spy begin $$ $((%s))", t.proof.text)
	if h.Notes.Stdin {
		line("%s > %s$$.stdin 2> /dev/null && spy stdin $$", l.cat, parts)
		line("exec < %s$$.stdin", parts)
	}
	s.WriteString(inputFunctions)
	s.WriteString(h.Body)
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
