package schemas_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/schemas"
)

// The report on a document's faults has a limit of its own; a single pointer may still
// be as long as the document.
func TestFaultsAreNotLongerThanTheDocument(t *testing.T) {
	nested := func(inner string, depth int) string {
		return strings.Repeat("[1e9999,", depth) + inner + strings.Repeat("]", depth)
	}
	answer := func(member, value string) string {
		return `{"hookSpecificOutput":{"hookEventName":"BeforeModel",` + member + `:` + value + `}}`
	}
	tests := []struct {
		name, schema, text, reason string
	}{
		{"many wrong items", schemas.Stdout("BeforeModel"), answer(`"llm_request"`, `{"messages":[`+strings.Repeat("1,", 20_000)+`1]}`), "one fault for two bytes"},
		{"numbers on every level", schemas.Stdout("BeforeModel"), answer(`"llm_request"`, `{"config":{"a":`+nested("1", 5000)+`}}`), "each has a pointer as long as it is deep"},
		{"an unknown field", schemas.Stdin("BeforeTool"), `{"` + strings.Repeat("y", 20_000) + `":1}`, "a long name"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := schemas.ValidateBytes(tt.schema, "answer.json", []byte(tt.text), document.Options{})
			require.Error(t, err)
			assert.LessOrEqual(t, len(err.Error()), 2*len(tt.text)+96<<10, tt.reason)
			var invalid *schemas.Error
			require.ErrorAs(t, err, &invalid)
			assert.LessOrEqual(t, len(invalid.Faults), 100)
		})
	}
}
