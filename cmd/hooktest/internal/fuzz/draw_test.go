package fuzz

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

// What is drawn fits the schema of what hooks of the event read, and over many draws comes
// to all that the schema leaves open: each optional field there and not there, each word
// that is known, and fields that it does not know.
func TestDrawsFitTheSchemaAndCoverIt(t *testing.T) {
	t.Parallel()
	// Holding one against a schema takes as long as drawing hundreds.
	const draws, held = 300, 25
	for _, c := range dialect.Contracts() {
		for _, event := range c.EventNames() {
			row, _ := c.Event(event)
			schema := jsonvalue.Marshal(c.StdinSchema(event))
			campaign := Campaign{Testbed: trial.Testbed{Contract: c}, Event: event, Sample: c.Sample(event, ""), Seed: 1}
			there, absent, words, later := map[string]bool{}, map[string]bool{}, map[string]bool{}, 0
			for i := range draws {
				fields := campaign.draw(i)
				for _, field := range row.Fields {
					value, ok := fields.Get(field.Name)
					require.True(t, !ok || jsonvalue.KindOf(value) == field.Kind, "%s %s draw %d: %s is no %s", c.Name, event, i, field.Name, field.Kind)
					there[field.Name], absent[field.Name] = there[field.Name] || ok, absent[field.Name] || !ok
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
				require.NoError(t, schemas.ValidateBy(schema, "draw", payload, document.Options{}), "%s %s draw %d: %s", c.Name, event, i, payload)
			}
			for _, field := range row.Fields {
				assert.True(t, there[field.Name], "%s %s never has %s", c.Name, event, field.Name)
				assert.Equal(t, field.Optional, absent[field.Name], "%s %s: %s is optional or always there", c.Name, event, field.Name)
			}
			for _, word := range row.Subject.Values {
				assert.True(t, words[word], "%s %s never has %s", c.Name, event, word)
			}
			assert.Positive(t, later, "%s %s has fields that nobody knows yet", c.Name, event)
		}
	}
}

// A field of a later version may also be a parameter of the tool.
func TestDrawsAddParameters(t *testing.T) {
	t.Parallel()
	c := dialect.Claude()
	campaign := Campaign{Testbed: trial.Testbed{Contract: c}, Event: "PreToolUse", Sample: c.Sample("PreToolUse", "Bash"), Seed: 1}
	for i := range 300 {
		input, _ := campaign.draw(i).Get("tool_input")
		if object, ok := input.(*jsonvalue.Object); ok {
			if _, ok := object.Get(added); ok {
				return
			}
		}
	}
	assert.Fail(t, "no draw has a parameter that the tool has not")
}
