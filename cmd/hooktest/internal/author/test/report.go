package test

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/caserun"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/shellword"
)

// tested is the result of all cases.
type tested struct {
	results []caserun.Result
	// cases is the number of cases with its noun. left counts the cases that did not finish.
	cases string
	left  int
	// all shows passed cases too. interrupted is set if the user interrupted the run.
	all, interrupted bool
	counts           map[caserun.Status]int
	oneSided         []oneSided
}

// A oneSided remark is about hooks whose cases all expect the same: they would pass with a hook
// that does nothing, or with one that denies everything.
type oneSided struct {
	scripts    []string
	text, hint string
	// asks is set for hooks that call a server or a model. They have no script whose comments
	// could hold cases.
	asks bool
}

func newTested(results []caserun.Result, cases string, left int, all, interrupted bool) tested {
	r := tested{results: results, cases: cases, left: left, all: all, interrupted: interrupted, counts: map[caserun.Status]int{}}
	for _, one := range results {
		r.counts[one.Status]++
	}
	const passes = "no case expects it to let anything pass: a hook that refuses everything would do"
	const refuses = "no case expects it to refuse: a hook that does nothing would do"
	remarks := []oneSided{
		{text: passes, hint: "add one, such as: # hooktest: allow 'git status'"},
		{text: passes, hint: "add one to its cases, such as: {name: a look, bash: git status, expect: allow}", asks: true},
		{text: refuses, hint: "add one, such as: # hooktest: deny 'rm -rf /'"},
		{text: refuses, hint: "add one to its cases, such as: {name: a deletion, bash: rm -rf /, expect: deny}", asks: true},
	}
	for _, script := range r.scripts() {
		of := r.of(script)
		refused, passed := sidesOf(of)
		if refused == passed {
			continue
		}
		for i := range remarks {
			if (remarks[i].text == passes) == refused && remarks[i].asks == (of[0].Case.Entry != nil) {
				remarks[i].scripts = append(remarks[i].scripts, script)
			}
		}
	}
	r.oneSided = slices.DeleteFunc(remarks, func(o oneSided) bool { return len(o.scripts) == 0 })
	return r
}

// scripts returns the hooks of the results, in their order.
func (r tested) scripts() []string {
	return lists.Once(lists.Of(r.results, func(one caserun.Result) string { return one.Case.Script }))
}

func (r tested) of(script string) []caserun.Result {
	return lists.Where(r.results, func(one caserun.Result) bool { return one.Case.Script == script })
}

func (r tested) against() []caserun.Result {
	return slices.DeleteFunc(slices.Clone(r.results), func(one caserun.Result) bool { return holds([]caserun.Result{one}) })
}

// sidesOf reports whether a guard's cases test that it denies and that it allows. A hook is a
// guard if a case expects it to deny, or if it could deny and no case expects another effect. For
// any other hook, both results are true.
func sidesOf(results []caserun.Result) (refused, passed bool) {
	acts, could := false, false
	for _, one := range results {
		want := one.Case.Of(one.Contract.Name)
		refused = refused || want.Refuses()
		passed = passed || want.Verdict == effect.Allow || want.Verdict == effect.Failed
		acts = acts || want.Acts()
		could = could || one.Run != nil && guarded(one.Contract, one.Run)
	}
	if !refused && (acts || !could) {
		return true, true
	}
	return refused, passed
}

// guarded reports whether hooks of the event run before the action that it announces.
func guarded(contract *dialect.Contract, run *caserun.Run) bool {
	row, _ := contract.Event(run.Event)
	return slices.Contains([]dialect.Moment{dialect.ToolBefore, dialect.ToolPermission, dialect.ModelBefore, dialect.TurnBefore}, row.Moment)
}

// conclude turns results into the exit code.
func (r tested) conclude(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return console.Silent(console.ExitInterrupted)
	case r.counts[caserun.Broken] > 0:
		return console.Silent(console.ExitFault)
	case r.counts[caserun.Untested] > 0:
		return console.Silent(console.ExitUntestable)
	case r.counts[caserun.Failed] > 0:
		return console.Silent(console.ExitAgainst)
	case r.counts[caserun.Passed] == 0:
		return &console.Failure{Code: console.ExitNothing, Message: "every case was skipped, so nothing was tested"}
	}
	return nil
}

// numbers tells how many results have each status. passed is set to tell also that none passed.
func numbers(counts map[caserun.Status]int, passed bool) string {
	var parts []string
	for _, status := range caserun.Statuses() {
		if n := counts[status]; n > 0 || passed && status == caserun.Passed {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	return english.And(parts)
}

func (r tested) summary() string {
	agents := lists.Once(lists.Of(r.results, func(one caserun.Result) string { return one.Contract.Name }))
	names := english.And(agents)
	if len(agents) == 0 {
		// The run may be interrupted before the first result.
		names = "no agent"
	}
	text := fmt.Sprintf("%s of %s for %s: %s", r.cases, english.Count(len(r.scripts()), "hook"), names, numbers(r.counts, true))
	if r.left > 0 {
		text += fmt.Sprintf("; %d not finished", r.left)
	}
	if r.interrupted {
		text += "; interrupted"
	}
	return text
}

// again returns the command that repeats a case for the agents of its results.
func again(results ...caserun.Result) string {
	c := results[0].Case
	names := strings.ReplaceAll(agentsIn(results), ", ", ",")
	words := []string{filepath.Clean(c.At.File), "--run", "^" + regexp.QuoteMeta(c.Name) + "$", "--agents", names}
	if c.At.File != c.Script {
		// Commands that a case file names require consent, and the user had given it.
		words = append(words, "--yes")
	}
	return "hooktest test " + shellword.Join(words)
}

// reasonOf describes in one line why a result failed.
func reasonOf(one caserun.Result) string {
	if len(one.Mismatches) == 0 {
		return one.Why
	}
	first := one.Mismatches[0]
	text := fmt.Sprintf("%s: want %s, got %s", first.Field, shownOrNone(first.Want), shownOrNone(first.Got))
	if more := len(one.Mismatches) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}
