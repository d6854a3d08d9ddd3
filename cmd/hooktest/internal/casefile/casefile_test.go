package casefile

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/yamltext"
)

// shape returns a case without its nodes, for comparison.
func shape(c Case) Case {
	c.Expect.Node = nil
	for agent, e := range c.ByAgent {
		e.Node = nil
		c.ByAgent[agent] = e
	}
	return c
}

func parsed(t *testing.T, text string) *jsonvalue.Object {
	t.Helper()
	o, err := jsonvalue.ParseObject([]byte(text))
	require.NoError(t, err)
	return o
}

func TestParseGivesWholeCases(t *testing.T) {
	got, err := Parse(filepath.Join("cases", "a.hooktest.yaml"), []byte(`
hook: [./guard.sh, --strict]
agents: [claude, codex]
defaults: {event: PreToolUse, tool: Write, env: {HOME: null, CI: "true"}, files: {a: x}, tags: [fast], timeout: 500, path: [bin]}
cases:
  - name: a verdict alone
    bash: make
    set: {tool_input.timeout: 12345678901234567890123, "a": null}
    expect: deny
  - name: a tool
    why: HOOK-018
    input: {file_path: a}
    env: {CI: "false"}
    files: {b: y}
    tags: [slow]
    timeout: 700
    cwd: sub
    repeat: 2
    setup: git init -q .
    skip: not yet
    expect:
      claude: {verdict: allow, exit: 0, stdout: "", json: {"a.b[0]": 1}, findings: [], max_ms: 9}
      others: failed
  - name: another hook
    hook: sub/other.py
    agents: [gemini]
    stdin: "{"
    expect: {stderr: {is: a, contains: [b, c], lacks: d, matches: "^e"}, model_sees: f, files: {log: {contains: g}}, input: {}}
`))
	require.NoError(t, err)
	require.Len(t, got, 3)
	guard, agents := filepath.Join("cases", "guard.sh"), []string{"claude", "codex"}
	bin := []string{filepath.Join("cases", "bin")}
	assert.Equal(t, Case{
		Name: "a verdict alone", Script: guard, Args: []string{"--strict"}, Agents: agents, Event: "PreToolUse", Bash: new("make"),
		Set: []Change{{"tool_input.timeout", jsonNumber("12345678901234567890123")}, {"a", nil}},
		Env: map[string]*string{"HOME": nil, "CI": new("true")}, Files: map[string]string{"a": "x"}, Path: bin, Timeout: 500, Repeat: 1, Tags: []string{"fast"},
		Expect: Expect{Verdict: effect.Deny}, At: got[0].At,
	}, shape(got[0]))
	assert.Equal(t, "cases/a.hooktest.yaml:6:5", filepath.ToSlash(got[0].At.String()))
	path, err := ParsePath("a.b[0]")
	require.NoError(t, err)
	assert.Equal(t, Case{
		Name: "a tool", Why: "HOOK-018", Script: guard, Args: []string{"--strict"}, Agents: agents, Event: "PreToolUse", Tool: "Write", Input: parsed(t, `{"file_path":"a"}`),
		Env: map[string]*string{"HOME": nil, "CI": new("false")}, Files: map[string]string{"a": "x", "b": "y"}, Path: bin, CWD: "sub", Setup: "git init -q .", Timeout: 700, Repeat: 2,
		Tags: []string{"fast", "slow"}, Skip: "not yet", At: got[1].At, Expect: Expect{Verdict: effect.Failed},
		ByAgent: map[string]Expect{"claude": {Verdict: effect.Allow, Exit: new(0), Stdout: &Text{Is: new("")}, JSON: []Value{{path, jsonNumber("1")}}, Findings: []string{}, MaxMS: 9}},
	}, shape(got[1]))
	assert.Equal(t, effect.Allow, got[1].Of("claude").Verdict)
	assert.Equal(t, effect.Failed, got[1].Of("codex").Verdict, "others are the rest")
	third := shape(got[2])
	assert.Equal(t, []any{filepath.Join("cases", "sub", "other.py"), []string{}, []string{"gemini"}, new("{"), ""}, []any{third.Script, third.Args, third.Agents, third.Stdin, third.Tool})
	assert.Equal(t, []any{new("a"), []string{"b", "c"}, []string{"d"}, "^e"}, []any{third.Expect.Stderr.Is, third.Expect.Stderr.Contains, third.Expect.Stderr.Lacks, third.Expect.Stderr.Matches.String()})
	assert.Equal(t, &Text{Contains: []string{"f"}}, third.Expect.ModelSees, "a text alone is a part")
	assert.Equal(t, 28, got[2].Expect.At("input").Line, "an expectation has its position")
}

func TestParseRefuses(t *testing.T) {
	const head = "hook: ./h.sh\ncases:\n"
	tests := []struct{ name, in, want, reason string }{
		{"empty file", "", "f:1:1: the file is empty", "nothing would be tested"},
		{"no cases", "hook: ./h.sh\n", `f:1:1: lacks the field "cases"`, "nothing would be tested"},
		{"cases without any", "cases: []\n", "f:1:8: /cases: must not be empty", "nothing would be tested"},
		{"unknown key", head + "  - {name: a, bsh: ls, expect: deny}\n", `f:3:15: /cases/0/bsh: is an unknown field, did you mean "bash"`, "a misspelt key must not pass for a case"},
		{"unknown expectation", head + "  - {name: a, bash: ls, expect: {verdict: deny, exitt: 0}}\n", `f:3:49: /cases/0/expect/exitt: is an unknown field, did you mean "exit"`, "it would never fail"},
		{"unknown expectation alone", head + "  - {name: a, bash: ls, expect: {verdit: deny}}\n", `f:3:34: "verdit" is neither an agent nor something to expect, did you mean verdict`, "it could be an agent's name"},
		{"unknown verdict", head + "  - {name: a, bash: ls, expect: denyy}\n", `f:3:33: /cases/0/expect: must be "allow", "deny", "stop", "ask", "defer", "failed", "timeout", "killed", "not-started", "unknown", "not-run" or "absent", is "denyy", did you mean "deny"`, "it would never come"},
		{"wrong type", head + "  - {name: a, bash: true, expect: deny}\n", "f:3:21: /cases/0/bash: must be a string, is a boolean", "quotes are missing"},
		{"a key twice", head + "  - {name: a, name: b, bash: ls, expect: deny}\n", `f:3:15: mapping key "name" already defined at [3:6]`, "one of the two would be lost"},
		{"unknown agent", head + "  - {name: a, agents: [cluade], bash: ls, expect: deny}\n", `f:3:24: unknown agent "cluade", did you mean claude`, "no agent would be checked"},
		{"agent that is not asked", head + "  - {name: a, agents: [claude], bash: ls, expect: {codex: deny, others: allow}}\n", "f:3:52: codex is not among the agents of the case", "it would never fail"},
		{"unknown event", head + "  - {name: a, event: PreTolUse, expect: deny}\n", `f:3:22: unknown event "PreTolUse", did you mean PreToolUse`, "nothing would fire"},
		{"two things at once", head + "  - {name: a, bash: ls, prompt: b, expect: deny}\n", "f:3:33: bash and prompt exclude each other", "one would be left out"},
		{"nothing happens", head + "  - {name: a, expect: deny}\n", "f:3:5: no event, and nothing that happens: say what with bash, write, prompt, tool or stdin, or name the event", "nothing would run"},
		{"input without a tool", head + "  - {name: a, event: PreToolUse, input: {}, expect: deny}\n", "f:3:41: input needs a tool", "whose would it be"},
		{"a name twice", head + "  - {name: a, bash: ls, expect: deny}\n  - {name: a, bash: ls, expect: deny}\n", "f:4:12: another case is called so, in line 3", "the command that repeats it would run both"},
		{"no hook", "cases: [{name: a, bash: ls, expect: deny}]\n", "f:1:9: no hook: name the script with hook, here or for the whole file", "nothing would run"},
		{"a path that leads out", head + "  - {name: a, bash: ls, files: {../x: y}, expect: {files: {/etc/x: y}}}\n", "f:3:33: \"../x\" is not a path inside the project\nf:3:60: \"/etc/x\" is not a path inside the project", "it would be somebody's file"},
		{"a folder that leads out", head + "  - {name: a, bash: ls, cwd: .., expect: deny}\n", `f:3:30: ".." is not a folder inside the project: write it without .. and a slash at its ends`, "it would be somebody's folder"},
		{"no expression", head + "  - {name: a, bash: ls, expect: {stdout: {matches: '('}}}\n", "f:3:52: error parsing regexp: missing closing ): `(`", "it would fit nothing"},
		{"no path of an answer", head + "  - {name: a, bash: ls, expect: {json: {'a[x]': 1}}}\n", `f:3:49: "a[x]" is not a path: items are counted in brackets, as in messages[0].text`, "it would lead nowhere"},
		{"stdin and set", head + "  - {name: a, stdin: '{}', set: {a: 1}, expect: deny}\n", "f:3:33: set and stdin exclude each other: hooks read stdin byte for byte", "one would be left out"},
		{"an endless text", "a: &a [x, x]\nb: &b [*a, *a]\n", "f:1:4: anchors and aliases are not read: write the value again, or as a default", "ten lines may be gigabytes"},
		{"larger than is read", strings.Repeat("#", yamltext.MaxBytes+1), "f:1:1: larger than 2 MiB, the most that is read", "it would take long"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Parse("f", []byte(tt.in))
			assert.EqualError(t, err, tt.want, tt.reason)
			assert.Nil(t, got)
		})
	}
}

func TestComments(t *testing.T) {
	tests := []struct {
		name, in string
		want     Case
		reason   string
	}{
		{"a command", "# hooktest: deny 'rm -rf /'", Case{Name: "deny 'rm -rf /'", Bash: new("rm -rf /"), Expect: Expect{Verdict: effect.Deny}}, "text in quotes is a command"},
		{"a command by its word", "# hooktest: allow bash ls", Case{Name: "allow bash ls", Bash: new("ls"), Expect: Expect{Verdict: effect.Allow}}, "one word needs no quotes then"},
		{"slashes", "  // hooktest: ask write a.txt", Case{Name: "ask write a.txt", Write: new("a.txt"), Expect: Expect{Verdict: effect.Ask}}, "a hook in JavaScript"},
		{"double quotes", `#hooktest: deny prompt "a 'b' \"c\" \d"`, Case{Name: `deny prompt "a 'b' \"c\" \d"`, Prompt: new(`a 'b' "c" \d`), Expect: Expect{Verdict: effect.Deny}}, "a backslash escapes a double quote alone"},
		{"quotes within a word", `# hooktest: deny 'it'"'"'s'`, Case{Name: `deny 'it'"'"'s'`, Bash: new("it's"), Expect: Expect{Verdict: effect.Deny}}, "as in a shell"},
		{"agents and an event", "# hooktest: failed in claude,codex, qwen on PreToolUse tool Bash '{\"command\": \"ls\"}'",
			Case{Name: "failed in claude,codex, qwen on PreToolUse tool Bash '{\"command\": \"ls\"}'", Agents: []string{"claude", "codex", "qwen"}, Event: "PreToolUse", Tool: "Bash", Input: parsed(t, `{"command":"ls"}`), Expect: Expect{Verdict: effect.Failed}}, "blanks after commas are optional"},
		{"an event alone", "## hooktest: allow on SessionStart", Case{Name: "allow on SessionStart", Event: "SessionStart", Expect: Expect{Verdict: effect.Allow}}, "not everything is about a tool"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Comments("h.sh", []byte("#!/bin/sh\n"+tt.in+"\nexit 0\n"))
			require.NoError(t, err, tt.reason)
			require.Len(t, got, 1, tt.reason)
			tt.want.Script, tt.want.Repeat, tt.want.At = "h.sh", 1, got[0].At
			assert.Equal(t, tt.want, shape(got[0]), tt.reason)
			assert.Equal(t, 2, got[0].At.Line)
			assert.Equal(t, strings.Index(tt.in, "hooktest:")+1, got[0].At.Column)
		})
	}
}

func TestWhatIsNoComment(t *testing.T) {
	for line, reason := range map[string]string{
		"echo '# hooktest: deny x'":         "it is not a comment",
		"# hooktest:ignore HT306 it is so":  "that is for the linter",
		"# hooktest: ignore HT306 it is so": "so is that",
		"# see hooktest: deny 'x'":          "it only mentions one",
		"#hooktest":                         "it is empty",
		"/ hooktest: deny 'x'":              "a slash begins no comment",
	} {
		got, err := Comments("h.sh", []byte(line+"\n"))
		require.NoError(t, err, reason)
		assert.Empty(t, got, reason)
	}
}

func TestCommentsRefuse(t *testing.T) {
	tests := []struct{ in, want string }{
		{"# hooktest: denyy 'x'", `h:1:3: unknown verdict "denyy", did you mean deny`},
		{"# hooktest: deny rm -rf /", `h:1:3: "rm" is none of bash, write, prompt and tool: a command goes in quotes, as in deny 'rm -rf /'`},
		{"# hooktest: deny 'rm", "h:1:3: a quote ' is not closed"},
		{"# hooktest: deny", "h:1:3: nothing happens: name a command in quotes, write PATH, prompt TEXT, tool NAME, or an event with on"},
		{"# hooktest: deny write", "h:1:3: nothing follows write"},
		{"# hooktest: deny write a b", `h:1:3: "b" is one word too many: a text of several goes in quotes`},
		{"# hooktest: deny in cluade 'x'", `h:1:3: unknown agent "cluade", did you mean claude`},
		{"# hooktest: deny on PreToolUsee 'x'", `h:1:3: unknown event "PreToolUsee", did you mean PreToolUse`},
		{"# hooktest: deny tool Bash []", "h:1:3: the input of Bash is not a JSON object: "},
	}
	for _, tt := range tests {
		_, err := Comments("h", []byte(tt.in))
		require.ErrorContains(t, err, tt.want)
	}
	got, err := Comments("h", []byte("# hooktest: deny 'x'\n# hooktest: deny 'x'\n"))
	require.NoError(t, err)
	assert.Equal(t, "deny 'x' (line 2)", got[1].Name, "two cases have two names")
}

func TestPath(t *testing.T) {
	value, err := jsonvalue.Parse([]byte(`{"a": {"b": [1, {"c": null}]}, "d": "x"}`))
	require.NoError(t, err)
	for _, tt := range []struct {
		path, want string
		ok         bool
	}{
		{"d", `"x"`, true}, {"a.b[0]", "1", true}, {"a.b[1].c", "null", true}, {"a.b[2]", "null", false}, {"a[0]", "null", false}, {"a.b.c", "null", false}, {"d.e", "null", false}, {"x", "null", false},
	} {
		path, err := ParsePath(tt.path)
		require.NoError(t, err)
		got, ok := path.In(value)
		assert.Equal(t, tt.ok, ok, tt.path)
		assert.Equal(t, tt.want, string(jsonvalue.Marshal(got)), tt.path)
	}
	for _, broken := range []string{"", "a..b", "a.", ".a", "a[", "a[]", "a[x]", "a[-1]", "a[0]b", "a[0", "a.[0]"} {
		_, err := ParsePath(broken)
		assert.Error(t, err, broken)
	}
}

// jsonNumber returns a number as documents represent it.
func jsonNumber(digits string) any {
	node, _ := yamltext.Parse("", []byte("n: "+digits))
	n, _ := node.Field("n")
	return n.Value()
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("hook: ./h.sh\ndefaults: {event: BeforeTool}\ncases:\n  - {name: a, why: b, tool: t, expect: {exit: 0}}\n"))
	f.Add([]byte("cases: [{}]\n"))
	f.Add([]byte("hook: h\nagents: [claude]\ncases:\n  - {name: a, bash: ls, expect: {claude: deny, others: {verdict: allow, json: {'a[0].b': 1}}}}\n"))
	f.Add([]byte("? - : [\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		cases, err := Parse(filepath.Join("dir", "f"), data)
		if err != nil {
			require.Nil(t, cases)
			return
		}
		require.NotEmpty(t, cases)
		for _, c := range cases {
			require.NotEmpty(t, c.Name)
			require.NotEmpty(t, c.Script)
			require.NotEmpty(t, c.Expectations())
			require.False(t, c.At.IsZero())
		}
	})
}

func FuzzComments(f *testing.F) {
	f.Add([]byte("# hooktest: deny 'rm -rf /'\n"))
	f.Add([]byte("// hooktest: allow in claude, codex on Stop tool x \"{}\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		cases, err := Comments("f", data)
		if err != nil {
			require.Nil(t, cases)
		}
		names := map[string]bool{}
		for _, c := range cases {
			require.False(t, names[c.Name], "a name is given once")
			names[c.Name] = true
			require.Less(t, c.At.Offset, len(data))
		}
	})
}
