//go:build linux

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

// Every command starts a guard, which must not pay for initializing what only commands
// need.
func TestTheGuardStartsBeforeTheRest(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	// The test binary is hooktest where it is called so.
	hooktest := filepath.Join(t.TempDir(), "hooktest")
	require.NoError(t, os.Symlink(self, hooktest))
	initialized := func(args ...string) map[string]bool {
		cmd := exec.CommandContext(t.Context(), hooktest)
		cmd.Args = args
		cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
		// A guard without anything to guard fails.
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
	whole, guard := initialized("hooktest", "version"), initialized("hooktest-guard")
	for _, name := range heavy {
		assert.True(t, whole[name], "%s is part of the program", name)
		assert.False(t, guard[name], "%s is initialized before the guard", name)
	}
	assert.True(t, guard["os"])
}
