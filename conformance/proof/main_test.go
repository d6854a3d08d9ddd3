package proof

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/probe"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/testscripts"
)

// The test binary is the suite's own hook, too.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "probe-hook" {
		os.Exit(probe.Main(os.Args[2:], os.Stderr))
	}
	os.Exit(m.Run())
}

// newBench is a bench over the real tree with the whole suite.
func newBench(t *testing.T) *Bench {
	t.Helper()
	root, err := mutants.Root(".")
	require.NoError(t, err)
	c, err := catalogue.Load()
	require.NoError(t, err)
	cases, err := suite.Load(testscripts.Files)
	require.NoError(t, err)
	return &Bench{
		Root: root, Module: "github.com/hooktest/hooktest", Catalogue: c, Cases: cases,
		Probe: []string{os.Args[0], "probe-hook"}, Environ: os.Environ(), Folder: t.TempDir(), Version: "test",
	}
}
