package trace

// A Gate is a rule that a report has to keep.
type Gate string

// The integrity gates. They can't be switched off.
const (
	// UnknownID: a link names an id that the catalogue does not have.
	UnknownID Gate = "unknown-id"
	// RetiredID: a link names a requirement that was merged into another.
	RetiredID Gate = "retired-id"
	// DuplicateLink: a declaration or a schema node names an id twice.
	DuplicateLink Gate = "duplicate-link"
	// WideLink: a directive names more than three ids.
	WideLink Gate = "wide-link"
	// MisplacedLink: a directive stands on no declaration.
	MisplacedLink Gate = "misplaced-link"
	// MissingID: a number of the catalogue has no requirement.
	MissingID Gate = "missing-id"
	// VacuousScope: a check asserts nothing.
	VacuousScope Gate = "vacuous-scope"
	// NotEmitted: a check that a case declares was not judged.
	NotEmitted Gate = "not-emitted"
	// ForeignRun: a run, its coverage or a proof is about another tree.
	ForeignRun Gate = "foreign-run"
	// IncompleteRun: the run did not finish or left cases out.
	IncompleteRun Gate = "incomplete-run"
	// SuspectLink: the text of a clause changed, and nobody looked at its links.
	SuspectLink Gate = "suspect-link"
	// StaleLock: the lock file does not say what the tree says.
	StaleLock Gate = "stale-lock"
	// DeadLink: no case of the named ids runs the declaration.
	DeadLink Gate = "dead-link"
	// StaleMutant: the edit of a mutant no longer applies exactly once.
	StaleMutant Gate = "stale-mutant"
	// StaleSurvivor: the list of survivors excuses a mutant that does not survive.
	StaleSurvivor Gate = "stale-survivor"
	// WaiverExpired and WaiverUnused: a waiver is over, or excuses nothing.
	WaiverExpired Gate = "waiver-expired"
	WaiverUnused  Gate = "waiver-unused"
)

// The coverage gates. The policy says how much of the denominator each wants.
const (
	GateLinked    Gate = "linked"
	GateExecuted  Gate = "executed"
	GatePassed    Gate = "passed"
	GateProven    Gate = "proven"
	GateInspected Gate = "inspected"
	GateSchemas   Gate = "schemas"
	// GateChecks: a check fails for no mutant.
	GateChecks Gate = "checks"
	// GateOperators: the share of mutants made by operators that checks kill.
	GateOperators Gate = "operators"
	// GateOutside: the share of them that no text is said to speak of. It has a limit
	// where the others want so much at least.
	GateOutside Gate = "outside"
	// GateSurvivors: the share of their survivors that have a reason.
	GateSurvivors Gate = "survivors"
	// GateBaseline: a clause has fallen below the rung that it had.
	GateBaseline Gate = "baseline"
)

// Integrity tells whether a gate can't be switched off.
func (g Gate) Integrity() bool {
	switch g {
	case GateLinked, GateExecuted, GatePassed, GateProven, GateInspected, GateSchemas, GateChecks, GateOperators, GateOutside, GateSurvivors, GateBaseline:
		return false
	}
	return true
}

// Gates are all gates, the integrity ones first.
func Gates() []Gate {
	return []Gate{
		UnknownID, RetiredID, DuplicateLink, WideLink, MisplacedLink, MissingID, VacuousScope, NotEmitted,
		ForeignRun, IncompleteRun, SuspectLink, StaleLock, DeadLink, StaleMutant, StaleSurvivor, WaiverExpired, WaiverUnused,
		GateLinked, GateExecuted, GatePassed, GateProven, GateInspected, GateSchemas, GateChecks, GateOperators, GateOutside, GateSurvivors, GateBaseline,
	}
}
