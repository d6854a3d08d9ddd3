// Package finding defines findings, and finds mistakes in a hook from the result of its run.
//
// The archives in testdata declare every finding once: its stable ID, its meaning, and an example
// with and one without the finding. Of returns the findings of one hook's run, Among those about
// differences between agents. The package reports only what is certain: if a contract does not
// know, there is no finding. Each fix uses the agent's own fields and codes, and is checked against
// the contract.
//
// The package starts no process and prints nothing.
package finding

import (
	"cmp"
	"slices"
	"time"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lists"
)

// A Severity is the weight of a finding.
type Severity string

const (
	// Error means that the author's intention fails.
	Error Severity = "error"
	// Warning means that it can fail.
	Warning Severity = "warning"
	// Info is information only.
	Info Severity = "info"
)

// A Rule is a kind of finding.
type Rule struct {
	// ID is HT and three digits. It never changes.
	ID, Title string
	Severity  Severity
	// Agents limits the rule to some agents; empty for all.
	Agents string
	// Why describes the consequences.
	Why string
	// Unless are rules whose findings are the cause, or say more.
	Unless []string
	// About is what the rule is about: runs, settings, scripts, probes or machines.
	About string
	// Stops are what does not run because of a finding about settings; none if more than the
	// finding decides it.
	Stops []Stop
	// Runs is why the hook of a bad example about settings runs all the same; empty if it does not.
	Runs string
}

// A Stop is what an agent does not run, because of a mistake in its settings.
type Stop string

const (
	// StopsFile: all hooks of the file.
	StopsFile Stop = "file"
	// StopsForm: a hook in a form that the agent does not accept, and perhaps others.
	StopsForm Stop = "form"
	// StopsPlace: hooks in a place that the agent does not read.
	StopsPlace Stop = "place"
	// StopsMatcher: hooks whose matcher matches nothing known.
	StopsMatcher Stop = "matcher"
	// StopsCommand: a hook whose command can't be started.
	StopsCommand Stop = "command"
)

// A check is the function that finds a rule's mistakes about runs.
type check struct {
	id string
	// find checks one run, among those of several agents.
	find  func(*run) []Finding
	among func([]*run) []Finding
	// siblings checks the hooks of one event, and returns the findings of each.
	siblings func([]*run) [][]Finding
}

// A Finding is a defect of a hook.
type Finding struct {
	Rule Rule
	// Text is the defect, Fix the remedy: each one line, in lower case.
	Text, Fix string
	Place     Place
	// Agents are the names of the affected agents; none means all that were asked.
	Agents []string
	// Repair is the automatic fix, if there is one.
	Repair Repair
	// Told is an engine warning with the same content; zero for none.
	Told hook.Warning
}

// A Place is a place in a hook's output or in a file. The zero Place is nowhere.
type Place struct {
	Stream dialect.Stream
	// File is the path of a settings file or a script, as given.
	File string
	// Position is the place in the stream or the file; zero for all of it.
	Position document.Position
}

// A Repair is an automatic fix of files.
type Repair struct {
	// Edits apply to the file of the finding's place.
	Edits []Edit
	// LineEnds is set, instead of Edits, if the fix removes the carriage returns before all line feeds.
	LineEnds bool
	// Executable is the path of a file that becomes executable for everyone who may read it.
	Executable string
}

// IsZero reports whether there is nothing to change.
func (r Repair) IsZero() bool { return len(r.Edits) == 0 && !r.LineEnds && r.Executable == "" }

// In returns the edits of the text of the file.
func (r Repair) In(text []byte) []Edit {
	if !r.LineEnds {
		return r.Edits
	}
	var all []Edit
	for at, b := range text {
		if b == '\r' && at+1 < len(text) && text[at+1] == '\n' {
			all = append(all, Edit{From: at, To: at + 1})
		}
	}
	return all
}

// An Edit replaces the bytes from From to To of a file.
type Edit struct {
	From, To int
	Text     string
}

// A Run is the run of one hook on one event input, as one agent judges it.
type Run struct {
	Contract *dialect.Contract
	Event    hook.Event
	Result   hook.ExecutionResult
	Input    hook.Input
	// Expect is the verdict that the author wants; empty if not given.
	Expect effect.Kind
	// Start suggests what to do about a hook that could not be started.
	Start string
	// Left are the leftovers of the hook, if they were looked for.
	Left Left
	// Sequential is set if the event's hooks run one after another.
	Sequential bool
}

// Left are a hook's leftovers: files in the temporary folder, and programs that are still running.
type Left struct{ Files, Programs []string }

// Of returns the findings of one run, in the order of the rules.
func Of(r Run) []Finding {
	if Floods(r.Result) {
		return ht620(r)
	}
	seen := look(r)
	var all []Finding
	for _, c := range checks() {
		if c.find != nil {
			all = append(all, By(c.id, c.find(seen))...)
		}
	}
	return Together(all)
}

// Together merges findings about the same run. It omits a finding if another one is its cause or
// says more.
func Together(found ...[]Finding) []Finding {
	all := slices.Concat(found...)
	told := func(f Finding) bool {
		return slices.ContainsFunc(all, func(other Finding) bool { return slices.Contains(f.Rule.Unless, other.Rule.ID) })
	}
	var left []Finding
	for _, f := range all {
		if !told(f) {
			left = append(left, f)
		}
	}
	return left
}

// BetweenHooks returns the findings of each of several hooks that ran for one event of one agent, about
// the effects of the others.
func BetweenHooks(runs []Run) [][]Finding {
	all := make([][]Finding, len(runs))
	seen, ok := lookAtAll(runs)
	if !ok {
		return all
	}
	for _, c := range checks() {
		if c.siblings == nil {
			continue
		}
		for i, found := range c.siblings(seen) {
			all[i] = append(all[i], By(c.id, found)...)
		}
	}
	return all
}

// Among returns the findings about differences between several agents for the same hook and event
// input. There are none for a single agent.
func Among(runs []Run) []Finding {
	seen, ok := lookAtAll(runs)
	if !ok || len(runs) < 2 {
		return nil
	}
	var all []Finding
	for _, c := range checks() {
		if c.among != nil {
			all = append(all, By(c.id, c.among(seen))...)
		}
	}
	return all
}

// lookAtAll returns the facts about several runs; ok is false if one floods its output.
func lookAtAll(runs []Run) (seen []*run, ok bool) {
	if slices.ContainsFunc(runs, func(r Run) bool { return Floods(r.Result) }) {
		return nil, false
	}
	return lists.Of(runs, look), true
}

// Holds returns the agents of the rule, for display.
func (r Rule) Holds() string {
	if r.Agents == "" {
		return "all agents"
	}
	return r.Agents
}

// By returns the findings as those of the rule with an ID. A finding may have a severity of its own.
func By(id string, found []Finding) []Finding {
	if len(found) == 0 {
		return nil
	}
	rule := RuleOf(id)
	for i := range found {
		severity := cmp.Or(found[i].Rule.Severity, rule.Severity)
		found[i].Rule = rule
		found[i].Rule.Severity = severity
	}
	return found
}

// Runs returns the runs of a firing, one for each hook.
func Runs(f engine.Firing) []Run {
	runs := make([]Run, len(f.Merged.Results))
	for i, r := range f.Merged.Results {
		runs[i] = Run{Contract: f.Config.Contract(), Event: f.Event, Result: r, Input: f.Merged.Input,
			Sequential: f.Plan != nil && f.Plan.Sequential}
	}
	return runs
}

// Wait returns how long the agent waits for the hooks of one event, from the start of the first to
// the end of the last.
func Wait(runs []Run) (wait time.Duration) {
	for _, r := range runs {
		took := max(r.Result.Duration, r.Result.PipesClosed)
		switch {
		case r.Result.Entry.Background:
		case r.Sequential:
			wait += took
		default:
			wait = max(wait, took)
		}
	}
	return wait
}
