package format

import (
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/conformance/trace"
)

// words are what a reader wants to know of a gate who never heard of it.
type words struct {
	// title names the fault in a few words, without a full stop.
	title string
	// help says what the gate wants, and what to do.
	help string
}

// about explains a gate.
func about(g trace.Gate) words {
	switch g {
	case trace.UnknownID:
		return words{"A link names an id that does not exist", "Every id in a directive, a case and a schema has to be one of the catalogue. Correct the id, or remove the link."}
	case trace.RetiredID:
		return words{"A link names a merged requirement", "A requirement that was merged into another has no clauses of its own. Name the one that took it over."}
	case trace.DuplicateLink:
		return words{"A link names an id twice", "Twice is no more than once, and hides a slip of the pen. Remove one of the two, or name the id that was meant."}
	case trace.WideLink:
		return words{"A link names too many ids", "A declaration that implements everything proves nothing. Split it, or put the directive on the declarations that do the work."}
	case trace.MisplacedLink:
		return words{"A directive stands on no declaration", "A directive speaks for the declaration right below it. Put it there, and name at least one id."}
	case trace.MissingID:
		return words{"A number has no requirement", "Ids are accounted for without gaps. Add the requirement to the catalogue, or the record of where it went."}
	case trace.VacuousScope:
		return words{"A check asserts nothing", "A check that can't fail says nothing about the clause. Add an assertion to its scope."}
	case trace.NotEmitted:
		return words{"A declared check was not judged", "A case has to judge every check that it declares. Look why the run did not reach it."}
	case trace.ForeignRun:
		return words{"A run is about another tree", "Only a run of this engine by this suite says anything about it. Run the suite again."}
	case trace.IncompleteRun:
		return words{"A run is not complete", "A run that stopped or left cases out says nothing about the rest. Run the whole suite."}
	case trace.SuspectLink:
		return words{"The text of a clause changed", "Whoever changes a clause has to look at its code and its cases. Look at them, then accept the links with a reason."}
	case trace.StaleLock:
		return words{"The lock file is behind the tree", "The lock file is what was last accepted and proven. Prove anew what changed, and commit the file."}
	case trace.DeadLink:
		return words{"No case runs a linked declaration", "A declaration that no case of its ids runs can't be what carries them out. Move the directive, or add the case that is missing."}
	case trace.StaleMutant:
		return words{"A mutant's edit does not apply", "A mutant replaces text that occurs exactly once in the engine. Write the edit anew for the engine as it is."}
	case trace.StaleSurvivor:
		return words{"An excuse of a survivor is stale", "The list excuses a mutant that a check kills by now, or that is none any more. Remove the entry, or name what the mutant has become."}
	case trace.WaiverExpired:
		return words{"A waiver is over", "A waiver excuses a gap until a day. Mend the gap, or give another reason and another day."}
	case trace.WaiverUnused:
		return words{"A waiver excuses nothing", "The gap is mended. Remove the waiver, so that it excuses no other."}
	case trace.GateLinked:
		return words{"A clause is not linked", "Both a declaration of the engine and a check have to name the clause. Add the link that is missing."}
	case trace.GateExecuted:
		return words{"A clause is not executed", "The case that checks the clause has to run a declaration that names it. Correct the link, or the case."}
	case trace.GatePassed:
		return words{"A clause is not passed", "All checks of the clause have to pass. Mend the engine, or the check."}
	case trace.GateProven:
		return words{"A clause is not proven", "A check that never failed may be unable to. Add a mutant that violates the clause, and a check that notices it."}
	case trace.GateInspected:
		return words{"A clause is not inspected", "What no test can decide, an inspection of the code has to. Add it, or mend what it found."}
	case trace.GateSchemas:
		return words{"A schema may be weakened unnoticed", "A keyword of a schema that names a requirement has to be held in place by a value that only it refuses. Add that value to the rows of the schema's archive below schemas/testdata."}
	case trace.GateChecks:
		return words{"A check fails for no mutant", "A check that never failed may be unable to, or assert what another one does. Let 'hooktest trace prove --checks' look for a mutant, write one, or drop the check."}
	case trace.GateOperators:
		return words{"Too few mutants made by operators are killed", "A suite that lets small mistakes pass lets implementers make them. Write the checks that are missing."}
	case trace.GateOutside:
		return words{"Too much is said to be outside of the text", "What no text speaks of leaves the score, and is easier to say than a check is to write. Read the reasons against the text and write the checks, or leave functions that no text speaks of out of the mutation."}
	case trace.GateSurvivors:
		return words{"A mutant made by an operator survives without a reason", "Either a check is missing, or no check can be there. Write the check, or the reason."}
	case trace.GateBaseline:
		return words{"A clause has fallen", "What was reached once has to stay. Mend what took the rung away."}
	}
	return words{string(g), "This gate is not known to this version of hooktest."}
}

// count is how many findings a gate has, and how many of them close it.
type count struct{ blocking, all int }

func counts(findings []trace.Finding) map[trace.Gate]count {
	all := map[trace.Gate]count{}
	for _, f := range findings {
		c := all[f.Gate]
		c.all++
		if f.Blocks {
			c.blocking++
		}
		all[f.Gate] = c
	}
	return all
}

// blocking are the findings that close gates, and those of integrity gates
// among them.
func blocking(r trace.Report) (all, integrity int) {
	for _, f := range r.Findings {
		switch {
		case f.Blocks && f.Gate.Integrity():
			integrity++
			fallthrough
		case f.Blocks:
			all++
		}
	}
	return all, integrity
}

// place splits a position. The line is 0 where it has none.
func place(position string) (file string, line int) {
	file, number, ok := cutLast(position)
	if n, err := strconv.Atoi(number); ok && err == nil && n > 0 {
		return file, n
	}
	return position, 0
}

func cutLast(position string) (before, after string, ok bool) {
	i := strings.LastIndexByte(position, ':')
	if i < 0 {
		return position, "", false
	}
	return position[:i], position[i+1:], true
}
