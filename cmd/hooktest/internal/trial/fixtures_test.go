//go:build unix

package trial_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
	"github.com/hooktest/hooktest/fixtures/hooks/casefile"
	"github.com/hooktest/hooktest/schemas"
)

const fixtures = "../../../../fixtures/hooks"

// TestFixtures holds the engine to every case of the sample hooks. What the
// cases expect is worked out from the requirements, and from what was observed of
// agents, not from the engine.
func TestFixtures(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(fixtures, "*", "*.hooktest.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		cases, err := casefile.Load(file)
		require.NoError(t, err)
		for _, c := range cases {
			name := filepath.Base(c.Hook) + "/" + c.Name
			for _, agent := range c.Agents {
				t.Run(name+"/"+agent, func(t *testing.T) {
					t.Parallel()
					needs(t, c.Hook)
					tryFor(t, c, agent)
				})
			}
			if c.Agents != nil {
				continue
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				needs(t, c.Hook)
				s := newSession(t, c)
				judgment{t, s, s.runs(t, c.Repeat)}.judge(c)
			})
		}
	}
}

// A judgment compares an firing with what a case expects. It goes on after a
// mismatch, so that one run names all of them.
type judgment struct {
	*testing.T
	session *session
	firing  engine.Firing
}

func (j judgment) judge(c casefile.Case) {
	require.Len(j, j.firing.Merged.Results, 1, "the hook ran once")
	e, result := c.Expect, j.firing.Merged.Results[0]
	if e.Verdict != "" {
		assert.Equal(j, string(e.Verdict), string(j.firing.Verdict.Kind), "stdout: %.400q\nstderr: %.400q", result.Stdout, result.Stderr)
	}
	assert.NotEmpty(j, j.firing.Verdict.Rule)
	assert.NotEmpty(j, j.firing.Verdict.Why)
	assert.NotEmpty(j, j.firing.Words().Agent)
	j.process(e, result)
	j.stdin(result)
	j.texts(e, j.firing.Merged.FinalOutput)
	j.objects(c, j.firing.Merged.FinalOutput)
	j.seen(e)
	j.files(e)
	if e.Warns != nil {
		j.part("warnings", e.Warns, strings.ToLower(j.session.log.String()), strings.ToLower(*e.Warns))
	}
}

func (j judgment) process(e casefile.Expect, r hook.ExecutionResult) {
	if e.Exit != nil {
		assert.Equal(j, hook.Exited, r.Ending)
		assert.Equal(j, *e.Exit, r.Code)
	}
	if e.Stdout != nil {
		assert.Equal(j, *e.Stdout, jstext.Trim(string(r.Stdout)))
	}
	assert.Contains(j, string(r.Stdout), e.StdoutContains)
	assert.Contains(j, string(r.Stderr), e.StderrContains)
}

func (j judgment) files(e casefile.Expect) {
	for name, part := range e.Files {
		content, err := os.ReadFile(filepath.Join(j.session.project, filepath.FromSlash(name)))
		if assert.NoError(j, err) {
			assert.Contains(j, string(content), part, name)
		}
	}
}

// seen judges what the model and the user read.
func (j judgment) seen(e casefile.Expect) {
	words := j.firing.Words()
	j.part("what the model reads", e.Model, textOf(words.Model))
	j.part("what the user reads", e.User, textOf(words.User))
}

func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// malformed are the cases that give their hook what no agent sends.
func malformed() []string {
	return []string{"fails openly where the request has no messages", "withholds a response it cannot read"}
}

// stdin wants what the hook read to be the case's payload in the shape of the
// event's schema (HOOK-062).
func (j judgment) stdin(r hook.ExecutionResult) {
	read, err := jsonvalue.ParseObject(r.Stdin)
	require.NoError(j, err, "HOOK-061")
	for key, want := range j.session.fields.All() {
		got, _ := read.Get(key)
		assert.True(j, jsonvalue.Equal(want, got), "%s: want %s, got %s", key, jsonvalue.Marshal(want), jsonvalue.Marshal(got))
	}
	err = schemas.ValidateBytes(schemas.Stdin(string(r.Event)), "stdin", r.Stdin, document.Options{})
	if _, name, _ := strings.Cut(j.Name(), "/"); slices.ContainsFunc(malformed(), func(m string) bool {
		return strings.HasSuffix(name, strings.ReplaceAll(m, " ", "_"))
	}) {
		assert.Error(j, err)
	} else {
		assert.NoError(j, err)
	}
}

// texts judges the merged answer. A hook that gave none has no text of any
// kind (INT-01).
func (j judgment) texts(e casefile.Expect, final hook.FinalOutput) {
	out := &hook.Output{}
	reason, context := "", ""
	if final != nil {
		out = final.Output()
		reason = final.EffectiveReason()
		context, _ = final.AdditionalContext()
	}
	j.part("reason", e.Reason, reason)
	message := ""
	if out.SystemMessage != nil {
		message = *out.SystemMessage
	}
	j.part("system message", e.SystemMessage, message)
	j.part("additional context", e.AdditionalContext, context)
	seen := textOf(j.firing.Words().Model)
	if row, _ := dialect.LLxprt().Event(j.firing.Event); row.Subject.Tool {
		j.seenByModel(e, seen)
	}
	if e.Suppress != nil {
		assert.Equal(j, *e.Suppress, out.SuppressOutput != nil && *out.SuppressOutput, "suppressOutput")
		assert.Equal(j, *e.Suppress, strings.Contains(j.firing.Words().Agent, "the user does not see"), "what the agent does: %s", j.firing.Words().Agent)
	}
}

// seenByModel judges what the callers made of the texts.
func (j judgment) seenByModel(e casefile.Expect, seen string) {
	if e.SystemMessage != nil && *e.SystemMessage != "" {
		assert.Contains(j, seen, "\n\n[System] ", "HOOK-131")
		assert.Contains(j, seen, *e.SystemMessage, "HOOK-131")
	}
	if e.AdditionalContext != nil && *e.AdditionalContext != "" {
		context, _ := j.firing.Merged.FinalOutput.AdditionalContext()
		assert.Contains(j, seen, "\n\n"+context, "INT-42")
	}
	if e.Verdict == casefile.Deny && e.Reason != nil {
		assert.Contains(j, seen, *e.Reason, "HOOK-017")
	}
}

// part wants text to hold a part, or to be empty where the part is "". Of text
// that is long a failure shows the start.
func (j judgment) part(what string, want *string, text string, part ...string) {
	switch {
	case want == nil:
	case *want == "":
		assert.Empty(j, text, what)
	default:
		wanted := append(part, *want)[0]
		assert.True(j, strings.Contains(text, wanted), "%s lacks %q: %.600q", what, wanted, text)
	}
}

func (j judgment) objects(c casefile.Case, final hook.FinalOutput) {
	var own *jsonvalue.Object
	if final != nil {
		own = final.Output().Specific
	}
	j.input(c.Expect, "tool_input")
	for _, o := range []struct {
		name string
		want map[string]any
	}{{"llm_request", c.Expect.LLMRequest}, {"llm_response", c.Expect.LLMResponse}, {"toolConfig", c.Expect.ToolConfig}} {
		if o.want != nil {
			got, _ := own.Get(o.name)
			j.same(o.name, o.want, got)
		}
	}
}

// input judges what the tool is called with, which stands in a field.
func (j judgment) input(e casefile.Expect, field string) {
	if e.ToolInput == nil {
		return
	}
	got, _ := j.session.fields.Get(field)
	if change := j.firing.Words().Difference; change != nil {
		got = change.After
	}
	j.same("the tool's input", e.ToolInput, got)
}

func (j judgment) same(what string, want, got any) {
	wanted, err := jsonvalue.From(want)
	require.NoError(j, err)
	assert.True(j, jsonvalue.Equal(wanted, got), "%s:\nwant %s\ngot  %s", what, jsonvalue.Marshal(wanted), jsonvalue.Marshal(got))
}
