//go:build unix

package fuzz_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/fuzz"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// campaign returns a campaign for a hook of Claude Code with a shell command as the event input.
func campaign(t *testing.T, command string, words ...string) fuzz.Campaign {
	t.Helper()
	of, err := eventinput.Call(dialect.Known("claude"), "", dialect.RunShell, "ls")
	require.NoError(t, err)
	return fuzz.Campaign{
		Testbed: execution.Testbed{Contract: dialect.Known("claude"), Command: command, Environ: os.Environ(), Timeout: 20 * time.Second},
		Event:   of.Event, Sample: of.Fields, Words: words, Seed: 1, Runs: 16,
		// The number of tries is the limit, on a busy machine, too.
		Minimizing: time.Hour,
	}
}

func TestFinds(t *testing.T) {
	t.Parallel()
	refuse := `{ echo no >&2; exit 2; }`
	tests := []struct {
		name, hook string
		words      []string
		want       []fuzz.Kind
		reason     string
	}{
		{"nothing", `grep -q 'rm -rf' && ` + refuse + `; exit 0`, []string{"rm -rf"}, nil, "it looks for a word in any position"},
		{"a crash", `input=$(cat); case $input in *'[oops]'*) echo 'KeyError: oops' >&2; exit 1;; esac`, []string{"[oops]"}, []fuzz.Kind{fuzz.Crash}, "what a program says when it fails"},
		{"a hang", `input=$(cat); case $input in *'[oops]'*) exec sleep 60;; esac`, []string{"[oops]"}, []fuzz.Kind{fuzz.Hang}, "it is longer than the timeout"},
		{"a flip by spacing", `grep -q '"tool_name":"Bash"' && ` + refuse + `; exit 0`, nil, []fuzz.Kind{fuzz.Flip}, "a blank after the colon is the same JSON"},
		{"a flip by escapes", `grep -q 'etc/passwd' && ` + refuse + `; exit 0`, []string{"/etc/passwd"}, []fuzz.Kind{fuzz.Flip}, "some libraries write a slash with a backslash"},
		{"a hook that a signal always ends", `cat >/dev/null; kill -SEGV $$`, nil, []fuzz.Kind{fuzz.Crash}, "it says nothing, and checks nothing"},
		{"a hook that always fails silently", `cat >/dev/null; exit 3`, nil, []fuzz.Kind{fuzz.Crash}, "the agent goes on after each payload"},
		{"a signal for some payloads", `input=$(cat); case $input in *'[oops]'*) kill -SEGV $$;; esac`, []string{"[oops]"}, []fuzz.Kind{fuzz.Crash}, "what it would have refused goes through"},
		{"a hook that always fails", `echo 'KeyError: oops' >&2; exit 1`, nil, []fuzz.Kind{fuzz.Crash}, "what fails on the plain sample is a failure, once"},
	}
	if testing.Short() {
		tests = tests[:2] // draws run concurrently in any campaign
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := campaign(t, tt.hook, tt.words...)
			if slices.Contains(tt.want, fuzz.Hang) {
				c.Testbed.Timeout, c.Minimizing = time.Second, 0
			}
			failures, draws, err := c.Run(t.Context(), nil)
			require.NoError(t, err)
			assert.Equal(t, c.Runs, draws)
			var got []fuzz.Kind
			for _, f := range failures {
				got = append(got, f.Kind)
				assert.NotEmpty(t, f.Title())
			}
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

// The sample is a shell command; the executed text is in the input of another tool.
func TestAFileNameThatIsExecuted(t *testing.T) {
	t.Parallel()
	file := `file=$(sed -n 's/.*"file_path":"\([^"]*\)".*/\1/p'); `
	for hook, want := range map[string]int{`eval "echo $file"`: 1, `printf %s "$file"`: 0} {
		c := campaign(t, file+hook+` >/dev/null 2>&1; exit 0`)
		c.Runs = 1
		failures, _, err := c.Run(t.Context(), nil)
		require.NoError(t, err)
		require.Len(t, failures, want, hook)
		if want > 0 {
			assert.Equal(t, fuzz.Executes, failures[0].Kind)
		}
	}
}

func TestVerdictsByChanceBlameNoWayOfWriting(t *testing.T) {
	t.Parallel()
	// The hook refuses every second time, regardless of its input.
	counter := t.TempDir() + "/runs"
	c := campaign(t, `cat >/dev/null; echo x >>`+counter+`; [ $(($(wc -l <`+counter+`) % 2)) = 0 ] && { echo no >&2; exit 2; }; exit 0`)
	c.Runs = 1
	failures, _, err := c.Run(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, failures, 1)
	assert.Equal(t, fuzz.Unsteady, failures[0].Kind)
}

func TestFailuresAreCutDown(t *testing.T) {
	t.Parallel()
	c := campaign(t, `input=$(cat); case $input in *'[oops]'*) echo 'KeyError: oops' >&2; exit 1;; esac`, "[oops]")
	failures, _, err := c.Run(t.Context(), nil)
	require.NoError(t, err)
	require.NotEmpty(t, failures)
	text := string(jsonvalue.Marshal(failures[0].Fields))
	assert.Equal(t, 1, strings.Count(text, "[oops]"), text)
	assert.Less(t, len(text), len(jsonvalue.Marshal(c.Sample))+len("[oops]")+1, "all but what makes it fail is gone: %s", text)
}

func TestTheSameSeedDrawsTheSame(t *testing.T) {
	t.Parallel()
	c := campaign(t, `input=$(cat); case $input in *'[oops]'*) echo 'KeyError: oops' >&2; exit 1;; esac`, "[oops]")
	c.Minimizing = 0
	first, _, err := c.Run(t.Context(), nil)
	require.NoError(t, err)
	again, _, err := c.Run(t.Context(), nil)
	require.NoError(t, err)
	require.NotEmpty(t, first)
	assert.Equal(t, first[0].Draw, again[0].Draw)
	assert.True(t, jsonvalue.Equal(first[0].Fields, again[0].Fields))
}

func TestWaysSayTheSame(t *testing.T) {
	t.Parallel()
	texts := []string{
		`{}`, `{"a":"/","b":[1,true,null,{"c":"d"}]}`, `{"a":"ünï 🦊 <b> & 'x' \" \\ \u2028 \ud83d"}`, `{"nested":{"z":1,"y":{"x":[]}},"a":1e400}`,
	}
	for _, text := range texts {
		want, err := jsonvalue.Parse([]byte(text))
		require.NoError(t, err)
		for _, way := range fuzz.Ways() {
			got, err := jsonvalue.Parse(way.Write([]byte(text)))
			require.NoError(t, err, "%s of %s", way.Name, text)
			assert.True(t, jsonvalue.Equal(want, got), "%s of %s: %s", way.Name, text, way.Write([]byte(text)))
		}
	}
}

func TestAHookThatCannotStartIsUnfit(t *testing.T) {
	t.Parallel()
	_, _, err := campaign(t, "./no-such-hook").Run(t.Context(), nil)
	var unfit *execution.Unfit
	require.ErrorAs(t, err, &unfit)
	assert.Equal(t, effect.NotStarted, unfit.Verdict.Kind)
}
