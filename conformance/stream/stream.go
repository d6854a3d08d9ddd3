// Package stream turns a conformance run into events, one JSON object per line,
// and such lines back into a run with its totals.
//
// Most callers need a Writer while cases run, Read for a stored stream, and Merge
// for the shards of one run. A Run holds everything that a report shows: reports
// are functions of it alone.
//
// The package runs no case, judges nothing and renders nothing. It checks that
// events match the schema conformance-events and do not contradict each other.
package stream

import (
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// Schema identifies the schema of every line.
const Schema = "urn:hooktest:schema:conformance-events"

// A Kind is the type of a line.
type Kind string

// The kinds. A stream has one header as its first line and, unless it was cut
// off, one footer as its last. The lines of several cases may interleave.
const (
	KindHeader    Kind = "header"
	KindCaseStart Kind = "case-start"
	KindCheck     Kind = "check"
	KindCaseEnd   Kind = "case-end"
	KindFooter    Kind = "footer"
)

// A Header says what was run, against what and where.
type Header struct {
	Kind   Kind   `json:"kind"`
	Schema string `json:"schema"`
	// Hooktest is the version of the program that wrote the stream.
	Hooktest string `json:"hooktest"`
	// Suite and Catalogue are the results of SuiteDigest and CatalogueDigest.
	Suite     string `json:"suite"`
	Catalogue string `json:"catalogue"`
	// Requirements list, in the catalogue's order, the clauses that totals are
	// computed over, whether or not a check is about them.
	Requirements []Requirement `json:"requirements"`
	// Seed determines the order of cases. It is at most 2^53-1, the largest that
	// every JSON reader keeps.
	Seed      int64     `json:"seed"`
	Shard     Shard     `json:"shard"`
	Selection Selection `json:"selection"`
	// Required are the profiles, features and observations that the implementation
	// must not lose.
	Required []string `json:"required,omitempty"`
	// LeftOut counts, for a required name, its cases that the selection leaves out;
	// a name without any is absent.
	LeftOut  map[string]int `json:"leftOut,omitempty"`
	Platform Platform       `json:"platform"`
	// Started is kept to the millisecond, in UTC.
	Started time.Time `json:"started"`
	Adapter Adapter   `json:"adapter"`
}

// A Requirement lists the clauses of one requirement by number: those decided by
// tests and those decided by an inspection.
type Requirement struct {
	ID string `json:"id"`
	// Target reports whether the described product did not do this when the
	// requirement was written. The requirement is binding nevertheless.
	Target      bool  `json:"target,omitempty"`
	Tests       []int `json:"tests,omitempty"`
	Inspections []int `json:"inspections,omitempty"`
}

// A Shard is one part of a run, counted from 1. A run in one piece is 1 of 1.
type Shard struct {
	Index int `json:"index"`
	Count int `json:"count"`
}

// Partial reports whether cases were omitted on purpose: the run is one shard of
// several, or there is a selection.
func (h Header) Partial() bool {
	s := h.Selection
	return h.Shard.Count > 1 || len(s.Run)+len(s.Skip)+len(s.Profiles) > 0
}

// Smoke, in a list of profiles, selects the cases of the smoke test. Those need not be all
// of any profile, so a run of them proves nothing about one.
const Smoke adapter.Profile = "smoke"

// A Selection says which cases were selected. Empty lists select everything.
type Selection struct {
	// Run and Skip are patterns as they were given.
	Run      []string          `json:"run,omitempty"`
	Skip     []string          `json:"skip,omitempty"`
	Profiles []adapter.Profile `json:"profiles,omitempty"`
}

// A Platform is the kind of machine, in Go's words; it names no host.
type Platform struct {
	OS   string `json:"os"`
	Arch string `json:"arch"`
	CPUs int    `json:"cpus"`
}

// An Adapter is what was tested: the command line, empty for the built-in
// implementation, and its result of initialize.
type Adapter struct {
	Command []string                 `json:"command,omitempty"`
	Hello   adapter.InitializeResult `json:"hello"`
}
