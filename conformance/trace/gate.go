package trace

import "github.com/hooktest/hooktest/conformance/trace/proof"

// A Gate is a rule for reports.
type Gate string

// The gates. The table below explains them.
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

// A gateKind reports whether a policy may tune a gate.
type gateKind bool

const (
	// integrity gates can't be switched off, because the figures depend on them.
	integrity gateKind = true
	// coverage gates require a percentage of the denominator, which the policy sets.
	coverage gateKind = false
)

// A gateRow describes a gate.
type gateRow struct {
	gate Gate
	kind gateKind
	// title names the fault in a few words, without a full stop. help says what the
	// gate requires, and what to do.
	title, help string
}

// gates has a row for each gate, the integrity gates first.
func gates() []gateRow {
	return []gateRow{
		{UnknownID, integrity, "A link names an id that does not exist",
			"Every id in a directive, a case and a schema has to be one of the catalogue. Correct the id, or remove the link."},
		{RetiredID, integrity, "A link names a merged requirement",
			"A requirement that was merged into another has no clauses of its own. Name the one that took it over."},
		{DuplicateLink, integrity, "A link names an id twice",
			"Twice is no more than once, and hides a slip of the pen. Remove one of the two, or name the id that was meant."},
		{WideLink, integrity, "A link names too many ids",
			"A declaration that implements everything proves nothing. Split it, or put the directive on the declarations that do the work."},
		{MisplacedLink, integrity, "A directive stands on no declaration",
			"A directive speaks for the declaration right below it. Put it there, and name at least one id."},
		{MissingID, integrity, "A number has no requirement",
			"Ids are accounted for without gaps. Add the requirement to the catalogue, or the record of where it went."},
		{VacuousScope, integrity, "A check asserts nothing",
			"A check that can't fail says nothing about the clause. Add an assertion to its scope."},
		{NotEmitted, integrity, "A declared check was not judged",
			"A case has to judge every check that it declares. Look why the run did not reach it."},
		{ForeignRun, integrity, "A run is about another tree",
			"Only a run of this engine by this suite says anything about it. Run the suite again."},
		{IncompleteRun, integrity, "A run is not complete",
			"A run that stopped or left cases out says nothing about the rest. Run the whole suite."},
		{SuspectLink, integrity, "The text of a clause changed",
			"Whoever changes a clause has to look at its code and its cases. Look at them, then accept the links with a reason."},
		{StaleLock, integrity, "The lock file is behind the tree",
			"The lock file is what was last accepted and proven. Prove anew what changed, and commit the file."},
		{DeadLink, integrity, "No case runs a linked declaration",
			"A declaration that no case of its ids runs can't be what carries them out. Move the directive, or add the case that is missing."},
		{StaleMutant, integrity, "A mutant's edit does not apply",
			"A mutant replaces text that occurs exactly once in the engine. Write the edit anew for the engine as it is."},
		{StaleSurvivor, integrity, "An excuse of a survivor is stale",
			"The list excuses a mutant that a check kills by now, or that is none any more. Remove the entry, or name what the mutant has become."},
		{WaiverExpired, integrity, "A waiver is over",
			"A waiver excuses a gap until a day. Mend the gap, or give another reason and another day."},
		{WaiverUnused, integrity, "A waiver excuses nothing",
			"The gap is mended. Remove the waiver, so that it excuses no other."},
		{GateLinked, coverage, "A clause is not linked",
			"Both a declaration of the engine and a check have to name the clause. Add the link that is missing."},
		{GateExecuted, coverage, "A clause is not executed",
			"The case that checks the clause has to run a declaration that names it. Correct the link, or the case."},
		{GatePassed, coverage, "A clause is not passed",
			"All checks of the clause have to pass. Mend the engine, or the check."},
		{GateProven, coverage, "A clause is not proven",
			"A check that never failed may be unable to. Add a mutant that violates the clause, and a check that notices it."},
		{GateInspected, coverage, "A clause is not inspected",
			"What no test can decide, an inspection of the code has to. Add it, or mend what it found."},
		{GateSchemas, coverage, "A schema may be weakened unnoticed",
			"A keyword of a schema that names a requirement has to be held in place by a value that only it refuses. Add that value to the rows of the schema's archive below schemas/testdata."},
		{GateChecks, coverage, "A check fails for no mutant",
			"A check that never failed may be unable to, or assert what another one does. Let '" + proof.Command + " --checks' look for a mutant, write one, or drop the check."},
		{GateOperators, coverage, "Too few mutants made by operators are killed",
			"A suite that lets small mistakes pass lets implementers make them. Write the checks that are missing."},
		{GateOutside, coverage, "Too much is said to be outside of the text",
			"What no text speaks of leaves the score, and is easier to say than a check is to write. Read the reasons against the text and write the checks, or leave functions that no text speaks of out of the mutation."},
		{GateSurvivors, coverage, "A mutant made by an operator survives without a reason",
			"Either a check is missing, or no check can be there. Write the check, or the reason."},
		{GateBaseline, coverage, "A clause has fallen",
			"What was reached once has to stay. Mend what took the rung away."},
	}
}

// Gates returns all gates, the integrity gates first.
func Gates() []Gate {
	var all []Gate
	for _, row := range gates() {
		all = append(all, row.gate)
	}
	return all
}

func (g Gate) row() gateRow {
	for _, row := range gates() {
		if row.gate == g {
			return row
		}
	}
	return gateRow{g, integrity, string(g), "This gate is not known to this version of hooktest."}
}

// Integrity reports whether a gate can't be switched off.
func (g Gate) Integrity() bool { return g.row().kind == integrity }

// Kind returns "integrity" or "coverage".
func (g Gate) Kind() string {
	if g.Integrity() {
		return "integrity"
	}
	return "coverage"
}

// Title returns the fault that a gate finds in a few words, without a full stop.
func (g Gate) Title() string { return g.row().title }

// Help returns what a gate requires, and what to do.
func (g Gate) Help() string { return g.row().help }
