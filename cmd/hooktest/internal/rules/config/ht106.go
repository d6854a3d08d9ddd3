package config

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/registry"
)

// ht106 finds timeouts that were meant in another unit.
func ht106(v *view, h registry.Surveyed) {
	rules := v.agent.Handlers.Timeout
	guessed := v.guessed(rules.Rule)
	node, ok := timeout(v.agent, h.Config)
	if !ok || node.Kind() == document.Null {
		return
	}
	value, err := node.Number().Float64()
	coerced := node.Kind() != document.Number
	if coerced {
		if !rules.Coerces {
			return
		}
		value, err = float64(h.Timeout)/float64(rules.Unit), nil
	}
	if err != nil || value != float64(int(value)) {
		return
	}
	n := int(value)
	text, meant := fmt.Sprintf("%d is %s here, because %s counts %s", n, span(h.Timeout), v.agent.Product, rules.Units), 0
	if coerced {
		text = fmt.Sprintf("%s that %s counts as %s", node.Kind().Article(), v.agent.Product, text)
	}
	severity := finding.Error
	switch {
	case guessed && (inMilliseconds(n) || n > 0 && n < tooShort):
		f := v.report(node.Position(), fmt.Sprintf("%d is %s or %s: sources do not agree whether %s counts seconds or milliseconds", n, span(time.Duration(n)*time.Second), span(time.Duration(n)*time.Millisecond), v.agent.Product),
			"leave it out: then the agent's own limit applies")
		f.Rule.Severity = finding.Info
		return
	case guessed:
		return
	case rules.Unit == time.Millisecond && n > 0 && n < tooShort:
		text, meant = text+": the hook is ended before it has decided", n*1000
	case rules.Unit == time.Millisecond && n >= tooShort && n <= 1000:
		// A slow machine may need as long to start an interpreter, but a second may be
		// intended.
		text, meant, severity = text+": starting an interpreter can take as long, and then the hook is ended before it has decided", n*1000, finding.Warning
	case rules.Milliseconds > 0 && h.Timeout < time.Minute && inSeconds(n, rules.Milliseconds):
		meant = n * 1000
		text = fmt.Sprintf("%d is %s here and not %s, because from %g on %s counts milliseconds", n, span(h.Timeout), span(time.Duration(n)*time.Second), rules.Milliseconds, v.agent.Product)
	case rules.Unit == time.Second && rules.Milliseconds == 0 && inMilliseconds(n):
		// The hook still runs to its end, and the long timeout may be intended.
		text, meant, severity = text+": a hook that hangs holds everything up", max(n/1000, 1), finding.Warning
	default:
		return
	}
	f := v.report(node.Position(), text, fmt.Sprintf("write %d", meant))
	f.Rule.Severity = severity
	if severity == finding.Warning && rules.Unit == time.Millisecond {
		f.Fix = fmt.Sprintf("write %d if seconds are meant, and else 2000 or more", meant)
	} else {
		f.Repair = v.replaced(node, strconv.Itoa(meant))
	}
}

// tooShort is a timeout in milliseconds that is too short for any hook: a shell may take as long to
// start.
const tooShort = 100

// inMilliseconds reports whether a number of seconds was certainly meant as milliseconds: it is
// round and is not a whole number of minutes or hours.
func inMilliseconds(n int) bool {
	switch {
	case n < 1000 || n%500 != 0:
		return false
	case n < 10_000:
		return n%60 != 0
	}
	return n%3600 != 0
}

// inSeconds reports whether a number of at least from, which counts as milliseconds, was certainly
// meant as seconds: it is a whole number of minutes and not a multiple of 500.
func inSeconds(n int, from float64) bool { return float64(n) >= from && n%60 == 0 && n%500 != 0 }

// span formats a duration for a message.
func span(d time.Duration) string {
	switch {
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d hours", d/time.Hour)
	case d >= 2*time.Minute:
		return fmt.Sprintf("%d minutes", d/time.Minute)
	case d >= time.Second:
		return fmt.Sprintf("%g s", d.Seconds())
	}
	return fmt.Sprintf("%d ms", d.Milliseconds())
}

// timeout returns the field with a hook's timeout.
func timeout(agent *dialect.Contract, config *document.Node) (*document.Node, bool) {
	names := agent.Settings.Shape.Timeout
	if len(names) == 0 {
		names = []string{"timeout"}
	}
	for _, name := range names {
		if node, ok := config.Field(name); ok {
			return node, true
		}
	}
	return nil, false
}

func (v *view) guessed(id string) bool {
	return slices.ContainsFunc(v.agent.Facts, func(f dialect.Fact) bool { return f.ID == id && f.Kind == dialect.Guess })
}
