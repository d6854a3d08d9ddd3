package diagnosis

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/document"
)

// ht803 finds a command whose program, or a script whose interpreter, is not on this machine.
func ht803(e *examination, p checkedHook, at stage) []finding.Finding {
	if at != atStart {
		return nil
	}
	if path := p.script(); path != "" {
		return e.ofScript(p, path)
	}
	word, rest, plain := commandfile.FirstWord(p.Command)
	if p.Entry.Args != nil {
		word, rest, plain = p.Command, "", true
	}
	// Functions of the shell, or of a sourced script, are unknown here.
	if !plain || strings.Contains(word, "/") || slices.Contains(ownWords(), word) || strings.HasPrefix(strings.TrimSpace(rest), "()") || e.machine.Program(word) != "" {
		return nil
	}
	return says(p.place(), word+" is not on the PATH of this machine: the hook can't start", "install it, or write its whole path")
}

// ofScript finds a script that no interpreter can run.
func (e *examination) ofScript(p checkedHook, path string) []finding.Finding {
	text, err := e.machine.read(path)
	if err != nil {
		return says(p.place(), fmt.Sprintf("%s can't be read (%v): no interpreter can run it", e.near(path), err), "make it readable")
	}
	program := script.Interpreter(text)
	switch {
	case program == "" || runtime.GOOS == "windows":
		return nil
	case strings.Contains(program, "/"):
		info, err := os.Stat(program)
		if err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return nil
		}
	case e.machine.Program(program) != "":
		return nil
	}
	place := finding.Place{File: path, Position: document.Position{File: path, Line: 1, Column: 1}}
	return says(place, fmt.Sprintf("%s needs %s, which is not installed: the hook can't start", e.near(path), program),
		fmt.Sprintf("install %s, or name an installed one in the first line", filepath.Base(program)))
}

// ownWords are the reserved words and built-in commands of shells.
func ownWords() []string {
	return strings.Fields(`
		. : [ [[ alias bg bind break builtin caller case cd command compgen complete continue coproc declare dirs disown do
		done echo elif else enable esac eval exec exit export false fc fg fi for function getopts hash help history if in
		jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return select set shift shopt
		source suspend test then time times trap true type typeset ulimit umask unalias unset until wait while`)
}
