package fuzz

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

// stdin returns the published schema of an event's hook input, and a function that validates a
// payload.
func stdin(t *testing.T, c *dialect.Contract, event hook.Event) (schema *jsonvalue.Object, fits func([]byte) error) {
	t.Helper()
	if c.Reading != nil {
		schema = c.StdinSchema(event)
		text := jsonvalue.Marshal(schema)
		return schema, func(payload []byte) error { return schemas.ValidateBy(text, "draw", payload, document.Options{}) }
	}
	name := schemas.Stdin(string(event))
	source, err := schemas.Source(name)
	require.NoError(t, err)
	value, err := jsonvalue.Parse(source)
	require.NoError(t, err)
	return value.(*jsonvalue.Object), func(payload []byte) error { return schemas.ValidateBytes(name, "draw", payload, document.Options{}) }
}

// Each draw matches the published schema of the event's hook input. Many draws together cover what
// the schema leaves open: each optional field present and absent, each known word, and undefined
// fields where the schema is open.
func TestDrawsFitTheSchemaAndCoverIt(t *testing.T) {
	t.Parallel()
	// Validating a draw takes as long as hundreds of draws.
	const draws, held = 300, 25
	for _, c := range dialect.Contracts() {
		for _, event := range c.EventNames() {
			row, _ := c.Event(event)
			schema, fits := stdin(t, c, event)
			required, _ := schema.GetList("required")
			closed, _ := schema.Get("unevaluatedProperties")
			campaign := Campaign{Testbed: execution.Testbed{Contract: c}, Event: event, Sample: c.Sample(event, ""), Seed: 1}
			there, absent, words, later := map[string]bool{}, map[string]bool{}, map[string]bool{}, 0
			for i := range draws {
				fields := campaign.draw(i)
				for _, field := range row.Fields {
					value, ok := fields.Get(field.Name)
					if kind := jsonvalue.KindOf(value); c.Reading != nil {
						require.True(t, !ok || kind == field.Kind, "%s %s draw %d: %s is a %s", c.Name, event, i, field.Name, kind)
					}
					there[field.Name], absent[field.Name] = there[field.Name] || ok, absent[field.Name] || !ok
				}
				for _, base := range c.Base {
					_, drawn := fields.Get(base.Name)
					require.False(t, drawn && base.Is != dialect.Invented, "%s %s draw %d: %s is what it is", c.Name, event, i, base.Name)
				}
				word, _ := fields.GetString(row.Subject.Field)
				words[word] = true
				if _, ok := fields.Get(added); ok {
					later++
				}
				if i%held != 0 {
					continue
				}
				_, payload := campaign.Testbed.Payload(event, fields, nil, "/project")
				require.NoError(t, fits(payload), "%s %s draw %d: %s", c.Name, event, i, payload)
			}
			for _, field := range row.Fields {
				assert.True(t, there[field.Name], "%s %s never has %s", c.Name, event, field.Name)
				assert.Equal(t, !slices.Contains(required, any(field.Name)), absent[field.Name], "%s %s: %s is optional or always there", c.Name, event, field.Name)
			}
			for _, word := range row.Subject.Values {
				assert.True(t, words[word], "%s %s never has %s", c.Name, event, word)
			}
			assert.Equal(t, closed != false, later > 0, "%s %s has unknown fields exactly if it is open", c.Name, event)
		}
	}
}

// Draws go as deep as the schema: nested optional fields are present and absent, lists are empty
// and have several items, and each allowed type occurs.
func TestDrawsGoAsDeepAsTheSchema(t *testing.T) {
	t.Parallel()
	tests := []struct {
		event hook.Event
		path  []string
		want  []string
	}{
		{hook.AfterTool, []string{"tool_response", "llmContent"}, []string{"string", "object", "array"}},
		{hook.AfterTool, []string{"tool_response", "error"}, []string{"object", "nothing"}},
		{hook.BeforeModel, []string{"llm_request", "messages"}, []string{"no item", "array"}},
		{hook.BeforeModel, []string{"llm_request", "config", "temperature"}, []string{"number", "nothing"}},
		{hook.AfterModel, []string{"llm_response", "usageMetadata"}, []string{"object", "nothing"}},
		{hook.Notification, []string{"details"}, []string{"object"}},
	}
	for _, tt := range tests {
		c := dialect.LLxprt()
		campaign := Campaign{Testbed: execution.Testbed{Contract: c}, Event: tt.event, Sample: c.Sample(tt.event, ""), Seed: 1}
		came := map[string]bool{}
		for i := range 600 {
			var value any = campaign.draw(i)
			kind := "nothing"
			for _, key := range tt.path {
				object, _ := value.(*jsonvalue.Object)
				if value = nil; object != nil {
					value, _ = object.Get(key)
				}
			}
			if list, ok := value.([]any); ok && len(list) == 0 {
				kind = "no item"
			} else if value != nil {
				kind = jsonvalue.KindOf(value)
			}
			came[kind] = true
		}
		for _, want := range tt.want {
			assert.True(t, came[want], "%s: %v is never %s", tt.event, tt.path, want)
		}
	}
}

// What many draws change besides the event's own fields.
func TestDrawsChange(t *testing.T) {
	t.Parallel()
	c := dialect.Known("claude")
	campaign := Campaign{Testbed: execution.Testbed{Contract: c}, Event: "PreToolUse", Sample: c.Sample("PreToolUse", "Bash"), Seed: 1}
	hostileMode := func(fields *jsonvalue.Object) bool {
		mode, ok := fields.GetString("permission_mode")
		return ok && slices.Contains(hostile(), mode)
	}
	parameter := func(fields *jsonvalue.Object) bool {
		input, _ := fields.GetObject("tool_input")
		return input.Has(added)
	}
	for reason, changes := range map[string]func(*jsonvalue.Object) bool{
		"base fields are drawn, too, unless their values are given":      hostileMode,
		"a field of a later version may also be a parameter of the tool": parameter,
	} {
		found := false
		for i := 0; i < 300 && !found; i++ {
			found = changes(campaign.draw(i))
		}
		assert.True(t, found, reason)
	}
}

// A hook that fails on every text of 100,000 characters once kept the shrinker busy for hours after its
// last try: each part that is left is a copy of the text.
func TestNothingIsTriedWhenTheTriesAreOver(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a", 100_000)
	fields := jsonvalue.New(jsonvalue.Member{Key: "prompt", Value: text})
	left, asked := tries, 0
	small := shorter(fields, "", 0, func(*jsonvalue.Object) bool {
		asked++
		left--
		return false
	}, func() bool { return left <= 0 })
	assert.Equal(t, tries, asked)
	assert.True(t, jsonvalue.Equal(fields, small), "nothing smaller failed")
}
