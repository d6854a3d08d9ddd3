package schemas

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/document"
)

func parse(t *testing.T, text string) *document.Node {
	t.Helper()
	node, err := document.Parse("", []byte(text), document.Options{})
	require.NoError(t, err)
	return node
}

func TestWordsOfEveryKeyword(t *testing.T) {
	long := strings.Repeat("é", 60)
	tests := []struct {
		keyword, schema, value, want string
	}{
		{"type", `{"type":"object"}`, `null`, `must be an object, is null`},
		{"type", `{"type":["string","null","integer"]}`, `true`, `must be a string or null or an integer, is a boolean`},
		{"const", `{"const":null}`, `{}`, `must be null, is an object`},
		{"const", `{"const":1}`, `"` + long + `"`, `must be 1, is "` + long[:80] + `…"`},
		{"enum", `{"enum":["a"]}`, `3`, `must be "a", is 3`},
		{"enum", `{"enum":["allow","deny",null]}`, `"Deny"`, `must be "allow", "deny" or null, is "Deny", did you mean "deny"`},
		{"pattern", `{"pattern":"^x$"}`, `"y\n"`, `must match ^x$, is "y\n"`},
		{"pattern", `{"pattern":"^x$","examples":["x"]}`, `"y"`, `must look like "x", is "y"`},
		{"minLength", `{"minLength":1}`, `""`, `must not be empty`},
		{"minLength", `{"minLength":3}`, `"ab"`, `must have at least 3 characters, is "ab"`},
		{"maxLength", `{"maxLength":1}`, `"ab"`, `must have at most 1 characters, is "ab"`},
		{"minimum", `{"minimum":0}`, `-1`, `must be at least 0, is -1`},
		{"maximum", `{"maximum":9}`, `10`, `must be at most 9, is 10`},
		{"exclusiveMinimum", `{"exclusiveMinimum":0}`, `0.0`, `must be greater than 0, is 0.0`},
		{"exclusiveMaximum", `{"exclusiveMaximum":1}`, `1e2`, `must be less than 1, is 1e2`},
		{"minItems", `{"minItems":1}`, `[]`, `must not be empty`},
		{"minItems", `{"minItems":2}`, `[1]`, `must have at least 2 items, has 1`},
		{"maxItems", `{"maxItems":1}`, `[1,2]`, `must have at most 1 items, has 2`},
		{"minProperties", `{"minProperties":1}`, `{}`, `must not be empty`},
		{"minProperties", `{"minProperties":2}`, `{"a":1}`, `must have at least 2 fields, has 1`},
		{"uniqueItems", `{"uniqueItems":true}`, `[1,1]`, `must not hold the same item twice`},
		{"oneOf", `{"oneOf":[{},{}]}`, `1`, `fits more than one of the forms that exclude each other`},
		{"format", `{"format":"date"}`, `"x"`, `the library's words`},
	}
	for _, tt := range tests {
		t.Run(tt.keyword, func(t *testing.T) {
			schema := parse(t, tt.schema)
			value, ok := schema.Field(tt.keyword)
			require.True(t, ok)
			r := rule{keyword: tt.keyword, value: value, schema: schema}
			assert.Equal(t, tt.want, r.message(parse(t, tt.value), "", "the library's words"))
		})
	}
}

// Messages are chosen by the library's location of the keyword. This tests the
// locations for all ways in which schemas nest.
func TestLeaves(t *testing.T) {
	const schema = `{
		"allOf": [{"required": ["a"]}, {"properties": {"b": {"type": "string"}}}],
		"properties": {
			"any": {"anyOf": [{"type": "string"}, {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "string"}}}]},
			"one": {"oneOf": [{"required": ["p", "q"], "minProperties": 9}, {"required": ["r"]}]},
			"both": {"oneOf": [{}, {"type": "number"}]}
		},
		"propertyNames": {"enum": ["a", "b", "any", "one", "both"]}
	}`
	v, err := compile("test", func(string) ([]byte, error) { return []byte(schema), nil })
	require.NoError(t, err)
	tests := []struct {
		name, in string
		want     []string
		reason   string
	}{
		{"all of several", `{"b":1}`, []string{" allOf/0/required", "/b allOf/1/properties/b/type"}, "each cause counts"},
		{"deepest alternative", `{"a":1,"any":{"x":1,"y":"s"}}`, []string{"/any/x properties/any/anyOf/1/properties/x/type"}, "an object was meant"},
		{"first of equal alternatives", `{"a":1,"any":1}`, []string{"/any properties/any/anyOf/0/type"}, "the first represents both"},
		{"alternative with fewer faults", `{"a":1,"one":{}}`, []string{"/one properties/one/oneOf/1/required"}, "it came closest"},
		{"two that exclude each other", `{"a":1,"both":1}`, []string{"/both properties/both/oneOf"}, ""},
		{"name", `{"a":1,"c":1}`, []string{"/c propertyNames/enum"}, "a name is blamed at its field"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			report, err := v.check(flatten(parse(t, tt.in)).value)
			require.NoError(t, err)
			var found []string
			for _, leaf := range leaves(*report) {
				found = append(found, leaf.at+" "+strings.TrimPrefix(leaf.rule, ID("test")+"#/"))
			}
			assert.ElementsMatch(t, tt.want, found, tt.reason)
		})
	}
}

func TestAPanicOfTheLibraryIsAnError(t *testing.T) {
	v, err := compile("llm-response", Source)
	require.NoError(t, err)
	value := map[string]any{"candidates": []any{map[string]any{"index": json.Number("1e99999999")}}}
	_, err = v.check(value)
	require.ErrorContains(t, err, "the validator gave up")
}
