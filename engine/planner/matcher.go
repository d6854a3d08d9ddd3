package planner

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jstext"
)

// normalise trims a matcher (INT-17). One that matches every subject becomes "".
//
//hooktest:impl HOOK-022 HOOK-089
func normalise(rules dialect.Matcher, text string) string {
	if rules.Trim {
		text = jstext.Trim(text)
	}
	if slices.Contains(rules.Everything, text) {
		return ""
	}
	return text
}

// matcher is a compiled expression. If the text is not a valid expression and the
// contract allows it, it is a literal that the whole subject must equal (INT-17).
type matcher struct {
	text       string
	expression dialect.Expression
	literal    bool
	fault      error // why there is no expression
}

//hooktest:impl HOOK-088
func compile(rules dialect.Matcher, text string) *matcher {
	expression, err := rules.Compile.Read(text)
	return &matcher{text: text, expression: expression, literal: rules.Literal, fault: err}
}

// instead says what a matcher without an expression does.
func (m *matcher) instead() string {
	if m.literal {
		return "is compared literally"
	}
	return "matches nothing"
}

// tester tests the matchers of one firing, each distinct one once. Otherwise a matcher
// that exceeds its budget would cost that budget again for every hook.
type tester struct {
	subject, budgetRule string
	// verdicts has the reason why a matcher skips its hooks, or "" if they run.
	verdicts map[*matcher]string
	warnings []hook.Warning
}

// rulesOut returns the reason why a hook does not run (INT-17), or "". Without a
// matcher (HOOK-022), or with an empty subject (INT-20), every hook runs.
//
//hooktest:impl HOOK-021 HOOK-089 HOOK-163
func (t *tester) rulesOut(c candidate) string {
	if c.matcher == nil || t.subject == "" {
		return ""
	}
	reason, tested := t.verdicts[c.matcher]
	if !tested {
		reason = t.test(c)
		t.verdicts[c.matcher] = reason
	}
	return reason
}

// test tests a matcher. A match that exceeds its budget counts as a match, so that no
// tool name can disable a guard (INT-17).
//
//hooktest:impl HOOK-082 HOOK-087 HOOK-088
func (t *tester) test(c candidate) (reason string) {
	m := c.matcher
	if m.expression == nil {
		if m.literal && m.text == t.subject {
			return ""
		}
		return fmt.Sprintf("matcher %s is not a valid regular expression and does not equal %s", jstext.Quote(m.text), jstext.Quote(t.subject))
	}
	matched, err := m.expression.MatchString(t.subject)
	switch {
	case err != nil:
		t.warnings = append(t.warnings, hook.Warning{
			Rule:     t.budgetRule,
			Text:     fmt.Sprintf("matcher %s takes too long on %s: it counts as a match", jstext.Quote(m.text), jstext.Quote(t.subject)),
			Position: c.entry.Position,
		})
		return ""
	case matched:
		return ""
	}
	return fmt.Sprintf("matcher %s does not match %s", jstext.Quote(m.text), jstext.Quote(t.subject))
}
