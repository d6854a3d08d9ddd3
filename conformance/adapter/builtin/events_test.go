package builtin

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/engine/dialect"
)

// The suite does not import the engine and has its own table of the events. It
// must have the same events, fields, kinds and subjects, in the protocol's
// spelling and order. An event that is not in the protocol yet can't be judged.
func TestTheProtocolHasTheEventsOfTheContract(t *testing.T) {
	var want []adapter.Event
	for _, row := range dialect.LLxprt().Events {
		if _, ok := adapter.EventNamed(string(row.Name)); !ok {
			continue
		}
		e := adapter.Event{Name: string(row.Name), Applied: row.Effects.Applied(), Subject: camel(row.Subject.Field)}
		for _, f := range row.Fields {
			e.Fields = append(e.Fields, adapter.EventField{Name: camel(f.Name), Kind: f.Kind, Optional: f.Optional})
		}
		want = append(want, e)
	}
	assert.Equal(t, want, adapter.Events())
}

// camel is the protocol's spelling of a field that hooks know with underscores.
func camel(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}
