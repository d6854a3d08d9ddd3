package spyhook

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/hooktest/hooktest/internal/shellword"
)

// A Hook is what a hook of a case is made of.
type Hook struct {
	Name string
	// Body is the shell script that answers.
	Body string
	// Project is what the body finds in the variable PROJECT. It is not exported:
	// the environment remains the implementation's.
	Project string
	Notes   Notes
}

// Notes are what a hook notes only where a case asks for it, since it takes a
// process, and takes away what the body might have left unread.
type Notes struct{ Stdin, Env bool }

// Script is an executable shell script that runs the hook's body and tells the
// listener of it. The body can call
//
//	await HOOK     waits until a run of another hook has begun; fails if none does
//	heard SIGNAL   notes a signal; it is called by a trap
//
// An exit trap notes the end: a body that sets its own, or that becomes another
// program with exec, has no end.
func (l *Listener) Script(h Hook) (string, error) {
	t, err := l.enlist(h.Name)
	if err != nil {
		return "", err
	}
	var s strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&s, format+"\n", args...) }
	line("#!/bin/sh")
	line("PROJECT=%s", shellword.Quoted(h.Project))
	// Opened for reading and writing, a named pipe neither keeps a hook waiting nor
	// kills it when nobody listens any more.
	line("spy() { printf '%%s\\n' \"%s $*\" 1<> %s; } 2> /dev/null", t.token, shellword.Quoted(l.pipe))
	line("heard() { spy heard $$ \"SIG$1\"; }")
	// A shell reads a line byte by byte, and of two that read from one pipe each may
	// get half: so an answer is one byte.
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
	s.WriteString(h.Body)
	return s.String(), nil
}

// part is where a run's larger notes lie. Its name goes on with the process id
// and what is noted.
func (l *Listener) part(token, rest string) string {
	return filepath.Join(l.folder, token+".") + rest
}

// answers is the named pipe by which waiting hooks hear of the one they wait for.
func (l *Listener) answers(hook string) string { return filepath.Join(l.folder, "await-") + hook }
