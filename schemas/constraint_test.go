package schemas

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// benchOf returns a weakeningBench of a schema and a value that it rejects.
func benchOf(t *testing.T, text, refused string) (*weakeningBench, linkedNode) {
	t.Helper()
	b := &weakeningBench{name: "test", source: func(string) ([]byte, error) { return []byte(text), nil }}
	require.NoError(t, b.refuse([]Vector{{Schema: "test", Name: "v", Data: []byte(refused), Keyword: "any"}}))
	return b, linkedNode{"test", parse(t, text), Link{File: "test", IDs: []string{"HOOK-001"}}, nil}
}

func TestEveryKeywordCanBeWeakened(t *testing.T) {
	tests := []struct{ keyword, schema, refused string }{
		{"type", `{"type": "string"}`, `1`},
		{"const", `{"const": null}`, `1`},
		{"enum", `{"enum": [1, 2]}`, `3`},
		{"not", `{"not": {"type": "null"}}`, `null`},
		{"$ref", `{"$ref": "https://hooktest.github.io/hooktest/schemas/test.schema.json#/$defs/a", "$defs": {"a": {"type": "string"}}}`, `1`},
		{"allOf/1", `{"allOf": [{"minimum": 1}, {"maximum": 3}]}`, `4`},
		{"anyOf", `{"anyOf": [{"type": "string"}, {"type": "null"}]}`, `1`},
		{"oneOf", `{"oneOf": [{"type": "string"}, {"minLength": 0}]}`, `"x"`},
		{"then", `{"if": {"type": "string"}, "then": {"minLength": 2}}`, `"x"`},
		{"else", `{"if": {"type": "string"}, "else": {"type": "null"}}`, `1`},
		{"required/b~1c", `{"required": ["a", "b/c"]}`, `{"a": 1}`},
		{"items", `{"items": {"type": "string"}}`, `[1]`},
		{"properties/a", `{"properties": {"a": {"type": "string"}}}`, `{"a": 1}`},
		{"properties/b", `{"properties": {"a": {"description": "Anything."}, "b": false}}`, `{"a": 1, "b": 1}`},
		{"propertyNames", `{"propertyNames": {"enum": ["a"]}}`, `{"b": 1}`},
		{"unevaluatedProperties", `{"properties": {"a": {}}, "unevaluatedProperties": false}`, `{"b": 1}`},
		{"minProperties", `{"minProperties": 1}`, `{}`},
		{"minItems", `{"minItems": 1}`, `[]`},
		{"maxItems", `{"maxItems": 1}`, `[1, 2]`},
		{"uniqueItems", `{"uniqueItems": true}`, `[1, 1]`},
		{"minLength", `{"minLength": 1}`, `""`},
		{"maxLength", `{"maxLength": 1}`, `"ab"`},
		{"pattern", `{"pattern": "^a$"}`, `"b"`},
		{"minimum", `{"minimum": 0}`, `-1`},
		{"maximum", `{"maximum": 0}`, `1`},
		{"exclusiveMinimum", `{"exclusiveMinimum": 0}`, `0`},
		{"exclusiveMaximum", `{"exclusiveMaximum": 0}`, `0`},
	}
	for _, tt := range tests {
		t.Run(tt.keyword, func(t *testing.T) {
			b, n := benchOf(t, tt.schema, tt.refused)
			weakenings, err := b.weaken(n)
			require.NoError(t, err)
			var killed []string
			for _, w := range weakenings {
				if w.Killed {
					assert.Equal(t, "v", w.Vector)
					killed = append(killed, w.Keyword)
				}
			}
			assert.Equal(t, []string{tt.keyword}, killed)
		})
	}
}

// A value that two constraints reject proves neither.
func TestAValueWithTwoFaultsKillsNothing(t *testing.T) {
	b, n := benchOf(t, `{"minimum": 3, "enum": [3, 4]}`, `1`)
	weakenings, err := b.weaken(n)
	require.NoError(t, err)
	assert.Equal(t, []Weakening{{Keyword: "minimum"}, {Keyword: "enum"}}, weakenings)
}

func TestAVectorThatFitsIsAnError(t *testing.T) {
	b := &weakeningBench{name: "test", source: func(string) ([]byte, error) { return []byte(`{"minimum": 3}`), nil }}
	err := b.refuse([]Vector{{Schema: "test", Name: "test/fits", Data: []byte("4"), Keyword: "minimum"}})
	require.EqualError(t, err, "test/fits: fits, though it is listed among what does not")
}

func TestANodeWithoutConstraintsIsAnError(t *testing.T) {
	b, n := benchOf(t, `{"allOf": [{"type": "string"}], "x-hooktest-req": ["HOOK-001"]}`, `1`)
	n.node = parse(t, `{"description": "Says nothing.", "x-hooktest-req": ["HOOK-001"]}`)
	_, err := b.weaken(n)
	require.ErrorContains(t, err, "names HOOK-001 and constrains nothing")
}

func TestLinksOfAnUnknownShapeAreErrors(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"keyword", `{"contains": {"x-hooktest-req": ["HOOK-001"]}}`, "the keyword contains is not known to what reads links"},
		{"deep keyword", `{"items": {"dependentSchemas": {}}}`, "the keyword dependentSchemas is not known to what reads links"},
		{"no id", `{"x-hooktest-req": []}`, "x-hooktest-req is a list with at least one id"},
		{"no list", `{"x-hooktest-req": "HOOK-001"}`, "x-hooktest-req is a list with at least one id"},
		{"number", `{"x-hooktest-req": [1]}`, "an id is a string"},
		{"no schema", `{"items": 1}`, "a schema is an object or a boolean"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var w linkWalk
			w.visit(parse(t, tt.in), "", nil)
			require.Len(t, w.faults, 1)
			assert.ErrorContains(t, w.faults[0], tt.want)
		})
	}
}
