//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/stream"
)

// The hook of one run ends only while the hook of the other runs.
const meeting = `# two hooks meet
# requirement: HOOK-021
# features: fire
# budget: 120s

hook NAME
on BeforeTool NAME timeout=120000
fire BeforeTool write_file {}
clause HOOK-021.1
ran NAME 1
want success is true
-- NAME --
BODY
`

// Two runs in one folder keep their reports and temporary files apart. If both write the same
// report, it is complete and from one of them.
func TestTwoRunsInOneFolder(t *testing.T) {
	s := newStage(t)
	there, back := filepath.Join(s.folder, "there"), filepath.Join(s.folder, "back")
	require.NoError(t, syscall.Mkfifo(there, 0o600))
	require.NoError(t, syscall.Mkfifo(back, 0o600))
	bodies := map[string]string{
		"left":  "echo go >" + there + "; read -r word <" + back,
		"right": "read -r word <" + there + "; echo go >" + back,
	}
	ended := map[string]func() error{}
	said := map[string]*strings.Builder{}
	for name, body := range bodies {
		s.write(name+"/HOOK-021-"+name+".txtar", strings.NewReplacer("NAME", name, "BODY", body).Replace(meeting))
		cmd, words := s.start("conform", "--cases", name, "--report", "ndjson="+name+".ndjson", "--report", "json=both.json", "--report", "junit="+name+".xml")
		ended[name], said[name] = cmd.Wait, words
	}
	for name, wait := range ended {
		assert.NoError(t, wait(), said[name].String())
	}
	both, err := os.ReadFile(filepath.Join(s.folder, "both.json"))
	require.NoError(t, err)
	var starts []string
	for name := range bodies {
		text, err := os.ReadFile(filepath.Join(s.folder, name+".ndjson"))
		require.NoError(t, err)
		run, err := stream.Read(bytes.NewReader(text))
		require.NoError(t, err)
		require.Len(t, run.Cases, 1)
		assert.Equal(t, "HOOK-021-"+name, run.Cases[0].Start.Case)
		assert.True(t, run.Footer.Complete)
		xml, err := os.ReadFile(filepath.Join(s.folder, name+".xml"))
		require.NoError(t, err)
		for other := range bodies {
			assert.Equal(t, other == name, strings.Contains(string(xml), "HOOK-021-"+other))
		}
		if strings.Contains(string(both), "HOOK-021-"+name) {
			starts = append(starts, name)
		}
	}
	assert.Len(t, starts, 1, "a report is that of one run")
	entries, err := os.ReadDir(s.folder)
	require.NoError(t, err)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	assert.ElementsMatch(t, []string{"alive1", "back", "both.json", "hooktest", "left", "left.ndjson", "left.xml", "right", "right.ndjson", "right.xml", "there"}, names,
		"nothing else is left")
}
