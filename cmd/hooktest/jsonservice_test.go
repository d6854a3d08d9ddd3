package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

// jsonService is the variable with the folder in which vscode-json-languageservice is installed.
const jsonService = "VSCODE_JSON_SERVICE"

// validating prints, for each document, what VS Code's JSON service says about it.
const validating = `
const {getLanguageService, TextDocument} = require(process.argv[2] + '/node_modules/vscode-json-languageservice');
const {schemas, documents} = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const fetched = uri => schemas[uri] ? Promise.resolve(JSON.stringify(schemas[uri])) : Promise.reject('not there: ' + uri);
const service = getLanguageService({schemaRequestService: fetched, workspaceContext: {resolveRelativePath: (path, from) => new URL(path, from).href}});
service.configure({validate: true, schemas: documents.map((d, i) => ({uri: d.schema, fileMatch: ['*/' + i + '.json']}))});
(async () => {
  const all = [];
  for (const [i, d] of documents.entries()) {
    const text = TextDocument.create('file:///' + i + '.json', 'json', 1, d.text), json = service.parseJSONDocument(text);
    const found = (await service.doValidation(text, json)).map(f => text.getText(f.range) + ': ' + f.message);
    const at = d.text.indexOf('"timeout"') + 1;
    const hover = at ? await service.doHover(text, text.positionAt(at), json) : null;
    all.push({found, hover: hover ? [].concat(hover.contents).map(c => c.value || c).join(' ') : ''});
  }
  console.log(JSON.stringify(all));
})();
`

// The service resolves the ids of the schemas, understands their keywords, and reports a mistake in
// settings at its place.
func TestVSCodeReadsTheSchemas(t *testing.T) {
	folder := os.Getenv(jsonService)
	if folder == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("CI must have vscode-json-languageservice, in the folder that " + jsonService + " names")
		}
		t.Skip(jsonService + " is not set: npm install --prefix FOLDER vscode-json-languageservice")
	}
	type document struct {
		Schema string `json:"schema"`
		Text   string `json:"text"`
	}
	var documents []document
	published := map[string]json.RawMessage{}
	for _, name := range schemas.Names() {
		source, err := schemas.Source(name)
		require.NoError(t, err)
		published[schemas.ID(name)] = source
	}
	ids := map[string]string{"llxprt": schemas.ID("settings"), "lint-config": schemas.ID("lint-config")}
	for _, c := range dialect.Contracts() {
		if c.Reading == nil {
			continue
		}
		schema := c.SettingsSchema()
		id, _ := schema.GetString("$id")
		assert.NotContains(t, published, id, "each agent and version has its own")
		published[id], ids[c.Name] = jsonvalue.Marshal(schema), id
	}
	tests := []struct {
		schema, text string
		found        []string
		hover        string
	}{
		{"claude", `{"model": "x", "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "x", "timeout": 5}]}]}}`, nil, "In seconds; 600 where none is given"},
		{"claude", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "comand", "command": "x"}]}]}}`, []string{`"comand": Value is not accepted`}, ""},
		{"claude", `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": "5"}]}]}}`, []string{`"5": Incorrect type. Expected "number"`}, "In seconds"},
		{"claude", `{"hooks": {"Stop": [{"type": "command", "command": "x"}]}}`, []string{`{: Missing property "hooks"`}, ""},
		{"gemini", `{"hooks": {"BeforeTool": [{"matcher": 1, "hooks": []}]}}`, []string{`1: Incorrect type. Expected "string"`}, ""},
		{"cursor", `{"version": 1, "hooks": {"preToolUse": [{"command": 5}]}}`, []string{`5: Incorrect type. Expected "string"`}, ""},
		{"kiro", `{"version": "v1", "hooks": [{"trigger": "Stopp", "action": {"type": "command", "command": "x"}}]}`, []string{`"Stopp": Value is not accepted`}, ""},
		// The service marks the first character of an object. The schema refers to another one by its id.
		{"llxprt", `{"enableHooks": "yes", "hooks": {"BeforeTool": [{"hooks": [{"type": "command"}]}]}}`,
			[]string{`"yes": Incorrect type. Expected "boolean"`, `{: Missing property "command"`}, ""},
		{"lint-config", `{"ignore": [{"ids": ["HT101"]}]}`, []string{`{: Missing property "reason"`}, ""},
	}
	for _, tt := range tests {
		require.NotEmpty(t, ids[tt.schema], tt.schema)
		documents = append(documents, document{ids[tt.schema], tt.text})
	}
	input, err := json.Marshal(map[string]any{"schemas": published, "documents": documents})
	require.NoError(t, err)
	script := filepath.Join(t.TempDir(), "validate.js")
	require.NoError(t, os.WriteFile(script, []byte(validating), 0o644))
	cmd := exec.Command("node", script, folder)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	var got []struct {
		Found []string
		Hover string
	}
	require.NoError(t, json.Unmarshal(out, &got))
	require.Len(t, got, len(tests))
	for i, tt := range tests {
		require.Len(t, got[i].Found, len(tt.found), "%s: %v", tt.text, got[i].Found)
		for j, found := range got[i].Found {
			assert.Contains(t, found, tt.found[j], tt.text)
		}
		assert.Contains(t, got[i].Hover, tt.hover, tt.text)
	}
}

// docs/editors.md has addresses of schemas, which change with the versions of agents.
func TestEditorsAreGivenSchemasThatExist(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "editors.md"))
	require.NoError(t, err)
	known := map[string]bool{}
	for _, name := range schemas.Names() {
		known[schemas.ID(name)] = true
	}
	for _, c := range dialect.Contracts() {
		id, _ := c.SettingsSchema().GetString("$id")
		known[id] = true
	}
	found := regexp.MustCompile(`https://hooktest\.github\.io/[^"\s]+`).FindAllString(string(text), -1)
	assert.Greater(t, len(found), 5)
	for _, id := range found {
		assert.True(t, known[id], "%s is not the $id of a schema", id)
	}
}
