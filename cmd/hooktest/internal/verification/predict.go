package verification

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/engine/ruling"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/lists"
)

// A Prediction is what the engine with the contract says of a case.
type Prediction struct {
	// Started are how often each hook is started.
	Started []int `json:"started"`
	// Ran is the file that the shell command leaves; empty if the tool does not run.
	Ran string `json:"ran"`
	// Next is set if the model is asked again. Asked means that the user decides that.
	Next  bool `json:"next"`
	Asked bool `json:"asked,omitempty"`
	// Ends means that the agent ends at once.
	Ends bool `json:"ends,omitempty"`
	// Model is what the model reads from the hooks, with … for any text; nil for nothing.
	Model *string `json:"model"`
	// Open is the reason why the contract does not say what happens; empty if it does.
	Open string `json:"open,omitempty"`
	// Starting are the facts by which hooks are started or not, Deciding those of the verdict. Also
	// are facts that take part and decide nothing alone.
	Starting []string `json:"starting,omitempty"`
	Deciding []string `json:"deciding,omitempty"`
	Also     []string `json:"also,omitempty"`
}

// facts returns all facts of the prediction, never nil: JSON has a list.
func (p Prediction) facts() []string {
	return append([]string{}, slices.Concat(p.Starting, p.Deciding, p.Also)...)
}

// incidental reports whether a fact takes part and decides nothing.
func (p Prediction) incidental(fact string) bool {
	return slices.Contains(p.Also, fact) && !slices.Contains(p.Starting, fact) && !slices.Contains(p.Deciding, fact)
}

// predict fires the case's events in the engine, with its own hooks.
func (s scene) predict(ctx context.Context, project string, environ []string) (p Prediction, err error) {
	if err := s.place(); err != nil {
		return p, err
	}
	doc, err := s.read()
	if err != nil {
		return p, err
	}
	f := &facts{contract: s.contract}
	var trust []string
	if s.Untrusted {
		// There is no user to ask.
		unasked := func(word dialect.Unasked) bool {
			i := slices.IndexFunc(doc.Trusts, func(t dialect.Trust) bool { return t.Unasked == word })
			if i >= 0 {
				trust = f.known([]string{doc.Trusts[i].Fact})
			}
			return i >= 0
		}
		switch {
		case unasked(dialect.UnaskedEnds):
			return Prediction{Started: make([]int, len(s.Hooks)), Starting: trust, Ends: true}, nil
		case !unasked(dialect.UnaskedTrusts):
			doc.Distrust()
		}
	}
	if p.Starting, p.Open, p.Ends = s.starting(doc, f); p.Ends {
		p.Started = make([]int, len(s.Hooks))
		return p, nil
	}
	p.Starting = append(trust, p.Starting...)
	for _, moment := range s.moments() {
		row, _ := s.contract.At(moment)
		in, err := s.input(row)
		if err != nil {
			return p, err
		}
		firing, err := execution.Run(ctx, execution.Spec{
			Contract: s.contract, Event: in.Event, Fields: in.Fields, Project: project, Environ: environ, Off: !doc.EnableHooks,
			Hooks: func() (engine.Hooks, error) { return engine.Hooks{Config: doc.Hooks, Limits: doc.Limits}, nil },
		})
		if err != nil {
			return p, err
		}
		if firing.Plan != nil {
			for _, skipped := range firing.Plan.Skipped {
				p.Starting = append(p.Starting, skipped.Rule)
			}
		}
		if moment != s.Moment {
			continue
		}
		s.rule(&p, firing, row, f)
		if moment == dialect.ToolBefore && p.Ran == "" {
			// Nothing is after a tool that does not run.
			break
		}
	}
	p.Started = s.started()
	if row, _ := s.contract.At(s.Moment); row.Often.Fact != "" && p.Next {
		p.Starting = append(p.Starting, row.Often.Fact)
		for i := range p.Started {
			times := max(row.Often.Runs, 1)
			if row.Often.Results && s.Calls {
				times++
			}
			p.Started[i] *= times
		}
	}
	for _, list := range []*[]string{&p.Starting, &p.Deciding, &p.Also} {
		*list = f.known(*list)
	}
	for _, name := range s.Facts {
		p.Starting = append(p.Starting, f.called(name)...)
		p.Deciding = append(p.Deciding, f.called(name)...)
	}
	for _, t := range s.contract.Settings.Trust {
		if t.Unasked == dialect.UnaskedTrusts {
			// A session in which no user can be asked does not read the record.
			own := func(fact string) bool { return fact == t.Format.Fact }
			p.Starting, p.Deciding = slices.DeleteFunc(p.Starting, own), slices.DeleteFunc(p.Deciding, own)
		}
	}
	return p, nil
}

func (s scene) read() (*settings.Document, error) {
	scope, at := s.file()
	// What a fault costs can depend on the end of the path.
	path := filepath.Join(s.root, strings.TrimPrefix(at, "~/"))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, s.settings, 0o644)); err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(path) }()
	return settings.Load(s.contract, settings.Paths{Files: []string{path}, Scopes: []string{scope}})
}

// starting returns the facts about what the settings are read as. ends reports that a fault keeps the
// agent itself from starting, open is a fault of which it is not known what it costs.
func (s scene) starting(doc *settings.Document, f *facts) (all []string, open string, ends bool) {
	scope, _ := s.file()
	syntax := s.contract.Settings.Breach(dialect.WrongSyntax, "", scope)
	for _, w := range doc.Warnings {
		all = append(all, w.Rule)
		ends = ends || w.Rule == syntax.Fact && syntax.Loses == dialect.LosesAgent
	}
	for _, held := range doc.HeldBack {
		all = append(all, held.Rule)
	}
	for _, node := range doc.Hooks {
		for _, fault := range registry.Look(s.contract, node).Faults {
			all = append(all, fault.Fact)
			ends = ends || fault.Loses == dialect.LosesAgent
			if fault.Loses == dialect.LosesUnknown {
				open = fault.Text
			}
		}
	}
	if s.Off {
		all = append(all, s.contract.Settings.Switch.Rule)
	}
	for _, h := range s.Hooks {
		row, _ := s.contract.At(s.at(h))
		if h.Matcher != "" {
			all = append(all, row.Subject.Rule)
		}
		if _, given := h.Entry["timeout"]; given {
			all = append(all, s.contract.Handlers.Timeout.Rule)
		}
		if kind, ok := s.contract.Handlers.Handler(hook.TypeCommand); ok && h.Same > 0 {
			all = append(all, kind.Rule)
		}
	}
	return f.known(all), open, ends
}

func (s scene) input(row *dialect.Event) (eventinput.Input, error) {
	if row.Moment == dialect.ToolBefore || row.Moment == dialect.ToolAfter || row.Moment == dialect.ToolFailed {
		return eventinput.Call(s.contract, string(row.Name), dialect.RunShell, s.command(ran))
	}
	return eventinput.Of(s.contract, string(row.Name), "")
}

// rule notes what the agent does by the contract.
func (s scene) rule(p *Prediction, firing engine.Firing, row *dialect.Event, f *facts) {
	results := firing.Merged.Results
	together, each := ruling.Of(s.contract, firing.Event, results, firing.Fields)
	speaking := 0
	for i, one := range each {
		p.Also = append(p.Also, one.Verdict.Rule)
		p.Also = append(p.Also, f.reading(row, results[i])...)
		if len(results[i].Stdout)+len(results[i].Stderr) > 0 {
			speaking++
		}
	}
	joint := f.known([]string{s.contract.Reading.Others.Fact, row.Merge.Rule})
	if speaking > 1 && len(joint) > 0 {
		// What each answer means alone is what other cases are about.
		p.Deciding, p.Also = append(p.Deciding, joint...), append(p.Also, firing.Verdict.Rule)
	} else {
		p.Deciding = append(p.Deciding, firing.Verdict.Rule)
	}
	if together.Words.Difference != nil {
		p.Deciding = append(p.Deciding, row.Rules.Rewrite.Fact)
	}
	p.Model = together.Words.Model
	p.Asked = together.Outcome == dialect.Asked
	if together.Outcome == dialect.Unknown || firing.Verdict.Kind == effect.NotRun {
		p.Open = firing.Verdict.Why
	}
	goes := together.Outcome == dialect.Proceeds || together.Outcome == dialect.Ends
	switch s.Moment {
	case dialect.ToolBefore:
		p.Next = together.Outcome != dialect.Ends && together.Outcome != dialect.Abandoned && together.Outcome != dialect.Deferred
		if goes {
			p.Ran = cmp.Or(s.has(together.Words.Difference, rewritten), ran)
		}
	case dialect.ToolAfter, dialect.ToolFailed:
		p.Next, p.Ran = together.Outcome == dialect.Proceeds, ran
		if shown := s.has(together.Words.Difference, s.reason); shown != "" && p.Model == nil {
			p.Model = &shown
		}
	case dialect.TurnAfter:
		p.Next = together.Outcome == dialect.Prevented
	default:
		p.Next = together.Outcome == dialect.Proceeds
	}
}

// has returns the first of the texts that a hook has put into what it changed, a text for each hook; ""
// if there is none.
func (s scene) has(d *effect.Difference, text func(hook int) string) string {
	if d == nil {
		return ""
	}
	after := string(jsonvalue.Marshal(d.After))
	for i := range s.Hooks {
		if strings.Contains(after, text(i)) {
			return text(i)
		}
	}
	return ""
}

// facts are the facts of a contract.
type facts struct{ contract *dialect.Contract }

// known returns the ids that are facts of the contract, each once and sorted.
func (f *facts) known(ids []string) []string {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		return !slices.ContainsFunc(f.contract.Facts, func(fact dialect.Fact) bool { return fact.ID == id })
	})
	slices.Sort(ids)
	return slices.Compact(ids)
}

// called returns the facts that have a name after that of their contract.
func (f *facts) called(name string) []string {
	ids := lists.Of(f.contract.Facts, func(fact dialect.Fact) string { return fact.ID })
	return lists.Where(ids, func(id string) bool { return strings.HasSuffix(id, "."+name) })
}

// reading returns the facts by which the output of a hook is read.
func (f *facts) reading(row *dialect.Event, r hook.ExecutionResult) (all []string) {
	code := r.Code
	switch r.Ending {
	case hook.Killed:
		code = dialect.Killed
	case hook.TimedOut:
		return []string{f.contract.Handlers.Timeout.Rule}
	}
	if r.Entry.Background {
		return nil
	}
	exit, ok := f.contract.Exit(row, code)
	if !ok {
		return nil
	}
	all = []string{exit.Fact}
	if exit.JSON && len(jstext.TrimBytes(slices.Concat(r.Stdout, r.Stderr))) > 0 {
		all = append(all, f.contract.Reading.Text.Fact)
	}
	return all
}

// String says what is predicted, for people.
func (p Prediction) String() string {
	if p.Open != "" {
		return "the contract does not say: " + p.Open
	}
	return fmt.Sprintf("hooks started %v, %s, %s, the model reads %s", p.Started, ranText(p.Ran), nextText(p.Next), modelText(p.Model))
}
