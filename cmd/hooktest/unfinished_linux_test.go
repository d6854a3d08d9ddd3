package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/stream"
)

// If hooktest is killed, the results so far are on the disk, next to the unchanged report of an
// earlier run.
func TestAKilledRunLeavesItsEvents(t *testing.T) {
	s := newStage(t)
	s.write("cases/HOOK-022-quick.txtar", quick)
	s.write("cases/HOOK-021-lingers.txtar", lingering)
	s.write("run.ndjson", "of an earlier run\n")
	s.write("fresh/run.ndjson.part", "of a run that was killed before\n")
	cmd, _ := s.start("conform", "--cases", "cases", "-j", "1",
		"--report", "ndjson=run.ndjson", "--report", "ndjson=fresh/run.ndjson")
	pids := s.hear("hook")
	pids = append(pids, guardsOf(t, cmd.Process.Pid)...)
	require.NoError(t, cmd.Process.Signal(syscall.SIGKILL))
	require.Error(t, cmd.Wait())
	s.deserted(pids)

	kept, err := os.ReadFile(filepath.Join(s.folder, "run.ndjson"))
	require.NoError(t, err)
	assert.Equal(t, "of an earlier run\n", string(kept))
	for _, part := range []string{"run.ndjson.part", "fresh/run.ndjson.part"} {
		f, err := os.Open(filepath.Join(s.folder, part))
		require.NoError(t, err)
		run, err := stream.Read(f)
		require.NoError(t, f.Close())
		require.NoError(t, err)
		assert.False(t, run.Ended, "no footer was written")
		require.Len(t, run.Cases, 1, "a case is written when it has ended")
		assert.NotNil(t, run.Cases[0].End)
	}

	render := s.command("report", "render", "fresh/run.ndjson")
	said, err := render.CombinedOutput()
	require.Error(t, err)
	assert.Equal(t, 2, render.ProcessState.ExitCode())
	assert.Contains(t, string(said), "hint: a run that was killed, or is not over yet, has left fresh/run.ndjson.part")
	render = s.command("report", "render", "fresh/run.ndjson.part")
	said, _ = render.CombinedOutput()
	assert.Equal(t, 4, render.ProcessState.ExitCode(), "the run did not come to its end")
	assert.Contains(t, string(said), "ends in the middle: the stream ends without a footer")
}

// A run that finishes leaves only its report.
func TestARunThatEndsLeavesNoUnfinishedStream(t *testing.T) {
	s := newStage(t)
	s.write("cases/HOOK-022-quick.txtar", quick)
	s.write("run.ndjson.part", "of a run that was killed before\n")
	cmd := s.command("conform", "--cases", "cases", "--report", "ndjson=run.ndjson", "--report", "ndjson=/dev/null")
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, string(said))
	assert.FileExists(t, filepath.Join(s.folder, "run.ndjson"))
	assert.NoFileExists(t, filepath.Join(s.folder, "run.ndjson.part"))
	assert.NoFileExists(t, "/dev/null.part")
}
