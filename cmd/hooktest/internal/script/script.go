// Package script says what is wrong with a hook's script, and how it is mended, from its
// text alone.
//
// Rules declares every finding once, Look gives those of one script, and those
// that comments in it have silenced. Scripts for sh and bash are parsed, those for
// Python and Node are read token by token. A finding holds or is not made: where the
// text does not say it, or depends on who starts the script, the package is silent.
// What hooks read, which variables are set and which tools there are stands in the
// contracts of the agents.
//
// The package opens no file and starts nothing. Files of settings belong to package
// lint, what shows when a hook runs to package finding.
package script

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// Use is what is known of the use that a script is put to; each field is empty where
// nobody knows.
type Use struct {
	// Contracts are those of the agents that start it.
	Contracts []*dialect.Contract
	// Events and Tools are those on which it is started.
	Events []hook.Event
	Tools  []string
	// Servers tells that it may be started for tools of MCP servers, too.
	Servers bool
	// Command is the one that settings start it by.
	Command string
	// Background tells that the agent does not wait for it, wherever it is started.
	Background bool
}

// A Report is all that there is to say about a script.
type Report struct {
	// Findings stand in the order of their places.
	Findings []finding.Finding
	// Silenced are those that a comment keeps from the Findings.
	Silenced []finding.Finding
	// Cut tells that the script is too long to be looked at: only what its beginning says
	// by itself is told.
	Cut bool
	// Unused are the silencers that silence nothing, or name no rule of this package.
	Unused []Silencer
}

// Largest is how long a script may be, in bytes. Whatever is longer was not written by
// a person, and what is found in it would cost many times its size.
const Largest = 256 << 10

// Look gives the findings of a script and what its silencers do: path is how its reader
// calls it, and tells the language where the first line does not.
func Look(path string, text []byte, use Use) Report {
	cut := len(text) > Largest
	if cut && bytes.IndexByte(text[:Largest], 0) >= 0 {
		// It is a program, and there is nothing in it to be read.
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
	for _, r := range rules() {
		if cut && !slices.Contains(ofTheFirstLine, r.ID) {
			continue
		}
		for _, f := range r.find(s) {
			f.Rule = r.As(f)
			all = append(all, f)
		}
	}
	all = finding.Together(all)
	slices.SortStableFunc(all, func(a, b finding.Finding) int {
		return cmp.Compare(a.Place.Position.Offset, b.Place.Position.Offset)
	})
	report := s.silence(all)
	if report.Cut = cut; cut {
		// What a silencer is for may stand in what was not looked at.
		report.Unused = nil
	}
	return report
}

// Inline gives the findings of a program that is a command of settings, as a shell with
// what bash knows reads it, for the rules that hold of it as of a script.
func Inline(command string, use Use) []finding.Finding {
	use.Command = ""
	found := Look("command.sh", []byte(command), use).Findings
	return slices.DeleteFunc(found, func(f finding.Finding) bool { return slices.Contains(aboutFiles, f.Rule.ID) })
}

// aboutFiles are the rules about files of their own, and about what people write out in
// those alone.
var aboutFiles = []string{"HT301", "HT302", "HT306", "HT307", "HT314"}

// ofTheFirstLine are the rules that the first line of a script is enough for.
var ofTheFirstLine = []string{"HT301", "HT302"}

// A rule is one kind of finding, and what finds it.
type rule struct {
	finding.Rule
	find func(*source) []finding.Finding
}

// Rules gives every rule about scripts.
func Rules() []finding.Rule {
	var all []finding.Rule
	for _, r := range rules() {
		all = append(all, r.Rule)
	}
	return all
}
