// Package script finds mistakes in a hook's script from its text, and suggests fixes.
//
// Look returns the findings of one script and those that its
// comments silence. sh and bash scripts are parsed; Python and Node scripts are read as tokens. The
// package reports only what is certain: if the text does not show it, or it depends on the caller,
// there is no finding. The agents' contracts say which fields hooks read, which variables are set
// and which tools exist.
//
// The package opens no file and starts no process. Package lint handles settings files; package
// finding handles what a hook's run shows.
package script

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// Use is what is known about how a script is used; an empty field is unknown.
type Use struct {
	// Contracts are those of the agents that start the script.
	Contracts []*dialect.Contract
	// Events and Tools are those for which it is started.
	Events []hook.Event
	Tools  []string
	// Servers is set if it may also be started for tools of MCP servers.
	Servers bool
	// Command is the settings' command that starts it.
	Command string
	// Background is set if no agent waits for it.
	Background bool
}

// A Report is the result for one script.
type Report struct {
	// Findings are in the order of their places.
	Findings []finding.Finding
	// Silenced are the findings that a comment silences.
	Silenced []finding.Finding
	// Cut is set if the script is too long: only the rules about its first line were applied.
	Cut bool
	// Unused are the silencers that silence nothing or name an unknown rule.
	Unused []Silencer
}

// Largest is the maximum length of a script in bytes. A longer file is not hand-written, and
// checking it would take too long.
const Largest = 256 << 10

// Look returns the findings of a script and the use of its silencers. path is its name in reports,
// and decides the language if the first line does not.
func Look(path string, text []byte, use Use) Report {
	cut := len(text) > Largest
	if cut && bytes.IndexByte(text[:Largest], 0) >= 0 {
		// It is a binary and has no text to check.
		return Report{}
	}
	if cut {
		text = text[:bytes.IndexByte(text[:Largest], '\n')+1]
	}
	s := newSource(path, text, use)
	if s.isGitHook() {
		return Report{}
	}
	var all []finding.Finding
	for _, c := range checks() {
		if !cut || slices.Contains(ofTheFirstLine, c.id) {
			all = append(all, c.findings(s)...)
		}
	}
	all = finding.Together(all)
	slices.SortStableFunc(all, func(a, b finding.Finding) int {
		return cmp.Compare(a.Place.Position.Offset, b.Place.Position.Offset)
	})
	report := s.silence(all)
	if report.Cut = cut; cut {
		// A silencer may be for the part that was not checked.
		report.Unused = nil
	}
	return report
}

// Inline returns the findings of a program inside a settings command, read as bash. It applies only
// the rules that do not depend on a file.
func Inline(command string, use Use) []finding.Finding {
	use.Command = ""
	found := Look("command.sh", []byte(command), use).Findings
	return slices.DeleteFunc(found, func(f finding.Finding) bool { return slices.Contains(aboutFiles, f.Rule.ID) })
}

// aboutFiles are the rules about files, and about what authors write out only in files.
var aboutFiles = []string{"HT301", "HT302", "HT306", "HT307", "HT314"}

// ofTheFirstLine are the rules that need only the first line of a script.
var ofTheFirstLine = []string{"HT301", "HT302"}

// A check is the function that reports a rule's mistakes: in any script, or in a parsed shell script.
type check struct {
	id    string
	find  func(*source)
	shell func(*source, *shell)
}

func (c check) findings(s *source) []finding.Finding {
	s.found = nil
	switch {
	case c.find != nil:
		c.find(s)
	case s.shell != nil:
		c.shell(s, s.shell)
	}
	return finding.By(c.id, s.found)
}
