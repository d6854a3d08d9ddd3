package schemas_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

var update = flag.Bool("update", false, "write what the schemas have for each event")

// Of an event, only the schema of its input is written by hand, and that of its answer if a field of
// the answer has an effect. The others of its files begin as what follows from its row.
func TestSchemasOfEventsAreFresh(t *testing.T) {
	const allFields, end = "\n  }\n}\n-- all-fields", "\n      }\n    }\n  },\n  \"$defs\""
	listed, settings, vectors := read(t, "stdin/base.schema.json"), read(t, "settings.schema.json"), read(t, "testdata/settings.txtar")
	names := make([]string, 0, len(events()))
	for _, row := range dialect.LLxprt().Events {
		name := string(row.Name)
		names = append(names, fmt.Sprintf("        %q", name))
		if entry := fmt.Sprintf("        %q: {\n          \"$ref\": \"#/$defs/groups\",\n", name); !strings.Contains(settings, entry) {
			settings = strings.Replace(settings, end, ",\n"+entry+fmt.Sprintf("          \"description\": \"Hooks that run on %s.\",\n          \"x-hooktest-req\": [\n            \"HOOK-081\"\n          ]\n        }", name)+end, 1)
			vectors = strings.Replace(vectors, allFields, fmt.Sprintf(",\n    %q: []", name)+allFields, 1) +
				fmt.Sprintf("%s-an-object | all-events | /hooks = {%q: {\"hooks\": []}} | /hooks/%s type\n", path.Base(schemas.Stdin(name)), name, name)
		}
		begins(t, schemas.Stdout(name)+".schema.json", fmt.Sprintf("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"$id\": %q,\n  \"title\": \"%s answer\",\n"+
			"  \"description\": \"What a hook may answer to %s. No caller applies it; there are no fields of its own.\",\n  \"x-hooktest-req\": [\n    %q\n  ],\n  \"$ref\": %q\n}\n",
			schemas.ID(schemas.Stdout(name)), name, name, row.Effects.Ignored, schemas.ID("stdout/base")))
		begins(t, "testdata/"+schemas.Stdout(name)+".txtar", strings.Replace(read(t, "testdata/stdout/base.txtar"), "stdout/base", schemas.Stdout(name), 1))
		begins(t, "testdata/"+schemas.Stdin(name)+".txtar", inputs(row))
	}
	fresh(t, "stdin/base.schema.json", regexp.MustCompile(`(?s)"enum": \[.*?\]`).ReplaceAllLiteralString(listed, "\"enum\": [\n"+strings.Join(names, ",\n")+"\n      ]"))
	fresh(t, "settings.schema.json", settings)
	fresh(t, "testdata/settings.txtar", vectors)
}

// inputs returns vectors for the input of an event whose fields have no fields of their own: its
// sample, and what is one edit away from it.
func inputs(row dialect.Event) string {
	sample := hook.NewInput(hook.Base{SessionID: "session-1", CWD: "/home/user/project", Event: row.Name}).Object()
	sample.Set("timestamp", "2026-01-31T12:00:00.000Z")
	sample = sample.Overlay(row.Sample())
	var b strings.Builder
	fmt.Fprintf(&b, "Values that %s accepts, by name; under refused such as are one edit away\nfrom those: name | base | edit | place and keyword of the only fault\n\n", schemas.Stdin(string(row.Name)))
	for _, transcript := range []string{"", "/home/user/transcript.json"} {
		sample.Set("transcript_path", transcript)
		var text bytes.Buffer
		_ = json.Indent(&text, jsonvalue.Marshal(sample), "", "  ")
		fmt.Fprintf(&b, "-- %s --\n%s\n", map[bool]string{true: "sample", false: "with-a-transcript"}[transcript == ""], text.String())
	}
	b.WriteString("-- refused --\narray | sample | = [] | type\nunknown-field | sample | /unknown_field = 1 | /unknown_field unevaluatedProperties\n" +
		"event-name-of-another-event | sample | /hook_event_name = \"Another\" | /hook_event_name const\n" +
		"timestamp-without-milliseconds | sample | /timestamp = \"2026-01-31T12:00:00Z\" | /timestamp pattern\n")
	for name, value := range sample.All() {
		words, other := strings.ReplaceAll(name, "_", "-"), "true"
		if jsonvalue.KindOf(value) == "boolean" {
			other = "1"
		}
		if i := slices.IndexFunc(row.Fields, func(f dialect.Field) bool { return f.Name == name }); i < 0 || !row.Fields[i].Optional {
			fmt.Fprintf(&b, "%s-missing | sample | without /%s | required\n", words, name)
		}
		if name != "hook_event_name" {
			fmt.Fprintf(&b, "%s-of-another-kind | sample | /%s = %s | /%s type\n", words, name, other, name)
		}
	}
	return b.String()
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	require.NoError(t, err)
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// begins writes a file that does not exist.
func begins(t *testing.T, name, text string) {
	t.Helper()
	if _, err := os.Stat(filepath.FromSlash(name)); os.IsNotExist(err) && *update {
		require.NoError(t, os.WriteFile(filepath.FromSlash(name), []byte(text), 0o644))
	}
	assert.FileExists(t, filepath.FromSlash(name), "run make schemas")
}

func fresh(t *testing.T, name, text string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(filepath.FromSlash(name), []byte(text), 0o644))
	}
	assert.True(t, read(t, name) == text, "schemas/%s is stale: run make schemas", name)
}
