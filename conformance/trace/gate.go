package trace

import (
	_ "embed"
	"encoding/csv"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/lists"
)

// A Gate is a rule for reports.
type Gate string

// The gates. gates.csv explains them.
const (
	UnknownID     Gate = "unknown-id"
	RetiredID     Gate = "retired-id"
	DuplicateLink Gate = "duplicate-link"
	WideLink      Gate = "wide-link"
	MisplacedLink Gate = "misplaced-link"
	MissingID     Gate = "missing-id"
	VacuousScope  Gate = "vacuous-scope"
	NotEmitted    Gate = "not-emitted"
	ForeignRun    Gate = "foreign-run"
	IncompleteRun Gate = "incomplete-run"
	SuspectLink   Gate = "suspect-link"
	StaleLock     Gate = "stale-lock"
	DeadLink      Gate = "dead-link"
	StaleMutant   Gate = "stale-mutant"
	StaleSurvivor Gate = "stale-survivor"
	WaiverExpired Gate = "waiver-expired"
	WaiverUnused  Gate = "waiver-unused"
	GateLinked    Gate = "linked"
	GateExecuted  Gate = "executed"
	GatePassed    Gate = "passed"
	GateProven    Gate = "proven"
	GateInspected Gate = "inspected"
	GateSchemas   Gate = "schemas"
	GateChecks    Gate = "checks"
	GateOperators Gate = "operators"
	GateOutside   Gate = "outside"
	GateSurvivors Gate = "survivors"
	GateBaseline  Gate = "baseline"
)

//go:embed gates.csv
var gateTable string

// gates has a row for each gate: itself, its kind, its title and its help.
var gates = sync.OnceValue(func() [][]string {
	r := csv.NewReader(strings.NewReader(strings.ReplaceAll(gateTable, "$PROVE", proof.Command)))
	r.Comment, r.FieldsPerRecord = '#', 4
	// A test reads the file, too.
	rows, _ := r.ReadAll()
	return rows
})

// Gates returns all gates, the integrity gates first.
func Gates() []Gate {
	return lists.Of(gates(), func(row []string) Gate { return Gate(row[0]) })
}

func (g Gate) row() []string {
	i := slices.Index(Gates(), g)
	if i < 0 {
		return []string{string(g), "integrity", string(g), "This gate is not known to this version of hooktest."}
	}
	return gates()[i]
}

// Integrity reports whether a gate can't be switched off.
func (g Gate) Integrity() bool { return g.Kind() == "integrity" }

// Kind returns "integrity" or "coverage".
func (g Gate) Kind() string { return g.row()[1] }

// Title returns the fault that a gate finds in a few words, without a full stop.
func (g Gate) Title() string { return g.row()[2] }

// Help returns what a gate requires, and what to do.
func (g Gate) Help() string { return g.row()[3] }
