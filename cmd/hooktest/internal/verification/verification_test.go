package verification

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/entry/sandbox"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// timeout is a case that takes a second on both sides.
const timeout = "a hook takes longer than its timeout"

// cases are those that the stand-in for an agent knows, and others.
func cases(t *testing.T, others ...string) (some []Case) {
	t.Helper()
	names := append(others,
		"no hook", "silence, exit code 0", "exit code 2, reason on stderr", "exit code 1, reason on stderr", "decision: block", "context after a tool",
		"two refuse with answers, the first is slow", "hooks are switched off", "a hook without a type",
	)
	all, err := Cases()
	require.NoError(t, err)
	for _, c := range all {
		if slices.Contains(names, c.Name) {
			some = append(some, c)
		}
	}
	require.Len(t, some, len(names))
	return some
}

// standIn is an agent that disobeys the contract qwen in one thing.
func standIn(t *testing.T, disobey string) Subject {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil || sandbox.Available() != sandbox.Full {
		require.NotEqual(t, "true", os.Getenv("CI"), "CI must have Python and namespaces")
		t.Skip("this machine has no python3 or no namespaces")
	}
	agent, err := driver.Named("qwen")
	require.NoError(t, err)
	path, err := filepath.Abs(filepath.Join("testdata", "agent.py"))
	require.NoError(t, err)
	return Subject{Agent: agent, Program: driver.Program{Path: path, Words: []string{"env", "DISOBEY=" + disobey, python, path}}, Contract: dialect.Known("qwen"), Environ: os.Environ()}
}

func verified(t *testing.T, subject Subject, options Options) Report {
	t.Helper()
	r, err := Verify(t.Context(), subject, options)
	require.NoError(t, err)
	return r
}

// predicted predicts cases without a run of the agent.
func predicted(t *testing.T, subject Subject, cases []Case) (run, []*job) {
	t.Helper()
	r, remove, err := newRun(subject)
	require.NoError(t, err)
	t.Cleanup(remove)
	jobs, err := r.jobs(t.Context(), Options{Cases: cases})
	require.NoError(t, err)
	return r, jobs
}

func with(r Report, status Status) (ids []string) {
	for _, f := range r.Facts {
		if f.Status == status {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

func TestAnAgentThatObeysIsConfirmed(t *testing.T) {
	t.Parallel()
	r := verified(t, standIn(t, ""), Options{Cases: cases(t, timeout)})
	for _, one := range r.Results {
		assert.Equal(t, Confirmed, one.Status, "%s: %v", one.Case, one.Differences)
	}
	assert.Empty(t, with(r, Contradicted))
	for _, id := range []string{"qwen.exit-0", "qwen.exit-2", "qwen.exit-other", "qwen.decision", "qwen.context", "qwen.merge", "qwen.timeout-proceeds", "qwen.switch", "qwen.malformed", "qwen.stdin", "qwen.tools"} {
		assert.Contains(t, with(r, Confirmed), id)
	}
	assert.Contains(t, with(r, Unknown), "qwen.http", "no case is about it")
}

// Of an agent that differs in one thing, exactly the fact about that thing is contradicted.
func TestOneDifferenceContradictsOneFact(t *testing.T) {
	tests := []struct{ disobey, fact, what, reason string }{
		{"exit", "qwen.exit-2", "tool", "it takes exit code 2 for a failure"},
		{"context", "qwen.context", "text for the model", "the text is the same but for entities"},
		{"merge", "qwen.merge", "text for the model", "it passes on one reason of two"},
		{"timeout", "qwen.timeout-proceeds", "tool", "it refuses after a timeout"},
		{"switch", "qwen.switch", "hooks started", "it starts hooks that are off"},
		{"type", "qwen.malformed", "hooks started", "it starts a hook without a type"},
		{"stdin", "qwen.stdin", "input of hooks", "its hooks miss a field"},
	}
	for _, tt := range tests {
		t.Run(tt.disobey, func(t *testing.T) {
			t.Parallel()
			asked := cases(t)
			if tt.disobey == "timeout" {
				asked = cases(t, timeout)
			}
			r := verified(t, standIn(t, tt.disobey), Options{Cases: asked})
			assert.Equal(t, []string{tt.fact}, with(r, Contradicted), tt.reason)
			i := slices.IndexFunc(r.Results, func(r Result) bool { return r.Status == Contradicted })
			require.GreaterOrEqual(t, i, 0)
			assert.Equal(t, tt.what, r.Results[i].Differences[0].What)
			assert.Empty(t, with(r, Flaky))
		})
	}
}

func TestADifferenceThatIsSeenOnceIsFlaky(t *testing.T) {
	until := filepath.Join(t.TempDir(), "until")
	subject := standIn(t, "exit")
	subject.Environ = append(subject.Environ, "UNTIL="+until)
	once := func(key string, _ Observation) error {
		if key == "no hook" {
			return nil
		}
		return os.WriteFile(until, nil, 0o600)
	}
	r := verified(t, subject, Options{Cases: cases(t), Fact: "qwen.exit-2", Seen: once})
	assert.Equal(t, []string{"qwen.exit-2"}, with(r, Flaky))
}

func TestAnAgentThatDoesNotStart(t *testing.T) {
	starts := 0
	_, err := Verify(t.Context(), standIn(t, "start"), Options{Cases: cases(t), Progress: func(string) { starts++ }})
	untestable, ok := errors.AsType[*driver.Untestable](err)
	require.True(t, ok, "%v", err)
	assert.Equal(t, "Qwen Code ended with 7 before it asked the model anything: please log in", untestable.Message)
	assert.Equal(t, 1, starts, "it is not started for every case")
}

// Of an agent that has no hooks it is not told fact by fact.
func TestAnAgentThatStartsNoHook(t *testing.T) {
	t.Parallel()
	_, err := Verify(t.Context(), standIn(t, "hooks"), Options{Cases: cases(t), Fact: "qwen.[edm]*"})
	untestable, ok := errors.AsType[*driver.Untestable](err)
	require.True(t, ok, "%v", err)
	assert.Regexp(t, `^Qwen Code started no hook in any of [0-9]+ cases: `, untestable.Message)
	r, err := Verify(t.Context(), standIn(t, "hooks"), Options{Cases: cases(t), Fact: "qwen.exit-other"})
	require.NoError(t, err, "a few cases do not show that")
	assert.Equal(t, []string{"qwen.exit-other"}, with(r, Contradicted))
}

// The hook of a case notes its input, and prints its texts, byte for byte.
func TestTheHookOfACase(t *testing.T) {
	const text = `it's $(date) \n %s "quoted" \\`
	tests := []struct{ name, input, reason string }{
		{"one line", `{"tool_input": {"command": "touch case-000/ran"}}`, "an agent may end the input without a line break"},
		{"a line break at its end", `{"tool_input": "case-000/"}` + "\n", "another one may not"},
		{"several lines", "{\n\t\"a\": \"  case-000/  \"\n}\n\n", "blanks and empty lines count"},
		{"escapes", `{"a": "\n \\ \u0041 %s $HOME ` + "`id`" + ` 'case-000/'"}`, "the shell reads none of them"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, remove, err := newRun(Subject{Contract: dialect.Known("qwen"), Environ: os.Environ()})
			require.NoError(t, err)
			defer remove()
			s, err := newScene(Case{Name: "one", Moment: dialect.ToolBefore, Hooks: []Hook{{Stdout: text, Stderr: text + text, Exit: 3}}}, 0, r.Contract, r.root)
			require.NoError(t, err)
			require.NoError(t, s.place())
			var stdout, stderr bytes.Buffer
			cmd := exec.CommandContext(t.Context(), "sh", filepath.Join(r.root, "hook.sh"), string(dialect.ToolBefore), "1")
			cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(tt.input), &stdout, &stderr
			_ = cmd.Run()
			assert.Equal(t, 3, cmd.ProcessState.ExitCode())
			assert.Equal(t, []string{text, text + text}, []string{stdout.String(), stderr.String()})
			read, err := os.ReadFile(filepath.Join(r.root, s.id, string(dialect.ToolBefore)+".1.stdin"))
			require.NoError(t, err)
			assert.Equal(t, tt.input, string(read), tt.reason)
		})
	}
}

// A session of Claude Code that asks no user takes the folder for trusted without a record.
func TestARecordThatIsNotReadIsNotConfirmed(t *testing.T) {
	for contract, record := range map[string][]string{"claude": nil, "qwen": {"qwen.ledger"}} {
		_, jobs := predicted(t, Subject{Contract: dialect.Known(contract), Environ: os.Environ()}, cases(t, "a project's file"))
		i := slices.IndexFunc(jobs, func(j *job) bool { return j.Name == "a project's file" })
		var found []string
		for _, fact := range jobs[i].Starting {
			if strings.HasSuffix(fact, ".ledger") {
				found = append(found, fact)
			}
		}
		assert.Equal(t, record, found, contract)
	}
}

// The shipped Gemini CLI itself: what its contract says of these facts holds. CI must have it on each
// commit; hooktest agent get installs it in the folder that HOOKTEST_AGENTS names.
func TestTheShippedAgentIsAsItsContractSays(t *testing.T) {
	agent, err := driver.Named("gemini")
	require.NoError(t, err)
	program, err := driver.Search{Getenv: os.Getenv}.Find(agent)
	if err != nil || os.Getenv(driver.CacheVariable) == "" || sandbox.Available() != sandbox.Full {
		require.NotEqual(t, "true", os.Getenv("CI"), "CI must have gemini: %v", err)
		t.Skip("there is no shipped agent")
	}
	all, err := Cases()
	require.NoError(t, err)
	subject := Subject{Agent: agent, Program: program, Contract: dialect.Known("gemini"), Environ: os.Environ()}
	r := verified(t, subject, Options{Cases: all, Fact: "gemini.exit-[1o]*"})
	assert.Equal(t, []string{"gemini.exit-1", "gemini.exit-other"}, with(r, Confirmed), "%+v", r.Results)
}

// What was seen before an interruption is not asked again.
func TestAnInterruptedRunGoesOn(t *testing.T) {
	obeys, disobeys := standIn(t, ""), standIn(t, "exit")
	var state bytes.Buffer
	first := Options{Cases: cases(t), Fact: "qwen.exit-2", Seen: Keep(obeys, &state)}
	_, err := Verify(t.Context(), obeys, first)
	require.NoError(t, err)
	known, err := Kept(obeys, append(state.Bytes(), `{"key": "cut o`...))
	require.NoError(t, err)
	assert.Len(t, known, 2)
	r := verified(t, disobeys, Options{Cases: cases(t), Fact: "qwen.exit-2", Known: known})
	assert.Equal(t, []string{"qwen.exit-2"}, with(r, Confirmed), "the agent was not run again")

	other := obeys
	other.Program.Version = "2.0.0"
	_, err = Kept(other, state.Bytes())
	assert.EqualError(t, err, "it is about another program, version or list of cases")
}

func TestBisect(t *testing.T) {
	versions := []string{"1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0", "1.5.0"}
	asking := Options{Cases: cases(t), Fact: "qwen.exit-2"}
	install := func(from string) func(context.Context, string) (driver.Program, error) {
		return func(_ context.Context, v string) (driver.Program, error) {
			disobey := ""
			if driver.CompareVersions(v, from) >= 0 {
				disobey = "exit"
			}
			return standIn(t, disobey).Program, nil
		}
	}
	c, err := Bisect(t.Context(), standIn(t, ""), versions, asking, install("1.4.0"))
	require.NoError(t, err)
	assert.Equal(t, []string{"1.3.0", "1.4.0"}, []string{c.Last, c.First})
	assert.Equal(t, []string{"1.0.0", "1.5.0", "1.2.0", "1.3.0", "1.4.0"}, c.Asked, "each is asked once")
	assert.Contains(t, c.Before, "the tool does not run")
	assert.Contains(t, c.After, "exit code 2, reason on stderr: contradicted")

	c, err = Bisect(t.Context(), standIn(t, ""), versions, asking, install("9.0.0"))
	require.NoError(t, err)
	assert.Equal(t, []string{"", ""}, []string{c.Last, c.First})
	assert.Equal(t, []string{"1.0.0", "1.5.0"}, c.Asked, "both ends have the same result")
}

func TestReleases(t *testing.T) {
	all := []string{"1.10.0", "1.2.0", "1.9.0-preview.1", "0.9.0", "1.9.0", "2.0.0"}
	assert.Equal(t, []string{"1.2.0", "1.9.0", "1.10.0"}, Releases(all, "1.2.0", "1.10.0"))
}

// Every case can be rendered for every agent that is run, and the contract's facts have each at most
// one place in its file.
func TestCasesOfAllAgents(t *testing.T) {
	all, err := Cases()
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, c := range all {
		assert.False(t, seen[c.Name], "%s is there twice", c.Name)
		seen[c.Name] = true
		assert.NotEmpty(t, c.Moment, c.Name)
	}
	for _, name := range driver.Names() {
		a, err := driver.Named(name)
		require.NoError(t, err)
		for _, contract := range a.Contracts {
			c, ok := dialect.Named(contract)
			if !ok || c.Reading == nil {
				continue
			}
			rendered := 0
			for i, one := range all {
				if !one.fits(c) {
					continue
				}
				s, err := newScene(one, i, c, t.TempDir())
				require.NoError(t, err, "%s: %s", contract, one.Name)
				rendered++
				assert.NotContains(t, string(s.settings), "{shell}")
			}
			assert.Greater(t, rendered, len(all)/2, contract)
		}
	}
}

func TestAddVersion(t *testing.T) {
	const before = `shared:
  seen: {kind: run, seen: [1.0.0]}
facts:
  # kept
  x.flow: {kind: doc, text: 'a'}
  x.like:
    like: seen
    text: b
  x.list:
    kind: run
    seen: [1.0.0, 1.10.0]
    text: c
  x.known:
    like: seen
    seen: [1.2.0]
  x.other:
    text: d
    differs: [1.0.0]
  x.repaired: {text: e, differs: [1.2.0]}
  x.broken:
    seen: [1.0.0, 1.2.0]
    text: f
  x.reopened:
    text: g
    differs: [1.2.0]
  x.inherits:
    like: seen
  x.flaky: {text: h}
`
	facts := []dialect.Fact{
		{ID: "x.flow"},
		{ID: "x.like", Seen: []string{"1.0.0"}},
		{ID: "x.list", Seen: []string{"1.0.0"}},
		{ID: "x.known", Seen: []string{"1.2.0"}},
		{ID: "x.other", Differs: []string{"1.0.0"}},
		{ID: "x.repaired", Differs: []string{"1.2.0"}},
		{ID: "x.broken", Seen: []string{"1.0.0", "1.2.0"}},
		{ID: "x.reopened", Differs: []string{"1.2.0"}},
		{ID: "x.inherits", Seen: []string{"1.0.0"}},
		{ID: "x.flaky"},
		{ID: "y.elsewhere"},
	}
	var results []FactResult
	for id, status := range map[string]Status{
		"x.flow": Confirmed, "x.like": Confirmed, "x.list": Confirmed, "x.known": Confirmed, "x.other": Contradicted,
		"x.repaired": Confirmed, "x.broken": Contradicted, "x.reopened": Confirmed, "x.inherits": Contradicted, "x.flaky": Flaky, "y.elsewhere": Confirmed,
	} {
		results = append(results, FactResult{ID: id, Status: status})
	}
	want := strings.NewReplacer(
		"text: 'a'}", "text: 'a', seen: [1.2.0]}",
		"    text: b\n", "    text: b\n    seen: [1.0.0, 1.2.0]\n",
		"    seen: [1.0.0, 1.10.0]\n", "    seen: [1.0.0, 1.2.0, 1.10.0]\n",
		"    differs: [1.0.0]\n", "    differs: [1.0.0, 1.2.0]\n",
		"{text: e, differs: [1.2.0]}", "{text: e, seen: [1.2.0]}",
		"    seen: [1.0.0, 1.2.0]\n    text: f\n", "    seen: [1.0.0]\n    text: f\n    differs: [1.2.0]\n",
		"    text: g\n    differs: [1.2.0]\n", "    text: g\n    seen: [1.2.0]\n",
		"  x.inherits:\n    like: seen\n", "  x.inherits:\n    like: seen\n    differs: [1.2.0]\n",
	).Replace(before)
	after := AddVersion(before, facts, "1.2.0", results)
	assert.Equal(t, want, after)
}

// A prediction is made in a folder of its own, and its texts name those that the agent sees.
func TestAPredictedTextNamesWhatTheAgentSees(t *testing.T) {
	t.Parallel()
	for contract, reason := range map[string]string{"codex": "Codex tells the model which command was refused", "claude": "Claude tells the model which hook refused"} {
		r, jobs := predicted(t, Subject{Contract: dialect.Known(contract), Environ: os.Environ()}, cases(t))
		i := slices.IndexFunc(jobs, func(j *job) bool { return j.Name == "exit code 2, reason on stderr" })
		require.NotNil(t, jobs[i].Model)
		seen := map[string]string{"codex": jobs[i].command(ran), "claude": "[sh " + filepath.Join(r.root, "hook.sh")}
		assert.Contains(t, *jobs[i].Model, jobs[i].neutral(seen[contract]), reason)
		assert.NotContains(t, *jobs[i].Model, r.root, "a later run, which has another folder, goes on from what was kept")
		assert.Equal(t, []int{1}, jobs[i].Started)
	}
}
