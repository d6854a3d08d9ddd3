package ruling_test

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/ruling"
)

// What a hook requests is possible, with the same reply and by a fact that Possible returns; and some
// output requests each possible effect, by each of its facts.
func TestPossible(t *testing.T) {
	for _, c := range dialect.Contracts() {
		if c.Reading == nil {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			for i := range c.Events {
				row := &c.Events[i]
				reached := map[dialect.Effect][]string{}
				for _, result := range outputs(c, row) {
					for _, r := range possible(t, c, result, c.Sample(row.Name, "")) {
						reached[r.What] = append(reached[r.What], r.Fact)
					}
				}
				for what, p := range ruling.Possible(c, row) {
					assert.Equal(t, distinct(p.Facts), distinct(reached[what]), "%s: %s", row.Name, what)
				}
			}
		})
	}
}

func distinct(facts []string) []string { return slices.Compact(slices.Sorted(slices.Values(facts))) }

// possible asserts that what a hook requests is possible, and returns it.
func possible(t *testing.T, c *dialect.Contract, result hook.ExecutionResult, input *jsonvalue.Object) []ruling.Requested {
	t.Helper()
	row, _ := c.Event(result.Event)
	all := ruling.Possible(c, row)
	requests := ruling.Requests(c, result, input)
	for _, r := range requests {
		p, ok := all[r.What]
		assert.True(t, ok, "%s: %s is possible: code %d, %s, %s", row.Name, r.What, result.Code, result.Stdout, result.Stderr)
		assert.Equal(t, p.Outcome, r.Outcome, "%s: %s", row.Name, r.What)
		// A shell that can't start the hook ends with a code of its own.
		assert.True(t, slices.Contains(p.Facts, r.Fact) || effect.ShellCouldNotStart(result), "%s: %s is by %s: code %d, %s, %s", row.Name, r.What, r.Fact, result.Code, result.Stdout, result.Stderr)
	}
	return requests
}

// outputs returns possible results of an event's hooks: every way to end with every output.
func outputs(c *dialect.Contract, row *dialect.Event) []hook.ExecutionResult {
	all := []hook.ExecutionResult{{Ending: hook.TimedOut}, {Ending: hook.NotStarted}}
	ends := func(stdout, stderr string) {
		all = append(all, hook.ExecutionResult{Ending: hook.Killed, Stdout: []byte(stdout), Stderr: []byte(stderr)})
		for code := range 4 {
			all = append(all, hook.ExecutionResult{Ending: hook.Exited, Code: code, Stdout: []byte(stdout), Stderr: []byte(stderr)})
		}
	}
	for _, text := range []string{"", "a text", `{"broken"`, `[]`, "{} {}"} {
		ends(text, "")
		ends(text, "why")
		ends("", text)
	}
	for _, answer := range answers(c, row) {
		ends(answer, "why")
	}
	for i := range all {
		all[i].Event = row.Name
	}
	return all
}

// answers returns answers of an event's hooks, one for each effect.
func answers(c *dialect.Contract, row *dialect.Event) []string {
	all := []string{`{"hookSpecificOutput": {"hookEventName": "no such event"}}`}
	add := func(fields map[dialect.Path]any) {
		answer := jsonvalue.New()
		if name := c.Reading.Text.Named; name != "" {
			put(answer, name, string(row.Name))
		}
		for _, s := range row.Rules.Invalid {
			if strings.HasSuffix(string(s.Unless), "hookEventName") {
				put(answer, s.Unless, string(row.Name))
			}
		}
		for _, at := range slices.Sorted(maps.Keys(fields)) {
			put(answer, at, fields[at])
		}
		all = append(all, string(jsonvalue.Marshal(answer)))
	}
	permits := map[dialect.Path]any{}
	for _, d := range row.Rules.Decisions {
		for word, what := range d.Words {
			fields := map[dialect.Path]any{d.At: word}
			if len(d.Reason) > 0 {
				fields[d.Reason[0]] = "why"
			}
			add(fields)
			if value, err := jsonvalue.Parse([]byte(word)); err == nil {
				add(map[dialect.Path]any{d.At: value})
			}
			add(map[dialect.Path]any{d.At: word})
			if what == cmp.Or(row.Rules.Rewrite.Needs, dialect.Allows) {
				permits[d.At] = word
			}
		}
		add(map[dialect.Path]any{d.At: "no such word"})
	}
	add(map[dialect.Path]any{"continue": false})
	add(map[dialect.Path]any{"no such field": "text"})
	if at := row.Rules.Rewrite.At; at != "" {
		input, _ := c.Sample(row.Name, "").Get(row.Rules.Rewrite.Of)
		for _, value := range []any{cmp.Or(input, any("text")), []any{}, jsonvalue.New(), jsonvalue.New(jsonvalue.Member{Key: "command", Value: "another"})} {
			permits[at] = value
			add(permits)
		}
	}
	for _, at := range slices.Concat(row.Rules.Contexts, row.Rules.Messages) {
		add(map[dialect.Path]any{at: "text"})
	}
	for _, s := range row.Rules.Invalid {
		value, err := jsonvalue.Parse([]byte(s.Value))
		if err != nil {
			value = "text"
		}
		add(map[dialect.Path]any{s.At: value})
	}
	return all
}

// put sets a value inside an answer.
func put(answer *jsonvalue.Object, path dialect.Path, value any) {
	first, rest, nested := strings.Cut(string(path), ".")
	if !nested {
		answer.Set(first, value)
		return
	}
	inner, ok := answer.GetObject(first)
	if !ok {
		inner = jsonvalue.New()
		answer.Set(first, inner)
	}
	put(inner, dialect.Path(rest), value)
}
