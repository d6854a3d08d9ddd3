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
	"github.com/hooktest/hooktest/engine/settings"
)

// ofCommand returns the reasons that the hook's command can't be started on this machine.
func (e *examination) ofCommand(p checkedHook) []finding.Finding {
	all := p.found(ofCommands)
	all = append(all, e.ofVariables(p)...)
	all = append(all, e.ofHomes(p)...)
	if len(all) > 0 || p.Entry.Shell != "" {
		return all
	}
	for _, start := range p.sheet.Starts {
		if start.Event == p.Event && start.Command == p.Command && start.File.Path != "" && start.File.Interpreter == "" {
			return e.ofScript(p, start.File.Path)
		}
	}
	word, rest, plain := commandfile.FirstWord(p.Command)
	if p.Entry.Args != nil {
		word, rest, plain = p.Command, "", true
	}
	// Functions of the shell, or of a sourced script, are unknown here.
	if !plain || strings.Contains(word, "/") || slices.Contains(ownWords(), word) || strings.HasPrefix(strings.TrimSpace(rest), "()") || e.machine.Program(word) != "" {
		return nil
	}
	return []finding.Finding{made(ruleProgram, p.place(), word+" is not on the PATH of this machine: the hook can't start", "install it, or write its whole path")}
}

// ofVariables finds a path that begins with a variable that the agent does not set, so that there
// is no such file.
func (e *examination) ofVariables(p checkedHook) []finding.Finding {
	var all []finding.Finding
	for _, f := range p.found([]string{"HT115"}) {
		name, _, _ := strings.Cut(f.Text, " ")
		bare := strings.NewReplacer("${"+name+"}", e.machine.Getenv(name), "$"+name, e.machine.Getenv(name)).Replace(p.Command)
		file, ok := p.sheet.places.File(bare)
		if !ok {
			continue
		}
		if fault, _ := file.Fault(); fault == commandfile.Missing {
			all = append(all, f)
		}
	}
	return all
}

// ofHomes finds a path into another user's home directory that does not exist here.
func (e *examination) ofHomes(p checkedHook) []finding.Finding {
	all := p.found([]string{"HT127"})
	file, ok := p.sheet.places.File(p.Command)
	if fault, _ := file.Fault(); !ok || fault != commandfile.Missing {
		return nil
	}
	return all
}

// ofScript returns the reasons that a script can't be executed because of its first line.
func (e *examination) ofScript(p checkedHook, path string) []finding.Finding {
	text, err := settings.Text(path)
	if err != nil {
		return []finding.Finding{made(ruleProgram, p.place(), fmt.Sprintf("%s can't be read (%v): no interpreter can run it", e.near(path), err), "make it readable")}
	}
	for _, f := range script.Look(path, text, script.Use{}).Findings {
		if f.Rule.ID == "HT302" {
			return []finding.Finding{f}
		}
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
	return []finding.Finding{made(ruleProgram, place, fmt.Sprintf("%s needs %s, which is not installed: the hook can't start", e.near(path), program),
		fmt.Sprintf("install %s, or name an installed one in the first line", filepath.Base(program)))}
}

// near returns a path relative to the project if it is inside it.
func (e *examination) near(path string) string {
	if near, err := filepath.Rel(e.machine.Project, path); err == nil && filepath.IsLocal(near) {
		return filepath.ToSlash(near)
	}
	return path
}

// ownWords are the reserved words and built-in commands of shells.
func ownWords() []string {
	return strings.Fields(`
		. : [ [[ alias bg bind break builtin caller case cd command compgen complete continue coproc declare dirs disown do
		done echo elif else enable esac eval exec exit export false fc fg fi for function getopts hash help history if in
		jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return select set shift shopt
		source suspend test then time times trap true type typeset ulimit umask unalias unset until wait while`)
}
