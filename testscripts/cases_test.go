package testscripts_test

import (
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/testscripts"
)

func TestMain(m *testing.M) {
	// Cases mostly wait for their hooks.
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// Every case passes on the reference engine, check by check.
func TestCases(t *testing.T) {
	all, err := cases.Load(testscripts.Files)
	require.NoError(t, err)
	client, err := process.Builtin(t.Context(), "test", process.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, client.Close()) })
	runner := suite.Runner{Client: client, Folder: t.TempDir()}
	for _, c := range all {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			result, err := runner.Run(t.Context(), c)
			require.NoError(t, err)
			for _, check := range result.Checks {
				if check.Verdict == outcome.Pass {
					continue
				}
				t.Errorf("%s: %s", check.Check, check.Verdict)
				for _, m := range check.Mismatches {
					t.Errorf("  testscripts/%s.txtar:%d: %s: want %s, got %s", c.Name, m.Line, m.What, m.Want, m.Got)
				}
			}
			if t.Failed() {
				t.Log(result.Log)
			}
		})
	}
}

// A need with lines behind it is decided by what they assert; one whose lines assert
// nothing would always hold.
func TestLinesAfterANeedAssertSomething(t *testing.T) {
	all, err := cases.Load(testscripts.Files)
	require.NoError(t, err)
	for _, c := range all {
		for _, n := range c.Needs {
			asserts := !n.Here
			for _, s := range c.Script {
				if s.Line <= n.Line {
					continue
				}
				if slices.Contains([]string{"clause", "control", "needs", "end"}, s.Command) {
					break
				}
				asserts = asserts || slices.Contains([]string{"want", "saw", "ran", "idle", "before", "overlap", "gone", "warned", "logged", "told", "file"}, s.Command)
			}
			assert.True(t, asserts, "testscripts/%s.txtar:%d: put the need directly before the scope", c.Name, n.Line)
		}
	}
}

// Lists of known failures name checks by their ids alone: one of two cases' would have the
// verdicts of both.
func TestNoTwoCasesShareACheck(t *testing.T) {
	all, err := cases.Load(testscripts.Files)
	require.NoError(t, err)
	owner := map[string]string{}
	for _, c := range all {
		for _, s := range c.Scopes {
			other, known := owner[s.Check]
			assert.True(t, !known || other == c.Name, "%s is a check of %s and of %s", s.Check, other, c.Name)
			owner[s.Check] = c.Name
		}
	}
}
