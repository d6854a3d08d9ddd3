//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/portion"
)

// Lost output is an error, independent of the verdict. For a full device, the message has the
// name and the cause. For a pipe without a reader, there is no message.
func TestLostOutput(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.write("deny.sh", "#!/bin/sh\necho '{\"decision\":\"deny\",\"reason\":\"no\"}'\n")
	s.write("settings.json", `{"enableHooks":true,"hooks":{"BeforeTool":[{"hooks":[{"type":"command","command":"./deny.sh"}]}]}}`)
	s.write("payload.json", `{}`)
	require.NoError(t, s.command("conform", "--run", "HOOK-016a", "--quiet", "--report", "ndjson="+filepath.Join(s.folder, "run.ndjson")).Run())

	tests := []string{
		"run ./deny.sh --bash ls",
		"run ./deny.sh --bash ls --expect deny --format json",
		"run ./deny.sh --bash ls --expect allow",
		"run ./deny.sh --bash ls --quiet",
		"fire BeforeTool --bash ls --settings settings.json --yes",
		"fire BeforeTool --bash ls --settings settings.json --yes --format json --expect deny",
		"plan BeforeTool --settings settings.json",
		"plan BeforeTool --settings settings.json --format json",
		"--help",
		"",
		"run --help",
		"help conform",
		"version",
		"explain",
		"explain --format json",
		"explain HOOK-067b",
		"explain HOOK-067b --format json",
		"explain HOOK-067b --format markdown",
		"explain claude.exit-2",
		"contract",
		"contract --format json",
		"contract --format markdown",
		"contract claude",
		"contract claude --facts --format json",
		"contract diff claude codex",
		"contract diff claude codex --format markdown",
		"schema",
		"schema --format json",
		"schema BeforeTool in",
		"schema BeforeTool in --check payload.json",
		"schema BeforeTool in --check payload.json --format json",
		"completion bash",
		"completion zsh",
		"completion fish",
		"completion powershell",
		"__complete run --ev",
		"conform --run HOOK-016a",
		"conform --run HOOK-016a --format json",
		"conform --run HOOK-016a --format ndjson",
		"conform list",
		"conform list --format json",
		"conform doctor -- ./hooktest adapter",
		"conform diff --run HOOK-016a -- ./hooktest adapter ---- ./hooktest adapter",
		"conform init --lang sh --dir DIR",
		"conform repro HOOK-067b --dir DIR",
		"report merge run.ndjson",
		"report render run.ndjson --format html",
		"report render run.ndjson --format junit",
		"report render run.ndjson --report tap=run.tap",
	}
	for _, tt := range portion.Of(tests, 3, 0) {
		t.Run(tt, func(t *testing.T) {
			t.Run("full", func(t *testing.T) {
				full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
				if errors.Is(err, os.ErrNotExist) && runtime.GOOS != "linux" {
					t.Skip("there is no device that is always full")
				}
				require.NoError(t, err)
				defer full.Close()
				code, said := lose(t, s, full, tt)
				assert.Equal(t, 2, code)
				assert.Equal(t, 1, strings.Count(said, "error: stdout can't be written: no space left on device\n"), said)
			})
			t.Run("closed", func(t *testing.T) {
				reader, closed, err := os.Pipe()
				require.NoError(t, err)
				require.NoError(t, reader.Close())
				defer closed.Close()
				code, said := lose(t, s, closed, tt)
				assert.Equal(t, 2, code)
				assert.NotContains(t, said, "pipe")
				assert.NotContains(t, said, "stdout")
			})
		})
	}
}

// lose runs a command whose stdout can't be written.
func lose(t *testing.T, s *stage, stdout *os.File, line string) (code int, said string) {
	t.Helper()
	cmd := s.command(strings.Fields(strings.ReplaceAll(line, "DIR", filepath.Join(t.TempDir(), "new")))...)
	cmd.Env = append(cmd.Env, "LLXPRT_SYSTEM_SETTINGS_PATH="+filepath.Join(s.folder, "none"))
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = stdout, &stderr
	_ = cmd.Run()
	return cmd.ProcessState.ExitCode(), stderr.String()
}
