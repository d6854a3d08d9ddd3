package contractfile_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/contractfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/ruling"
	"github.com/hooktest/hooktest/internal/yamltext"
	"github.com/hooktest/hooktest/schemas"
)

var update = flag.Bool("update", false, "regenerate schemas/contract.schema.json")

// written writes files into one folder and returns the path of the first.
func written(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		require.NoError(t, os.WriteFile(filepath.Join(dir, files[i]), []byte(files[i+1]), 0o600))
	}
	return filepath.Join(dir, files[0])
}

const mine = `extends: claude
product: My Agent
versions: "3"
settings:
  files:
    local: null
    project: {path: .mine/settings.json}
  breaches:
    - {what: type, loses: hook}
handlers:
  timeout: {default: 5s}
  types:
    command: {once: false}
    http: null
launch:
  variables: [MINE_PROJECT_DIR]
  set: {CLAUDECODE: null, MINE: {value: "1"}}
base:
  machine: {sample: box}
events:
  PreToolUse:
    fields:
      tool_use_id: null
      risk: {kind: number, sample: 3}
    rules:
      replies:
        fail: {outcome: prevented, model: "no: {code}"}
        defer: null
  BeforeLunch:
    moment: notice
    fields: {dish: {kind: string, sample: soup}}
matcher:
  compile: {list: '^[a-z|]*$', separators: '|', whole: true, engine: linear}
reading:
  exits:
    - {codes: [0], json: true, plain: true}
    - {codes: [7], effect: refuse, from: stderr, default: "no reason"}
    - {effect: fail, fact: mine.other}
facts:
  mine.other: {text: every other code is a failure, source: our own notes, date: 2026-11, kind: own}
`

func TestLoadLaysTheDifferencesOverTheParent(t *testing.T) {
	c, err := contractfile.Load(written(t, "mine.yaml", mine))
	require.NoError(t, err)
	claude := dialect.Known("claude")

	assert.Equal(t, []string{"mine", "My Agent", "3", "claude"}, []string{c.Name, c.Product, c.Versions, c.Extends})
	assert.True(t, c.OnlyNamed, "only who names the file asks it")
	assert.Equal(t, []dialect.File{claude.Settings.Files[0], {Scope: "project", Path: ".mine/settings.json", Fact: "mine:7"}, claude.Settings.Files[3]}, c.Settings.Files)
	assert.Equal(t, []dialect.Breach{{What: dialect.WrongType, Loses: dialect.LosesHook, Fact: "mine:9"}}, c.Settings.Breaches, "a list without names is written whole")
	assert.Equal(t, 5*time.Second, c.Handlers.Timeout.Default)
	assert.Equal(t, time.Second, c.Handlers.Timeout.Unit, "what the file does not mention comes from the parent")
	command, _ := c.Handlers.Handler("command")
	assert.False(t, command.Once)
	assert.True(t, command.Starts)
	_, http := c.Handlers.Handler("http")
	assert.False(t, http, "null takes a row away")
	assert.Equal(t, []dialect.Variable{{Name: "MINE", Value: "1"}}, c.Launch.Set)
	assert.Equal(t, dialect.BaseField{Name: "machine", Sample: `"box"`}, c.Base[len(c.Base)-1], "a new row is after the others")

	row, _ := c.Event("PreToolUse")
	_, gone := row.Field("tool_use_id")
	assert.False(t, gone)
	risk, _ := row.Field("risk")
	assert.Equal(t, dialect.Field{Name: "risk", Kind: "number", Sample: "3", Rule: "mine:24"}, risk)
	assert.Equal(t, dialect.Reply{Outcome: dialect.Prevented, Model: "no: {code}", Fact: "mine:27"}, row.Rules.Replies[dialect.Fails])
	assert.NotContains(t, row.Rules.Replies, dialect.Defers)
	assert.Equal(t, dialect.Asked, row.Rules.Reply(dialect.Asks).Outcome, "other replies are the parent's")
	lunch, known := c.Event("BeforeLunch")
	assert.True(t, known)
	assert.Equal(t, dialect.Notice, lunch.Moment)

	for text, want := range map[string]bool{"bash|write": true, "ba.h": true, "Ba": false} {
		e, err := c.Matcher.Compile.Read(text)
		require.NoError(t, err)
		matched, err := e.MatchString(map[bool]string{true: "bash", false: "Bash"}[text != "Ba"])
		require.NoError(t, err)
		assert.Equal(t, want, matched, text)
	}

	original, _ := claude.Event("PreToolUse")
	assert.Contains(t, original.Rules.Replies, dialect.Defers, "the parent stays as it is")
	assert.Len(t, claude.Settings.Files, 4)
}

// The engine applies a user's contract like any other, and the rule names the line of the file.
func TestTheEngineRulesByAFile(t *testing.T) {
	c, err := contractfile.Load(written(t, "mine.yaml", mine))
	require.NoError(t, err)
	facts := map[string]dialect.Fact{}
	for _, f := range c.Facts {
		facts[f.ID] = f
	}
	for _, tt := range []struct {
		code          int
		kind, by, say string
	}{
		{0, "allow", "mine:36", ""},
		{7, "deny", "mine:37", "PreToolUse:Bash hook error: []: why"},
		{2, "deny", "mine:27", "no: 2"},
	} {
		together, _ := ruling.Of(c, "PreToolUse", []hook.ExecutionResult{{Event: "PreToolUse", Ending: hook.Exited, Code: tt.code, Stderr: []byte("why")}}, c.Sample("PreToolUse", ""))
		assert.Equal(t, tt.kind, string(together.Verdict.Kind), tt.code)
		assert.Equal(t, tt.by, together.Verdict.Rule, tt.code)
		if tt.say != "" {
			assert.Equal(t, tt.say, *together.Words.Model)
		}
		assert.Equal(t, dialect.Stated, facts[together.Verdict.Rule].Kind)
	}
	assert.Equal(t, "our own notes", facts["mine.other"].Source)
	assert.NotContains(t, facts, "claude.exit-2", "nothing rests on it any more")
	assert.Contains(t, facts, "claude.permission-decision")
}

func TestAFileMayExtendAnother(t *testing.T) {
	path := written(t,
		"child.yaml", "extends: ./base.yaml\nhandlers: {timeout: {default: 1s}}\n",
		"base.yaml", "extends: codex\nname: our-base\nproduct: Ours\nlaunch: {variables: [OURS]}\n")
	c, err := contractfile.Load(path)
	require.NoError(t, err)
	assert.Equal(t, []string{"child", "child", "our-base"}, []string{c.Name, c.Product, c.Extends})
	assert.Equal(t, []string{"OURS"}, c.Launch.Variables)
	assert.Equal(t, time.Second, c.Handlers.Timeout.Default)
}

func TestLoadRefuses(t *testing.T) {
	tests := []struct{ name, in, want, hint string }{
		{"nothing", "", "1:1: the file is empty", ""},
		{"a list", "- a\n", "1:1: a contract is a mapping with the key extends, not an array", ""},
		{"no parent", "name: x\n", "1:1: extends is missing, which names the contract that the rest differs from", "such as extends: claude"},
		{"an unknown parent", "extends: cluade\n", `1:10: unknown contract "cluade"`, "did you mean claude?"},
		{"the requirements", "extends: llxprt\n", "1:10: llxprt can't be extended: requirements say what it does, not a table", "llxprt-shipped is a table of what LLxprt Code does"},
		{"a missing file", "extends: ./gone.yaml\n", "1:10: DIR/gone.yaml: no such file or directory", ""},
		{"itself", "extends: ./mine.yaml\n", "1:10: these contracts extend one another: DIR/mine.yaml, DIR/mine.yaml", ""},
		{"a taken name", "extends: claude\nname: codex\n", "2:7: the name codex is taken", "give it another with name: my-codex"},
		{"a name with blanks", "extends: claude\nname: My agent\n", `2:7: the name "My agent" has to begin with a small letter and to have small letters, digits and - alone`, "such as name: my-agent"},
		{"an unknown key", "extends: claude\nhandlers:\n  timeot: {default: 1s}\n", `3:3: unknown key "timeot"`, "did you mean timeout?"},
		{"a key that resembles no known key", "extends: claude\nending: {zzzzzzz: 1}\n", `2:10: unknown key "zzzzzzz"`, "known here: grace, pipes, waits, rule"},
		{"a wrong type", "extends: claude\nreading: {exits: [{codes: [two]}]}\n", `2:28: must be a whole number, not "two"`, ""},
		{"a fraction", "extends: claude\nreading: {exits: [{codes: [1.5]}]}\n", `2:28: must be a whole number, not 1.5`, ""},
		{"a time without a unit", "extends: claude\nhandlers: {timeout: {default: 30}}\n", "2:31: must be a time with its unit, such as 30s, not 30", ""},
		{"a text for a truth value", "extends: claude\nreading: {text: {strict: maybe}}\n", `2:26: must be true or false, not "maybe"`, ""},
		{"a truth value for a text", "extends: claude\nproduct: true\n", "2:10: must be a text, not true", ""},
		{"a text for a mapping", "extends: claude\nevents: PreToolUse\n", `2:9: must be a mapping from names to what is different, not "PreToolUse"`, ""},
		{"a list of rows", "extends: claude\nevents: []\n", "2:9: must be a mapping from names to what is different, not an array", "write name: {…}, and null for what goes"},
		{"a mapping for a list", "extends: claude\nreading: {exits: {}}\n", "2:18: must be a list, not an object", ""},
		{"an unknown word", "extends: claude\nevents: {Stop: {rules: {replies: {deny: {outcome: prevent}}}}}\n", `2:51: unknown outcome "prevent"`, "did you mean prevented?"},
		{"an unknown effect", "extends: claude\nevents: {Stop: {rules: {replies: {denny: {outcome: prevented}}}}}\n", `2:35: unknown effect "denny"`, "did you mean deny?"},
		{"an event that is not there", "extends: claude\nbase: {cwd: {except: [PreTolUse]}}\n", `2:23: unknown event "PreTolUse"`, "did you mean PreToolUse?"},
		{"a row that does not exist", "extends: claude\nevents: {PreTolUse: null}\n", `2:10: there is no "PreTolUse" that could go`, "did you mean PreToolUse?"},
		{"a fact that is not there", "extends: claude\nending: {grace: 1s, rule: claude.endign}\n", `2:27: unknown fact "claude.endign"`, "did you mean claude.ending?"},
		{"what requirements say", "extends: claude\nevents: {Stop: {effects: {}}}\n", "2:17: effects can't be written: it belongs to what requirements say of LLxprt Code", ""},
		{"a broken list of names", "extends: claude\nmatcher: {compile: {list: '['}}\n", "2:20: error parsing regexp: missing closing ]: `[`", ""},
		{"an unknown engine", "extends: claude\nmatcher: {compile: {engine: perl}}\n", `2:29: unknown engine "perl"`, "one of javascript, linear, wildcards, alternatives or literal"},
		{"a field without a sample", "extends: claude\nevents: {Stop: {fields: {mood: {kind: string}}}}\n", "2:32: sample is missing, a plausible value of the field", ""},
		{"a sample of another kind", "extends: claude\nevents: {Stop: {fields: {mood: {kind: string, sample: 3}}}}\n", `2:32: kind is "string", and the sample is a number`, ""},
		{"a base field without a value", "extends: claude\nbase: {mood: {}}\n", "2:14: sample is missing, a plausible value of the field; or is, which says where its value comes from", ""},
		{"a fact without a source", "extends: claude\nfacts: {x: {text: y}}\n", "2:12: source is missing, which says where that was observed", ""},
		{"a fact without both", "extends: claude\nfacts: {x: {kind: run}}\n", "2:12: text and source are missing: what was observed, and where", ""},
		{"a fact without a text", "extends: claude\nfacts: {x: {source: y}}\n", "2:12: text is missing, which says what was observed", ""},
		{"an input that is not an object", "extends: claude\ntools: {builtin: {Bash: {sample: ls}}}\n", "2:25: the sample has to be an input, with a value for each argument, not a string", ""},
		{"no YAML", "extends: [claude\n", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := written(t, "mine.yaml", tt.in)
			_, err := contractfile.Load(path)
			var broken *contractfile.Error
			require.ErrorAs(t, err, &broken)
			require.Len(t, broken.Faults, 1)
			assert.Contains(t, err.Error(), path+":")
			if tt.want != "" {
				assert.Equal(t, path+":"+strings.ReplaceAll(tt.want, "DIR", filepath.Dir(path)), err.Error())
			}
			assert.Equal(t, tt.hint, broken.Faults[0].Hint)
		})
	}
}

func TestAllFaultsOfAFileAreReportedAtOnce(t *testing.T) {
	path := written(t, "mine.yaml", "extends: claude\nhandlers: {timeout: {default: soon}}\nevnets: {}\nreading: {exits: 3}\n")
	_, err := contractfile.Load(path)
	assert.EqualError(t, err, path+`:2:31: must be a time with its unit, such as 30s, not "soon"`+"\n"+
		path+`:3:1: unknown key "evnets"`+"\n"+path+":4:18: must be a list, not 3")
}

// What depends on a parent that can't be read is not judged.
func TestFaultsNextToABrokenParent(t *testing.T) {
	own := "evnets: {}\nevents: {Gone: null, Mine: {rules: {replies: {denny: null}}}}\nbase: {cwd: {except: [Gone]}}\nending: {rule: gone.ending}\n"
	path := written(t, "mine.yaml", "extends: cluade\n"+own)
	faults := func(first string) string {
		return first + "\n" + path + `:2:1: unknown key "evnets"` + "\n" + path + `:3:47: unknown effect "denny"`
	}
	_, err := contractfile.Load(path)
	assert.EqualError(t, err, faults(path+`:1:10: unknown contract "cluade"`))
	path = written(t, "mine.yaml", "extends: ./parent.yaml\n"+own, "parent.yaml", "extends: claude\nevnets: {}\n")
	_, err = contractfile.Load(path)
	assert.EqualError(t, err, faults(filepath.Dir(path)+`/parent.yaml:2:1: unknown key "evnets"`))
}

func TestFilesThatExtendOneAnother(t *testing.T) {
	path := written(t, "a.yaml", "extends: ./b.yaml\n", "b.yaml", "extends: ./c.yml\n", "c.yml", "extends: b.yaml\n")
	_, err := contractfile.Load(path)
	dir := filepath.Dir(path)
	assert.EqualError(t, err, dir+"/c.yml:1:10: these contracts extend one another: "+dir+"/b.yaml, "+dir+"/c.yml, "+dir+"/b.yaml")
}

func TestWhatIsNoFileOfAPerson(t *testing.T) {
	_, err := contractfile.Load(t.TempDir() + "/none.yaml")
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = contractfile.Load(t.TempDir())
	require.ErrorContains(t, err, "not a regular file")
	_, err = contractfile.Load(written(t, "big.yaml", "# "+strings.Repeat("x", 1<<20)))
	assert.ErrorContains(t, err, "larger than 1 MiB, the most that a contract may have")
}

func TestIs(t *testing.T) {
	for name, want := range map[string]bool{"claude": false, "mine.yaml": true, "./mine": true, "mine.yml": true, "copilot-claude": false, "all": false, "/a/b": true} {
		assert.Equal(t, want, contractfile.Is(name), name)
	}
}

func TestTheSchemaIsFresh(t *testing.T) {
	file := "../../../../schemas/contract.schema.json"
	var indented bytes.Buffer
	require.NoError(t, json.Indent(&indented, jsonvalue.Marshal(contractfile.Schema()), "", "  "))
	text := append(indented.Bytes(), '\n')
	if *update {
		require.NoError(t, os.WriteFile(file, text, 0o644))
	}
	published, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(published), string(text), "go test ./cmd/hooktest/internal/contractfile -update")
}

// The schema and the reader accept and refuse the same files.
func TestTheSchemaAgreesWithTheReader(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		fits     bool
	}{
		{"a whole contract", mine, true},
		{"no parent", "name: x\n", false},
		{"an unknown key", "extends: claude\nhandlers: {timeot: {}}\n", false},
		{"a wrong type", "extends: claude\nreading: {exits: [{codes: [two]}]}\n", false},
		{"an unknown word", "extends: claude\nevents: {Stop: {rules: {replies: {deny: {outcome: prevent}}}}}\n", false},
		{"an unknown effect", "extends: claude\nevents: {Stop: {rules: {replies: {denny: null}}}}\n", false},
		{"a list of rows", "extends: claude\nevents: []\n", false},
		{"null for a row", "extends: claude\nevents: {Stop: null}\n", true},
		{"null for a value", "extends: claude\nhandlers: {timeout: null}\n", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := written(t, "x.yaml", tt.in)
			_, err := contractfile.Load(path)
			assert.Equal(t, tt.fits, err == nil, "the reader: %v", err)
			err = schemas.ValidateNode("contract", tree(t, tt.in))
			assert.Equal(t, tt.fits, err == nil, "the schema: %v", err)
		})
	}
}

func tree(t *testing.T, text string) *document.Node {
	t.Helper()
	node, err := yamltext.Parse("x.yaml", []byte(text))
	require.NoError(t, err)
	return node
}
