package selftest_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/harness"
	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
)

const examplePath = "../../docs/examples/adapter.py"

func guide(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/implementers.md")
	require.NoError(t, err)
	return string(text)
}

// python finds the interpreter of the guide's example.
func python(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		require.NotEqual(t, "true", os.Getenv("CI"), "CI must have python3")
		t.Skip("there is no python3 on this machine")
	}
	return path
}

// The guide's code is the example's, word for word.
func TestTheGuideQuotesItsExample(t *testing.T) {
	example, err := os.ReadFile(examplePath)
	require.NoError(t, err)
	assert.LessOrEqual(t, bytes.Count(example, []byte("\n")), 200)
	quotes := regexp.MustCompile("(?s)```python\n(.*?)```").FindAllStringSubmatch(guide(t), -1)
	require.NotEmpty(t, quotes)
	for _, quote := range quotes {
		assert.Contains(t, string(example), quote[1])
	}
}

// The guide's conversation is a real one of its example.
func TestTheGuideShowsARealConversation(t *testing.T) {
	t.Parallel()
	interpreter := python(t)
	var asked, answered strings.Builder
	for line := range strings.Lines(guide(t)) {
		if request, ok := strings.CutPrefix(line, "→ "); ok {
			asked.WriteString(request)
		}
		if answer, ok := strings.CutPrefix(line, "← "); ok {
			answered.WriteString(answer)
		}
	}
	require.NotEmpty(t, asked.String())
	cmd := exec.CommandContext(t.Context(), interpreter, examplePath)
	cmd.Stdin = strings.NewReader(asked.String())
	output, err := cmd.Output()
	require.NoError(t, err)
	assert.Equal(t, answered.String(), string(output))
}

// The example passes the sections that the guide promises, and its one known failure
// is the one that the guide shows.
func TestTheGuidesExamplePasses(t *testing.T) {
	t.Parallel()
	path, err := filepath.Abs(examplePath)
	require.NoError(t, err)
	d, err := process.Start(t.Context(), process.Command{Args: []string{python(t), path}}, process.Options{Version: "test"})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, d.Close()) })
	sections := regexp.MustCompile(`/HOOK-(015|016a|016b|021|022|061|064|065|066|067a|067b|188)-`)
	var all []cases.Case
	for _, c := range allCases(t) {
		if sections.MatchString(c.Name) {
			all = append(all, c)
		}
	}
	r := run(t, d, all, way{seed: 1, jobs: 1})
	got := verdicts(r)
	green := regexp.MustCompile(` HOOK-(015\.\d|016a\.1|021\.\d|061\.2|065\.[12]|066\.\d|067a\.[12]|188\.[567])$`)
	assert.Equal(t, outcome.Fail, got["08-communication-protocol/HOOK-067b-no-stderr HOOK-067b.1"])
	passes := 0
	for check, v := range got {
		if green.MatchString(check) {
			passes++
			assert.Equal(t, outcome.Pass, v, check)
		}
	}
	assert.Equal(t, 21, passes, "the checks that are to pass")
}

// The doctor's output for the guide's example is the one in the guide, except for
// the times.
func TestTheGuideShowsWhatTheDoctorSays(t *testing.T) {
	t.Parallel()
	bin, err := hooktest()
	require.NoError(t, err)
	block := regexp.MustCompile("(?s)```console\n\\$ hooktest conform doctor [^\n]*\n(.*?)```").FindStringSubmatch(guide(t))
	require.Len(t, block, 2)
	said, err := exec.CommandContext(t.Context(), bin, "conform", "doctor", "--", python(t), examplePath).Output()
	require.NoError(t, err)
	times := regexp.MustCompile(`\d+ ms`)
	assert.Equal(t, times.ReplaceAllString(block[1], "n ms"), times.ReplaceAllString(string(said), "n ms"))
}

// The guide's list of known failures is valid and matches existing checks.
func TestTheGuidesKnownFailures(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(guide(t), -1)
	require.Len(t, blocks, 1)
	known, err := knownfailure.Parse("guide", []byte(blocks[0][1]), time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))
	require.NoError(t, err)
	for _, c := range allCases(t) {
		for _, s := range c.Scopes {
			known.Judge(s.Check, outcome.Fail, "")
		}
	}
	for _, use := range known.Uses(false) {
		assert.Empty(t, use.Fault, use.Entry.Position)
	}
}

// The guide names every part of the protocol.
func TestTheGuideIsComplete(t *testing.T) {
	text := guide(t)
	names := []string{
		adapter.MethodInitialize, adapter.MethodSessionOpen, adapter.MethodSessionClose, adapter.MethodPlan, adapter.MethodFire,
		adapter.MethodToolExecute, adapter.MethodModelGenerate, adapter.MethodSystemStatus, adapter.MethodSystemInitialize,
		adapter.MethodSystemAccess, adapter.MethodSystemCounters, adapter.MethodComponentTranslate, adapter.MethodComponentOutput,
		adapter.MethodComponentAggregate, adapter.MethodComponentChain, adapter.MethodBusRequest, adapter.MethodShutdown,
		adapter.NotifyLog, adapter.NotifyHeartbeat,
	}
	for _, p := range adapter.Profiles() {
		names = append(names, string(p))
	}
	for _, f := range adapter.Features() {
		names = append(names, string(f.Feature))
	}
	for _, o := range adapter.Observations() {
		names = append(names, string(o))
	}
	for _, name := range names {
		assert.Contains(t, text, "`"+name+"`")
	}
	assert.Contains(t, strings.Join(strings.Fields(text), " "), fmt.Sprintf("at most %d cases run at once", harness.MostJobs))
	// Verdicts that a beginner meets; the others are not about an adapter.
	for _, v := range []outcome.Verdict{
		outcome.Fail, outcome.Timeout, outcome.Crash, outcome.ProtocolViolation, outcome.AdapterError,
		outcome.Unsupported, outcome.NotObservable, outcome.SuiteError,
	} {
		assert.Contains(t, text, "`"+string(v)+"`")
	}
}
