package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The suite's own hook starts often: what other commands need is not prepared
// for it.
func TestTheProbeStartsBeforeTheRest(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	// The test binary is hooktest where it is called so.
	hooktest := filepath.Join(t.TempDir(), "hooktest")
	require.NoError(t, os.Symlink(self, hooktest))
	initialized := func(args ...string) map[string]bool {
		cmd := exec.CommandContext(t.Context(), hooktest, args...)
		cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
		// The probe refuses the command line.
		output, _ := cmd.CombinedOutput()
		names := map[string]bool{}
		for _, m := range regexp.MustCompile(`(?m)^init (\S+) @`).FindAllSubmatch(output, -1) {
			names[string(m[1])] = true
		}
		return names
	}
	heavy := []string{
		"github.com/santhosh-tekuri/jsonschema/v5", "github.com/russross/blackfriday/v2",
		"github.com/hooktest/hooktest/conformance/catalogue", "github.com/hooktest/hooktest/conformance/suite",
	}
	whole, probe := initialized("version"), initialized("probe-hook")
	for _, name := range heavy {
		assert.True(t, whole[name], "%s is part of the program", name)
		assert.False(t, probe[name], "%s is initialized before the probe", name)
	}
	assert.True(t, probe["os"])
}
