// Package audit asks a shipped agent itself what it does with the configured hooks of a user: was
// each hook started, with which payload, what did it answer, and did the tool run all the same. Its
// result is a row for each hook, event input and mode.
//
// Most callers need Setup.Plan, which finds what each hook is for, and Plan.Run, which runs the
// agent in one mode. One run of the agent is about all hooks: its model calls a tool for each event
// input, one after another. Copies of the settings have a recorder in front of each hook, and are
// otherwise the same, byte for byte.
//
// Package driver runs the agent, package diagnosis finds the hooks. This package judges what came
// of it, and prints nothing.
package audit

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cassette"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/diagnosis"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
)

// A Setup is an agent with the hooks of a user.
type Setup struct {
	Agent    *driver.Agent
	Program  driver.Program
	Contract *dialect.Contract
	Hooks    []diagnosis.Hook
	// Files are the settings files with the hooks.
	Files []diagnosis.File
	// Project and Home are absolute and without links.
	Project, Home string
	Environ       []string
	// Recorder is this program's file, and Scratch a folder of the caller for everything that is
	// recorded.
	Recorder, Scratch string
}

// A Status is what a row says about a hook.
type Status string

const (
	// Stops: the hook refused, and the tool did not run.
	Stops Status = "stops"
	// Runs: the hook was started, and refused nothing here.
	Runs Status = "runs"
	// Dead: the hook was not started, or the tool ran although the hook refuses this.
	Dead Status = "dead"
	// Unseen: nothing can be said. Why has the reason.
	Unseen Status = "unseen"
)

// A Row is the result for one hook, event input and mode.
type Row struct {
	Hook *diagnosis.Hook
	Mode string
	// Title names the event input, and Guards reports whether the hook refuses it when it is asked
	// directly, or by its own cases.
	Title  string
	Guards bool
	Status Status
	Why    string
	// Started is nil if that could not be seen. Record is the hook's run, nil if there is none.
	Started *bool
	Record  *cassette.Record
	// Verdict is what the recorded answer means by the contract.
	Verdict effect.Kind
	// Ran reports whether the tool ran, seen from the tool's side; nil if it could not be seen.
	Ran *bool
	// Model is what the model read about the call. Asked reports whether there was a call at all.
	Model string
	Asked bool
}

// A Session is what happened in one mode.
type Session struct {
	Mode string
	Rows []Row
	// Runs are the agent's runs.
	Runs []driver.Run
	// Unrun is the reason why the mode could not be tested.
	Unrun string
	// moved are the files of which all hooks were in plugins; nil if none was moved.
	moved map[string]bool
}

// Dead reports whether a hook is dead in this mode.
func (s Session) Dead() bool {
	return slices.ContainsFunc(s.Rows, func(r Row) bool { return r.Status == Dead })
}

// Seen reports whether anything was found out.
func (s Session) Seen() bool {
	return slices.ContainsFunc(s.Rows, func(r Row) bool { return r.Status != Unseen })
}
