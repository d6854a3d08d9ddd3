// Package finding says what is wrong with a hook, and how it is mended, from what the
// hook left behind when it ran; and what a finding is, whoever makes it.
//
// Rules declares every finding about a run once: its id, which stays, what it means, and
// an example that has it beside one that has not. Of gives those of one hook's run,
// Among those that only show when several agents judge. A finding holds or is not
// made: where a contract does not know, the package is silent. The fix is in the
// words of the agent at hand, and what it proposes has been asked of the contract.
//
// The package starts nothing and prints nothing.
package finding

import (
	"cmp"
	"slices"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

// A Severity says how much a finding matters.
type Severity string

const (
	// Error: what the author intended fails.
	Error Severity = "error"
	// Warning: it can fail.
	Warning Severity = "warning"
	// Info: it is good to know.
	Info Severity = "info"
)

// A Rule is one kind of finding.
type Rule struct {
	// ID is HT and three digits. It stays, whatever becomes of the rule.
	ID, Title string
	Severity  Severity
	// Agents says which agents the rule is about; empty for all.
	Agents string
	// Why is what comes of it, for whoever asks.
	Why string
	// Bad has the finding, Good has it not.
	Bad, Good Example
	// Unless are rules whose findings are the cause, or say more.
	Unless []string
	// find looks at one run, among at those of several agents. Rules of other packages
	// have neither.
	find  func(*run) []Finding
	among func([]*run) []Finding
	// beside looks at the hooks of one event, and gives the findings of each.
	beside func([]*run) [][]Finding
}

// As is the rule with the severity that one of its findings asks for, where it does.
func (r Rule) As(f Finding) Rule {
	r.Severity = cmp.Or(f.Rule.Severity, r.Severity)
	return r
}

// A Finding is one thing that is wrong with a hook.
type Finding struct {
	Rule Rule
	// Text says what is wrong, Fix what to do about it: each one line, in lower case.
	Text, Fix string
	Place     Place
	// Agents are the names of those that it holds for; none stands for whoever was asked.
	Agents []string
	// Mend takes the finding away, where that can be done without asking anybody.
	Mend Mend
	// Told is a warning of the engine that says the same; zero for none.
	Told hook.Warning
}

// A Place is where something stands: in what a hook wrote, or in a file. The zero Place
// is nowhere.
type Place struct {
	Stream dialect.Stream
	// File is the path of a settings file or a script, as it was given.
	File string
	// Position counts in the stream or the file; zero for all of it.
	Position document.Position
}

// A Mend is a change of files.
type Mend struct {
	// Edits are those of the file of the finding's place.
	Edits []Edit
	// Executable is the path of a file that anybody may start who may read it.
	Executable string
}

// IsZero tells that nothing is to be changed.
func (m Mend) IsZero() bool { return len(m.Edits) == 0 && m.Executable == "" }

// An Edit replaces the bytes from From to To of a file.
type Edit struct {
	From, To int
	Text     string
}

// A Run is one hook's run on one occasion, as one agent judges it.
type Run struct {
	Contract *dialect.Contract
	Event    hook.Event
	Result   hook.ExecutionResult
	Input    hook.Input
	// Expect is the verdict that the author wants, empty where nobody said.
	Expect effect.Kind
	// Start is what to do about a hook that could not be started, as far as one can
	// see.
	Start string
	// Left is what the hook has left behind, as far as somebody looked.
	Left Left
}

// Left is what a hook has left behind: files in the folder for temporary ones, and
// programs that run on although nobody waits for them.
type Left struct{ Files, Programs []string }

// Of gives the findings of one run, in the order of the rules.
func Of(r Run) []Finding {
	if Floods(r.Result) {
		return flooded(r)
	}
	seen := look(r)
	var all []Finding
	for _, rule := range Rules() {
		if rule.find != nil {
			all = append(all, stamped(rule, rule.find(seen))...)
		}
	}
	return Together(all)
}

// Together joins findings about the same run. Those of which another is the cause, or
// says more, are left out.
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

// Beside gives the findings of each of several hooks that ran for one event of one agent,
// about what the others do.
func Beside(runs []Run) [][]Finding {
	all := make([][]Finding, len(runs))
	seen := make([]*run, len(runs))
	for i, r := range runs {
		if Floods(r.Result) {
			return all
		}
		seen[i] = look(r)
	}
	for _, rule := range Rules() {
		if rule.beside == nil {
			continue
		}
		for i, found := range rule.beside(seen) {
			all[i] = append(all[i], stamped(rule, found)...)
		}
	}
	return all
}

// Among gives the findings about what several agents make of the same hook on the same
// occasion. None is made of one agent alone.
func Among(runs []Run) []Finding {
	seen := make([]*run, len(runs))
	for i, r := range runs {
		if Floods(r.Result) {
			return nil
		}
		seen[i] = look(r)
	}
	var all []Finding
	for _, rule := range Rules() {
		if rule.among != nil && len(runs) > 1 {
			all = append(all, stamped(rule, rule.among(seen))...)
		}
	}
	return all
}

// Holds says which agents the rule is about.
func (r Rule) Holds() string {
	if r.Agents == "" {
		return "all agents"
	}
	return r.Agents
}

func stamped(rule Rule, found []Finding) []Finding {
	for i := range found {
		found[i].Rule = rule.As(found[i])
	}
	return found
}

// Rules gives every rule about runs.
func Rules() []Rule {
	return slices.Concat(answerRules(), exitRules(), processRules(), agentRules(), []Rule{floodRule()})
}

// Runs are what findings are looked for in: one for each hook of a firing.
func Runs(f engine.Firing) []Run {
	runs := make([]Run, len(f.Merged.Results))
	for i, r := range f.Merged.Results {
		runs[i] = Run{Contract: f.Config.Contract(), Event: f.Event, Result: r, Input: f.Merged.Input}
	}
	return runs
}
