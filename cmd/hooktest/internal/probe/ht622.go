package probe

import (
	"context"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

// Failing returns the finding about a hook that failed without an error message, after which the
// agent continues.
func Failing(f engine.Firing) finding.Finding {
	return finding.Finding{Rule: finding.RuleOf("HT622"), Text: fmt.Sprintf("the hook fails: %s, and the agent %s", f.Verdict.Why, f.Words().Agent), Fix: endWithZero(f.Config.Contract(), f.Event)}
}

// endWithZero returns the fix for a hook whose failure decides nothing.
func endWithZero(c *dialect.Contract, event hook.Event) string {
	fix := "end with code 0 to let it through"
	if how := finding.HowToRefuse(c, event); how != "" {
		fix += "; to refuse, " + how
	}
	return fix
}

// ht622 reports the unmodified run that leaves the user unguarded.
func ht622() Probe {
	return Probe{Name: Unharmed, Does: "changes nothing", run: unharmed}
}

func unharmed(_ context.Context, p *prober) (result, error) {
	s := p.failed
	if s == nil {
		return result{}, nil
	}
	fix := endWithZero(p.Contract, s.eventInput.Event)
	found := finding.Of(s.Run())
	if i := slices.IndexFunc(found, func(f finding.Finding) bool { return f.Rule.Severity == finding.Error }); i >= 0 {
		fix = found[i].Fix
	}
	r := p.finds(fmt.Sprintf("%s is not judged: %s, and the agent %s", s.eventInput.Title(), s.verdict.Why, s.words.Agent), fix, p.see(s.eventInput))
	if p.unguarded() == nil {
		r.found[0].Rule.Severity = finding.Warning
	}
	return r, nil
}

// fails picks the first unmodified run in which the hook failed. A timeout is left out, because the
// search runs many event inputs at once, and so is what the sandbox may have caused.
func (p *prober) fails(shots []shot) {
	if p.failed != nil {
		return
	}
	i := slices.IndexFunc(shots, func(s shot) bool {
		return s.verdict.Kind.Unguarded() && s.verdict.Kind != effect.Timeout && s.Refused == ""
	})
	if i >= 0 {
		p.failed = &shots[i]
	}
}

// unguarded returns the failed run if it leaves the user unguarded; else nil. A hook that refuses
// other event inputs may fail where it has nothing to refuse, unless the user gave this one.
func (p *prober) unguarded() *shot {
	if p.failed != nil && p.before(p.failed.eventInput) && (p.refused == nil || p.Given && p.failed == p.first) {
		return p.failed
	}
	return nil
}

// before reports whether the agent asks the hook before something happens.
func (p *prober) before(o EventInput) bool {
	row, _ := p.Contract.Event(o.Event)
	return slices.Contains([]dialect.Moment{dialect.ToolBefore, dialect.ToolPermission, dialect.ModelBefore, dialect.TurnBefore}, row.Moment)
}
