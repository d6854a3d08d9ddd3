//go:build linux

package main

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// initialized returns the packages that a start of hooktest initializes, in order.
func initialized(t *testing.T, args ...string) []string {
	t.Helper()
	var names []string
	for _, m := range initializations(t, args...) {
		names = append(names, m[1])
	}
	return names
}

// initializations returns the packages that a start of hooktest initializes, in order, each with
// the bytes that this allocates.
func initializations(t *testing.T, args ...string) [][]string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), linked(t))
	cmd.Args = args
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	// A guard without arguments fails.
	output, _ := cmd.CombinedOutput()
	return regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) bytes`).FindAllStringSubmatch(string(output), -1)
}

// Package initialization delays every command, so regular expressions and tables are created on
// first use.
func TestAStartDoesLittle(t *testing.T) {
	for _, m := range initializations(t, "hooktest", "version") {
		// The tests themselves are part of package main here.
		if strings.HasPrefix(m[1], "github.com/hooktest/hooktest/") && m[1] != "github.com/hooktest/hooktest/cmd/hooktest" {
			bytes, err := strconv.Atoi(m[2])
			require.NoError(t, err)
			assert.Less(t, bytes, 40_000, "%s allocates at its initialization", m[1])
		}
	}
}

// Every command starts a guard, which must not wait for the initialization of packages that only
// commands need.
func TestTheGuardStartsBeforeTheRest(t *testing.T) {
	heavy := []string{
		"github.com/santhosh-tekuri/jsonschema/v5", "github.com/itchyny/gojq",
		"github.com/hooktest/hooktest/conformance/catalogue", "github.com/hooktest/hooktest/conformance/suite",
	}
	whole, guard := initialized(t, "hooktest", "version"), initialized(t, "hooktest-guard")
	for _, name := range heavy {
		assert.Contains(t, whole, name, "%s is part of the program", name)
		assert.NotContains(t, guard, name, "%s is initialized before the guard", name)
	}
	assert.Contains(t, guard, "os")
}

// An agent waits for a hook that is recorded, so the hook must start before the recorder's
// packages are initialized.
func TestTheHookStartsBeforeItsRecorder(t *testing.T) {
	order := initialized(t, recorded(t, "hooktest")...)
	place := func(name string) int {
		i := slices.Index(order, name)
		require.GreaterOrEqual(t, i, 0, "%s is initialized", name)
		return i
	}
	started := place("github.com/hooktest/hooktest/cmd/hooktest/internal/entry/early")
	assert.Less(t, place("os"), started)
	for _, name := range []string{"unicode", "encoding/json", "os/signal"} {
		assert.Less(t, started, place(name), "%s is initialized before the hook is started", name)
	}
	assert.NotContains(t, order, "github.com/santhosh-tekuri/jsonschema/v5")
}
