package testscripts_test

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/probe"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/conformance/verdict"
	"github.com/hooktest/hooktest/testscripts"
)

// The test binary is the suite's own hook, too.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "probe-hook" {
		os.Exit(probe.Main(os.Args[2:], os.Stderr))
	}
	// Cases mostly wait for their hooks.
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// Every case passes on the reference engine, check by check.
func TestCases(t *testing.T) {
	cases, err := suite.Load(testscripts.Files)
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	door, err := process.Builtin(t.Context(), "test", process.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, door.Close()) })
	runner := suite.Runner{Door: door, Probe: []string{self, "probe-hook"}, Folder: t.TempDir()}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			result, err := runner.Run(t.Context(), c)
			require.NoError(t, err)
			for _, check := range result.Checks {
				if check.Verdict == verdict.Pass {
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
