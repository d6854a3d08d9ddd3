package planner_test

import (
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

func TestConcurrentUse(t *testing.T) {
	p := of(matching("1$", "one"), command("all"))
	var firings sync.WaitGroup
	for range 8 {
		firings.Go(func() {
			for i := range 400 { // more subjects than are remembered
				subject := strconv.Itoa(i)
				plan := p.CreateExecutionPlan(hook.BeforeTool, subject)
				if want := strings.HasSuffix(subject, "1"); (len(plan.Entries) == 2) != want {
					t.Errorf("subject %s: %d hooks", subject, len(plan.Entries))
				}
			}
		})
	}
	firings.Wait()
}

// Every hook is either planned or skipped, in order; commands are planned once; a
// remembered plan equals a new one.
func TestPlanProperties(t *testing.T) {
	entry := rapid.Custom(func(t *rapid.T) hook.Entry {
		e := hook.Entry{
			Type:       rapid.SampledFrom([]string{hook.TypeCommand, hook.TypeCommand, hook.TypePlugin}).Draw(t, "type"),
			Command:    rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "command"),
			Sequential: rapid.Bool().Draw(t, "sequential"),
		}
		if m := rapid.SampledFrom([]string{"none", "", "*", "x", "^x$", "y", "("}).Draw(t, "matcher"); m != "none" {
			e.Matcher = &m
		}
		return e
	})
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.SliceOf(entry).Draw(t, "entries")
		for i := range entries {
			entries[i].Position = hook.Position{File: "s.json", Line: i + 1, Column: 1}
		}
		event := rapid.SampledFrom(dialect.LLxprt().EventNames()).Draw(t, "event")
		subject := rapid.SampledFrom([]string{"", "x", "xx", "y", "("}).Draw(t, "subject")
		p := of(entries...)
		explained, err := p.Explain(event, subject)
		require.NoError(t, err)

		merged := make([]hook.Entry, 0, len(entries))
		planned, skipped := explained.Entries, explained.Skipped
		for len(planned) > 0 || len(skipped) > 0 {
			if len(skipped) == 0 || len(planned) > 0 && planned[0].Position.Line < skipped[0].Entry.Position.Line {
				merged, planned = append(merged, planned[0]), planned[1:]
			} else {
				merged, skipped = append(merged, skipped[0].Entry), skipped[1:]
			}
		}
		assert.Equal(t, append([]hook.Entry{}, entries...), merged, "nothing is lost and order is kept")

		seen := make(map[string]bool)
		sequential := false
		for _, e := range explained.Entries {
			if e.Type == hook.TypeCommand {
				assert.False(t, seen[e.Command], "HOOK-090")
				seen[e.Command] = true
			}
			sequential = sequential || e.Sequential
		}
		assert.Equal(t, sequential, explained.Sequential, "HOOK-109, INT-21")

		fresh, remembered := p.CreateExecutionPlan(event, subject), p.CreateExecutionPlan(event, subject)
		assert.Same(t, fresh, remembered)
		if len(explained.Entries) == 0 {
			assert.Nil(t, fresh, "HOOK-145")
		} else {
			assert.Equal(t, explained, fresh)
		}
	})
}
