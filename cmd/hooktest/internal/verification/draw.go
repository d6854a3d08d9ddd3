package verification

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
)

// together is how many draws in a row have the same settings, and so share a session of the agent.
const together = 20

func pick[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

// Draw returns cases that chance makes, the same for a seed, after one without a hook: settings of one to
// three hooks, and what these answer.
func Draw(seed uint64, n int) []Case {
	r := rand.New(rand.NewPCG(seed, 0))
	cases := []Case{{Name: "no hook", Moment: dialect.ToolBefore}}
	var shape Case
	for i := range n {
		if i%together == 0 {
			shape = drawShape(r)
		}
		c := shape
		c.Hooks = slices.Clone(shape.Hooks)
		for h := range c.Hooks {
			drawAnswer(r, &c.Hooks[h])
		}
		c.Name = fmt.Sprintf("draw %d of seed %d", i+1, seed)
		cases = append(cases, c)
	}
	return cases
}

func drawShape(r *rand.Rand) Case {
	c := Case{Moment: pick(r, dialect.ToolBefore, dialect.ToolBefore, dialect.ToolBefore, dialect.ToolAfter)}
	for range pick(r, 1, 1, 2, 3) {
		h := Hook{Matcher: pick(r, "", "", "", "*", ".*", "{shell}", "zzz", "zzz|{shell}", "^{shell}$", " {shell} ")}
		if r.IntN(4) == 0 {
			h.Seconds = pick(r, 5.0, 20.0)
		}
		if r.IntN(4) == 0 {
			h.Entry = pick(r, map[string]any{"description": "a guard"}, map[string]any{"zzz": 1}, map[string]any{"name": "guard"})
		}
		c.Hooks = append(c.Hooks, h)
	}
	// What several hooks answer can depend on which of them ends first, so they end one after another.
	order := r.Perm(len(c.Hooks))
	for i, h := range order[1:] {
		c.Hooks[h].After = order[i] + 1
	}
	return c
}

func drawAnswer(r *rand.Rand, h *Hook) {
	h.Exit = pick(r, 0, 0, 0, 0, 0, 0, 1, 2, 2, 3, 127)
	h.Stderr = pick(r, "", "", "", "{reason}", `{"decision":"block","reason":"{reason}"}`)
	h.Stdout = pick(r, "", "{reason}", `["{reason}"]`, "null", "5", `"{reason}"`)
	if r.IntN(6) > 0 {
		h.Stdout = pick(r, "%s", "%s", "%s", "%s", "%s", "%s", " \n%s\n\n", "\ufeff%s", "a line\n%s", "%s\na line", "%s%[1]s", "[%s]")
		h.Stdout = fmt.Sprintf(h.Stdout, written(drawObject(r)))
		if r.IntN(20) == 0 {
			h.Stdout = h.Stdout[:len(h.Stdout)-1]
		}
	}
}

// drawObject draws fields that any of the agents reads, of right types more often than of wrong ones.
func drawObject(r *rand.Rand) map[string]any {
	o := map[string]any{}
	some := func(on map[string]any, times int, name string, values ...any) {
		if r.IntN(times) == 0 {
			on[name] = pick(r, values...)
		}
	}
	some(o, 2, "decision", "allow", "approve", "block", "block", "deny", "deny", "ask", "DENY", "", nil, 5, true)
	some(o, 2, "reason", "{reason}", "{reason}", "{reason}", "", nil, 7)
	some(o, 4, "continue", true, false, false, "false", nil)
	some(o, 5, "stopReason", "{reason}", "", 5)
	some(o, 6, "systemMessage", "{reason}", 5)
	some(o, 8, "suppressOutput", true, "true")
	some(o, 8, "permissionDecision", "allow", "deny", "ask", nil)
	some(o, 10, "permissionDecisionReason", "{reason}")
	some(o, 10, "additionalContext", "{reason}", 5)
	some(o, 12, "modifiedArgs", "{rewritten}")
	some(o, 20, "zzz", 1, nil)
	inner := map[string]any{}
	some(inner, 1, "hookEventName", "{event}", "{event}", "{event}", "Other", nil)
	some(inner, 2, "permissionDecision", "allow", "deny", "deny", "ask", "zzz", nil, 5)
	some(inner, 3, "permissionDecisionReason", "{reason}", "", 5)
	some(inner, 4, "additionalContext", "{reason}", "", 5)
	some(inner, 5, "updatedInput", "{rewritten}", map[string]any{}, nil)
	some(inner, 6, "tool_input", "{rewritten}", map[string]any{})
	some(o, 2, "hookSpecificOutput", inner, inner, inner, inner, inner, inner, "x", nil, []any{}, map[string]any{})
	return o
}

// written writes an answer. The placeholder of a tool's input becomes an object, so it has no quotes.
func written(o map[string]any) string {
	// A map of these values can be written.
	text, _ := json.Marshal(o)
	return strings.ReplaceAll(string(text), `"{rewritten}"`, "{rewritten}")
}

// Shrink replaces the result of each contradicted case by that of a smaller one.
func (r *Report) Shrink(ctx context.Context, subject Subject, o Options) error {
	for i, found := range r.Results {
		at := slices.IndexFunc(o.Cases, func(c Case) bool { return c.Name == found.Case })
		if at < 0 || found.Status != Contradicted {
			continue
		}
		smallest, err := shrunk(ctx, subject, o.Cases[at], found, o.Progress)
		if err != nil {
			return err
		}
		r.Results[i] = smallest
	}
	return nil
}

// shrunk takes out of a contradicted case what it is not contradicted for. It returns the result of the
// smallest case that was found, which says what its hooks are.
func shrunk(ctx context.Context, subject Subject, c Case, found Result, progress func(string)) (done Result, err error) {
	for done = found; ; {
		all := []Case{{Name: "no hook", Moment: dialect.ToolBefore}}
		for i, one := range smaller(c) {
			one.Name = fmt.Sprintf("%s, shrunk %d", c.Name, i+1)
			all = append(all, one)
		}
		report, err := Verify(ctx, subject, Options{Cases: all, Progress: progress})
		if err != nil {
			return done, err
		}
		i := slices.IndexFunc(report.Results, func(r Result) bool { return r.Status == Contradicted })
		if i < 0 {
			done.Case = c.Name + ": " + c.hooks()
			return done, nil
		}
		done, c.Hooks = report.Results[i], all[slices.IndexFunc(all, func(one Case) bool { return one.Name == report.Results[i].Case })].Hooks
	}
}

func (c Case) hooks() string {
	var all []string
	for i, h := range c.Hooks {
		text := fmt.Sprintf("hook %d prints %q and exits with %d", i+1, h.Stdout, h.Exit)
		if h.Stderr != "" {
			text += fmt.Sprintf(", prints %q on stderr", h.Stderr)
		}
		if h.After > 0 {
			text += fmt.Sprintf(", after hook %d", h.After)
		}
		if h.Matcher != "" || h.Seconds > 0 || h.Entry != nil {
			text += fmt.Sprintf(", matcher %q, timeout %g s, fields %v", h.Matcher, h.Seconds, h.Entry)
		}
		all = append(all, text)
	}
	return string(c.Moment) + ", " + strings.Join(all, "; ")
}

// smaller returns what is left of a case without one of its parts.
func smaller(c Case) (all []Case) {
	with := func(i int, change func(*Hook)) {
		one := c
		one.Hooks = slices.Clone(c.Hooks)
		if change(&one.Hooks[i]); !reflect.DeepEqual(one, c) {
			all = append(all, one)
		}
	}
	for i, h := range c.Hooks {
		if len(c.Hooks) > 1 {
			all = append(all, c.without(i))
		}
		with(i, func(h *Hook) { h.Matcher, h.Seconds, h.Entry = "", 0, nil })
		with(i, func(h *Hook) { h.Stderr = "" })
		with(i, func(h *Hook) { h.Exit = 0 })
		for _, text := range shorter(h.Stdout) {
			with(i, func(h *Hook) { h.Stdout = text })
		}
	}
	return all
}

// without returns the case without a hook. One that ends after this one then ends after the one before.
func (c Case) without(i int) Case {
	gone := c.Hooks[i]
	c.Hooks = slices.Delete(slices.Clone(c.Hooks), i, i+1)
	for n := range c.Hooks {
		h := &c.Hooks[n]
		if h.After == i+1 {
			h.After = gone.After
		}
		if h.After > i+1 {
			h.After--
		}
	}
	return c
}

// shorter returns nothing, a text without what is around the answer in it, and without each of the
// answer's fields.
func shorter(text string) (all []string) {
	if text != "" {
		all = []string{""}
	}
	start, end := max(strings.Index(text, "{"), 0), strings.LastIndex(text, "}")+1
	if start >= end {
		return all
	}
	before, answer, after := text[:start], text[start:end], text[end:]
	var object map[string]any
	if json.Unmarshal([]byte(strings.ReplaceAll(answer, ":{rewritten}", `:"{rewritten}"`)), &object) != nil {
		return all
	}
	if before+after != "" {
		all = append(all, answer)
	}
	without := func(on map[string]any, name string) {
		value := on[name]
		delete(on, name)
		all = append(all, before+written(object)+after)
		on[name] = value
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		without(object, name)
		inner, _ := object[name].(map[string]any)
		for _, field := range slices.Sorted(maps.Keys(inner)) {
			without(inner, field)
		}
	}
	return all
}
