package shipped

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/entry/sandbox"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scriptedmodel"
	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/sandbox"
	"github.com/hooktest/hooktest/testscripts"
)

// subject returns the agent of a name with folders of this test, without its program.
func subject(t *testing.T, name string) Subject {
	t.Helper()
	agent, err := driver.Named(name)
	require.NoError(t, err)
	folder, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	return Subject{Agent: agent, Contract: dialect.Known(agent.Contracts[0]), Environ: os.Environ(), Folders: []string{folder}}
}

// A client makes requests of an adapter in this process.
type client struct {
	adapter.Adapter
	hello adapter.InitializeResult
}

func (c client) Hello() adapter.InitializeResult { return c.hello }

func (c client) Call(ctx context.Context, method string, params any, _ time.Duration) (json.RawMessage, error) {
	var result any = struct{}{}
	var err error
	switch p := params.(type) {
	case adapter.OpenParams:
		err = c.OpenSession(ctx, p)
	case adapter.SessionParams:
		err = c.CloseSession(ctx, p)
	case adapter.ToolParams:
		result, err = c.ExecuteTool(ctx, p)
	case adapter.GenerateParams:
		result, err = c.Generate(ctx, p)
	default:
		err = fmt.Errorf("no case of this test asks for %s", method)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(result)
}

// The shipped Gemini CLI itself: its callers do with these answers of hooks what the clauses say. CI
// must have it on each commit; hooktest agent get installs it in the folder that HOOKTEST_AGENTS names.
func TestTheCallersOfTheShippedAgent(t *testing.T) {
	s := subject(t, "gemini")
	var err error
	s.Program, err = driver.Search{Getenv: os.Getenv}.Find(s.Agent)
	if err != nil || os.Getenv(driver.CacheVariable) == "" || sandbox.Available() != sandbox.Full {
		require.NotEqual(t, "true", os.Getenv("CI"), "CI must have gemini: %v", err)
		t.Skip("there is no shipped agent")
	}
	// hooktest conform runs cases there, too.
	if memory, err := os.MkdirTemp("/dev/shm", "hooktest-"); err == nil {
		t.Cleanup(func() { _ = os.RemoveAll(memory) })
		s.Folders = []string{memory}
	}
	a, err := New(s)
	require.NoError(t, err)
	hello, err := a.Initialize(t.Context(), adapter.InitializeParams{ProtocolVersions: []int{1}, Nonce: "n"})
	require.NoError(t, err)
	require.NoError(t, hello.Check())
	assert.Equal(t, s.Program.Version, hello.Implementation.Version)
	assert.True(t, hello.Features[adapter.FeatureModelGenerate])

	all, err := cases.Load(testscripts.Files)
	require.NoError(t, err)
	runner := suite.Runner{Client: client{a, hello}, Folder: filepath.Join(s.Folders[0], "harness")}
	require.NoError(t, os.Mkdir(runner.Folder, 0o755))
	chosen, passed := regexp.MustCompile("/(HOOK-040-stops-the-agent|HOOK-140-tool-configuration)$"), []string{}
	for _, c := range all {
		if !chosen.MatchString("/" + filepath.Base(c.Name)) {
			continue
		}
		result, err := runner.Run(t.Context(), c)
		require.NoError(t, err)
		for _, check := range result.Checks {
			if assert.Equal(t, outcome.Pass, check.Verdict, "%s: %+v", check.Check, check.Mismatches) {
				passed = append(passed, check.Check)
			}
		}
	}
	assert.Equal(t, []string{"HOOK-040.1", "HOOK-040.1/next", "HOOK-140.1", "HOOK-140.2"}, passed)
}

func TestAgentsWithoutACaller(t *testing.T) {
	_, err := New(subject(t, "llxprt"))
	assert.EqualError(t, err, "it is not known how the callers of LLxprt Code are judged from outside")
}

func TestSessionsThatAProgramCanNotBeGiven(t *testing.T) {
	s := subject(t, "gemini")
	inside := filepath.Join(s.Folders[0], "harness", "case", "project")
	tests := []struct {
		name   string
		open   adapter.OpenParams
		want   string
		reason string
	}{
		{"elsewhere", adapter.OpenParams{CWD: filepath.Dir(s.Folders[0])}, "the agent can write only below", "hooks could not record their runs"},
		{"another folder", adapter.OpenParams{CWD: inside, TargetDir: inside + "-2"}, "in one folder", "a program has one current folder"},
		{"a terminal", adapter.OpenParams{CWD: inside, TTY: true}, "without a terminal", "it would show nothing on its streams"},
		{"variables", adapter.OpenParams{CWD: inside, Env: map[string]*string{"A": new("x")}}, "merged settings and extensions", "they would lead the agent elsewhere"},
		{"an inactive extension", adapter.OpenParams{CWD: inside, Extensions: []adapter.Extension{{Name: "shop"}}}, "the extension shop is not active", "it would not be installed, which proves nothing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, err := New(s)
			require.NoError(t, err)
			err = a.OpenSession(t.Context(), tt.open)
			require.ErrorContains(t, err, tt.want, tt.reason)
			assert.Equal(t, adapter.KindAdapter, err.(*adapter.Error).Kind)
		})
	}
}

func TestRequestsThatACommandLineCanNotMake(t *testing.T) {
	tests := []struct{ name, request, want, reason string }{
		{"a conversation", `{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"}]},{"role":"user","parts":[{"text":"c"}]}]}`, "one prompt", "the history is the agent's"},
		{"what the model said", `{"contents":[{"role":"model","parts":[{"text":"a"}]}]}`, "one prompt", "a prompt is the user's"},
		{"a picture", `{"contents":[{"role":"user","parts":[{"inlineData":{"data":""}}]}]}`, "one prompt", "a prompt is a text"},
		{"nothing", `{"contents":[]}`, "one prompt", "the agent would ask for a prompt"},
		{"an instruction", `{"contents":"a","config":{"systemInstruction":"b"}}`, "a system instruction of its own", "it would be joined with the agent's"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, err := New(subject(t, "gemini"))
			require.NoError(t, err)
			_, err = a.Generate(t.Context(), adapter.GenerateParams{Request: adapter.Object(tt.request)})
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
	assert.Equal(t, "a", prompt([]byte(`"a"`)))
	assert.Equal(t, "a", prompt([]byte(`[{"role":"user","parts":[{"text":"a"}]}]`)))
}

func TestWhatTheAgentAddsIsLeftOut(t *testing.T) {
	s := subject(t, "gemini")
	p := &program{Subject: s}
	const declared = `[{"functionDeclarations":[{"name":"count_birds"}]}]`
	tests := []struct{ name, body, given, want, reason string }{
		{
			"in one content", `{"contents":[{"role":"user","parts":[{"text":"<session_context>x"},{"text":"hi"}]}],"systemInstruction":{},"tools":[{"functionDeclarations":[]}],"generationConfig":{}}`,
			``, `{"model":"m-1","contents":[{"role":"user","parts":[{"text":"hi"}]}]}`, "the request has neither settings nor tools",
		},
		{
			"in contents of its own", `{"contents":[{"role":"user","parts":[{"text":"This is the Gemini CLI. We are setting up the context for"}]},{"role":"user","parts":[{"text":"hi"}]}]}`,
			``, `{"model":"m-1","contents":[{"role":"user","parts":[{"text":"hi"}]}]}`, "older versions join no contents",
		},
		{
			"what hooks changed", `{"contents":[{"role":"user","parts":[{"text":"owls"}]}],"toolConfig":{"a":1},"generationConfig":{"temperature":0.50}}`,
			`{"temperature":0.25}`, `{"model":"m-1","contents":[{"role":"user","parts":[{"text":"owls"}]}],"config":{"temperature":0.50,"toolConfig":{"a":1}}}`, "it is what the model got",
		},
		{
			"its own tools", `{"contents":[],"tools":[{"functionDeclarations":[{"name":"glob"}]}]}`,
			`{"tools":` + declared + `}`, `{"model":"m-1","contents":[],"config":{"tools":` + declared + `}}`, "they take the place of the request's",
		},
		{
			"tools that were not given", `{"contents":[],"tools":[{"functionDeclarations":[{"name":"glob"}]}]}`,
			``, `{"model":"m-1","contents":[],"config":{"tools":[{"functionDeclarations":[{"name":"glob"}]}]}}`, "the model could call them",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var given members
			if tt.given != "" {
				require.NoError(t, json.Unmarshal([]byte(tt.given), &given))
			}
			got, err := p.sent(scriptedmodel.Exchange{Path: "/v1/models/m-1:streamGenerateContent", Body: []byte(tt.body)}, given)
			require.NoError(t, err)
			assert.JSONEq(t, tt.want, string(got), tt.reason)
		})
	}
}

// The requests are those of 0.28.2, which gives a tool of a server its own name.
func TestTheModelGetsTheResultOfATool(t *testing.T) {
	tests := []struct{ name, parts, want, reason string }{
		{"none", `{"text":"hi"}`, `{}`, "the agent has not called the tool"},
		{"output", `{"functionResponse":{"name":"count","response":{"output":"two"}}}`, `{"llmContent":"two"}`, "that is what the model reads"},
		{"failure", `{"functionResponse":{"name":"count","response":{"error":"no"}}}`, `{"llmContent":"no","error":{"message":"no"}}`, "a refused tool has failed for the model"},
		{"several", `{"functionResponse":{"response":{"output":"one"}}},{"functionResponse":{"response":{"output":"two"}}}`, `{"llmContent":"two"}`, "the call of the case is the last"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b body
			require.NoError(t, json.Unmarshal([]byte(`{"contents":[{"role":"user","parts":[`+tt.parts+`]}]}`), &b))
			got, err := encoded(b.result())
			require.NoError(t, err)
			assert.JSONEq(t, tt.want, string(got), tt.reason)
		})
	}
}

func TestWhatTheAgentShowsIsTheResponse(t *testing.T) {
	tests := []struct{ name, shown, want, reason string }{
		{"nothing", "", "", "an empty response can't be distinguished from a missing one"},
		{"an empty line", "\n", "", "the agent ends the last line itself"},
		{"lines", "two\nlines\n", `{"candidates":[{"content":{"parts":[{"text":"two\nlines"}],"role":"model"}}]}`, "the agent ends the last line itself"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := response(tt.shown)
			require.NoError(t, err)
			assert.Equal(t, tt.want, string(got), tt.reason)
		})
	}
}

func TestSettingsAreFilledIn(t *testing.T) {
	settings := map[string]any{"a": "{hooks}", "b": map[string]any{"{model}": "{generation}"}, "c": "{none}", "d": []any{"kept"}, "e": "as {is}"}
	values := map[string]any{"hooks": json.RawMessage(`{"x":1}`), "model": "gemini-2.5-pro", "generation": members{}, "none": json.RawMessage(nil)}
	got, err := json.Marshal(filled(settings, values))
	require.NoError(t, err)
	assert.JSONEq(t, `{"a":{"x":1},"b":{"gemini-2.5-pro":{}},"d":["kept"],"e":"as {is}"}`, string(got))
}

func TestTheReasonWhyHooksStoppedTheAgent(t *testing.T) {
	p := &program{Subject: subject(t, "gemini")}
	tests := []struct {
		name, stderr, reason string
		stopped              bool
	}{
		{"not", "Warning: Agent execution stopped: no\n", "", false},
		{"with lines", "Warning\nAgent execution stopped: two\n lines\n", "two\n lines", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			reason, stopped := p.stopped(sight{Run: driver.Run{Stderr: []byte(tt.stderr)}})
			assert.Equal(t, []any{tt.reason, tt.stopped}, []any{reason, stopped})
		})
	}
}
