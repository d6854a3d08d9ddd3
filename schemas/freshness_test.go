package schemas_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/schemas"
)

// events are those of the event table.
func events() []string { return lists.Texts(dialect.LLxprt().EventNames()) }

// keywords says what a keyword does: an assertion can fail and has its own message, a
// container holds schemas, an annotation never fails.
func keywords() map[string]string {
	groups := map[string]string{
		"assertion": "type const enum required pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum " +
			"minItems maxItems minProperties uniqueItems unevaluatedProperties not",
		"container":  "properties items propertyNames anyOf oneOf allOf if then else $ref $defs",
		"annotation": "$schema $id title description default examples deprecated x-hooktest-req",
	}
	known := map[string]string{}
	for group, names := range groups {
		for name := range strings.FieldsSeq(names) {
			known[name] = group
		}
	}
	return known
}

func TestEverySchemaIsWhole(t *testing.T) {
	requirement := regexp.MustCompile(`^HOOK-\d{3}[ab]?$`)
	owners := map[string]string{}
	known := keywords()
	for _, name := range schemas.Names() {
		t.Run(name, func(t *testing.T) {
			source, err := schemas.Source(name)
			require.NoError(t, err)
			root, err := document.Parse(name, source, document.Options{})
			require.NoError(t, err)

			text := func(field string) string {
				node, ok := root.Field(field)
				require.True(t, ok, "%s has no %s", name, field)
				return node.Text()
			}
			assert.Equal(t, "https://json-schema.org/draft/2020-12/schema", text("$schema"))
			assert.Equal(t, "https://hooktest.github.io/hooktest/schemas/"+name+".schema.json", text("$id"))
			assert.Empty(t, owners[text("$id")], "two schemas share an identifier")
			owners[text("$id")] = name
			assert.NotEmpty(t, text("title"))
			assert.True(t, strings.HasSuffix(text("description"), "."), "a description is a sentence")

			walkSchemas(root, func(schema *document.Node) {
				assert.Empty(t, schema.Duplicates(), schema.Position())
				for _, field := range schema.Fields() {
					assert.NotEmpty(t, known[field.Name], "%s: faults have no words for %s", field.NamePosition, field.Name)
				}
				ids, ok := schema.Field("x-hooktest-req")
				if !ok {
					return
				}
				assert.NotEmpty(t, ids.Items(), ids.Position())
				for _, id := range ids.Items() {
					assert.Regexp(t, requirement, id.Text(), id.Position())
				}
			})

			// An empty object compiles the schema, whether it fits or not.
			if err := schemas.Validate(name, map[string]any{}); err != nil {
				var faults *schemas.Error
				require.ErrorAs(t, err, &faults)
			}
		})
	}
}

// walkSchemas visits every schema of a schema file, the file's own first.
func walkSchemas(schema *document.Node, visit func(*document.Node)) {
	if schema.Kind() != document.Object {
		return
	}
	visit(schema)
	for _, field := range schema.Fields() {
		switch field.Name {
		case "properties", "$defs":
			for _, child := range field.Value.Fields() {
				walkSchemas(child.Value, visit)
			}
		case "items", "propertyNames", "not", "if", "then", "else", "unevaluatedProperties":
			walkSchemas(field.Value, visit)
		case "anyOf", "oneOf", "allOf":
			for _, child := range field.Value.Items() {
				walkSchemas(child, visit)
			}
		}
	}
}

func TestEveryEventHasItsSchemas(t *testing.T) {
	want := []string{"stdin/base", "stdout/base"}
	for _, event := range events() {
		want = append(want, schemas.Stdin(event), schemas.Stdout(event))

		base := map[string]any{
			"session_id": "s", "transcript_path": "", "cwd": "/", "timestamp": "2026-01-31T12:00:00.000Z", "hook_event_name": event,
		}
		require.NoError(t, schemas.Validate("stdin/base", base), "run make schemas")
		require.NoError(t, schemas.Validate(schemas.Stdout(event), map[string]any{}), "every field of an answer is optional; run make schemas for an answer without fields of its own")
		require.NoError(t, schemas.Validate("settings", map[string]any{"hooks": map[string]any{event: []any{}}}), "HOOK-081: run make schemas")
	}
	var have []string
	for _, name := range schemas.Names() {
		if strings.HasPrefix(name, "stdin/") || strings.HasPrefix(name, "stdout/") {
			have = append(have, name)
		}
	}
	assert.ElementsMatch(t, want, have, "schemas/stdin has what a hook reads on each event")
}
