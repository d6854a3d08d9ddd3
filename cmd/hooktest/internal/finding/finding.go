// Package finding says what is wrong with a hook, and how it is mended, from what the
// hook left behind when it ran.
//
// Rules declares every finding once: its id, which stays, what it means, and an
// example that has it beside one that has not. Of gives those of one hook's run,
// Among those that only show when several agents judge. A finding holds or is not
// made: where a contract does not know, the package is silent. The fix is in the
// words of the agent at hand, and what it proposes has been asked of the contract.
//
// The package starts nothing and prints nothing.
package finding

import (
	"slices"
	"time"

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
	// unless are rules whose findings are the cause, or say more.
	unless []string
	// find looks at one run, among at those of several agents. One of them is nil.
	find  func(*run) []Finding
	among func([]*run) []Finding
}

// An Example is a hook, as a command line, on an occasion.
type Example struct {
	// Agents are names of contracts, one but for rules about several.
	Agents []string
	Event  hook.Event
	Hook   string
	// Timeout is the hook's; zero for the agent's own.
	Timeout time.Duration
}

// A Finding is one thing that is wrong with a hook.
type Finding struct {
	Rule Rule
	// Text says what is wrong, Fix what to do about it: each one line, in lower case.
	Text, Fix string
	Place     Place
	// Told is a warning of the engine that says the same; zero for none.
	Told hook.Warning
}

// A Place is where something stands in what a hook wrote. The zero Place is nowhere.
type Place struct {
	Stream dialect.Stream
	// Position counts in that stream; zero for all of it.
	Position document.Position
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
}

// Of gives the findings of one run, in the order of the rules.
func Of(r Run) []Finding {
	if Floods(r.Result) {
		return nil
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
		return slices.ContainsFunc(all, func(other Finding) bool { return slices.Contains(f.Rule.unless, other.Rule.ID) })
	}
	var left []Finding
	for _, f := range all {
		if !told(f) {
			left = append(left, f)
		}
	}
	return left
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

func stamped(rule Rule, found []Finding) []Finding {
	for i := range found {
		found[i].Rule = rule
	}
	return found
}

// Rules gives every rule, in the order of the ids.
func Rules() []Rule {
	return slices.Concat(answerRules(), exitRules(), processRules(), agentRules())
}

// Find gives a rule by its id.
func Find(id string) (Rule, bool) {
	all := Rules()
	i := slices.IndexFunc(all, func(r Rule) bool { return r.ID == id })
	if i < 0 {
		return Rule{}, false
	}
	return all[i], true
}
