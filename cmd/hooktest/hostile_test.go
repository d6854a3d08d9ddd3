//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/runnertest"
)

// hostile has control sequences for every CI runner and for terminals, at the start of the text,
// of its lines, and of every word that may come to the start of a line.
const hostile = "::error::HOSTILE ::stop-commands::HOSTILE ##[error]HOSTILE ##vso[task.complete result=Failed;]HOSTILE" +
	" ##teamcity[buildStop comment='HOSTILE']\n ::add-mask::HOSTILE\n##[group]HOSTILE\r\x1b[2J\x1b]0;HOSTILE\a\u009b2J\u202e" +
	"section_start:1:HOSTILE\r\x1b[0K\n"

// hostileName is the part of hostile that is valid in a file name, which has no slash.
const hostileName = "::error::HOSTILE ##[error]HOSTILE ##vso[a.b]HOSTILE\n::warning::HOSTILE\x1b[2J"

// quoted is hostile as a JSON string.
var quoted = func() string {
	text, err := json.Marshal(hostile)
	if err != nil {
		panic(err)
	}
	return string(text)
}()

func init() { programs["hostile-adapter"] = hostileAdapter }

// hostileAdapter is the reference adapter with hostile text in every string that an
// implementation chooses. The variable HOSTILE selects further behavior.
func hostileAdapter() {
	fmt.Fprint(os.Stderr, hostile)
	if os.Getenv("HOSTILE") == "dies" {
		os.Exit(1)
	}
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(filepath.Join(filepath.Dir(self), "hooktest"), "adapter")
	cmd.Stdin = os.Stdin
	out, err := cmd.StdoutPipe()
	if err != nil {
		panic(err)
	}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	lines := bufio.NewReader(out)
	for n := 0; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var message map[string]any
		if json.Unmarshal(line, &message) == nil && message["result"] != nil {
			if os.Getenv("HOSTILE") == "fails" && n%2 == 1 {
				delete(message, "result")
				message["error"] = map[string]any{"code": -32000, "message": hostile}
			} else {
				message["result"] = spoiled(message["result"])
			}
			line, _ = json.Marshal(message)
			line = append(line, '\n')
		}
		fmt.Fprint(os.Stderr, hostile)
		_, _ = os.Stdout.Write(line)
	}
	_ = cmd.Wait()
}

// spoiled replaces the text of some members with hostile text.
func spoiled(value any) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			v[i] = spoiled(v[i])
		}
	case map[string]any:
		// The features that an adapter claims must stay readable, so only its name is replaced.
		if party, ok := v["implementation"]; ok {
			v["implementation"] = spoiled(party)
			return v
		}
		for key, member := range v {
			v[key] = spoiled(member)
			if _, ok := member.(string); ok && slices.Contains(hostileMembers, key) {
				v[key] = hostile
			}
		}
		v[hostile] = hostile
	}
	return value
}

var hostileMembers = []string{"name", "version", "language", "source", "commit", "reason", "systemMessage", "text", "message", "stopReason", "decision", "error", "command", "hookEventName"}

const hostileCase = `# a title %s
# requirement: HOOK-016a
# features: fire

hook one
on BeforeTool one
fire BeforeTool write_file {}
clause HOOK-016a.1
assert errors '%s'
-- one --
reply %s
`

// Text from a hook, a file, the command line or an adapter can't send control sequences to a
// runner or a terminal through any command.
func TestNoForeignTextReachesTheTerminal(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	self := filepath.Join(s.folder, "hostile-adapter")
	require.NoError(t, os.Link(s.hooktest, self))
	flat := strings.NewReplacer("\n", "\\n", "\r", "").Replace(hostile)
	shell := "'" + strings.ReplaceAll(hostile, "'", `'\''`) + "'"

	s.write("deny.sh", "#!/bin/sh\ncat <<'E'\n"+`{"decision":"deny","reason":`+quoted+`,"systemMessage":`+quoted+`}`+"\nE\n")
	s.write("change.sh", "#!/bin/sh\ncat <<'E'\n"+`{"systemMessage":`+quoted+`,"hookSpecificOutput":{"hookEventName":"BeforeTool","tool_input":{"command":`+quoted+`,`+quoted+`:[`+quoted+`]},"additionalContext":`+quoted+`}}`+"\nE\n")
	s.write("stderr.sh", "#!/bin/sh\nprintf %s "+shell+" >&2\nexit 2\n")
	s.write("text.sh", "#!/bin/sh\nprintf %s "+shell+"\n")
	s.write("unknown.sh", "#!/bin/sh\necho '{\"decision\":\"::error::HOSTILE ##[error]HOSTILE\"}'\n")
	s.write(hostileName+".sh", "#!/bin/sh\nexit 0\n")
	hook := func(more string) string { return `{"type":"command","command":` + quoted + more + `}` }
	s.write("settings.json", `{"enableHooks":true,"hooks":{"BeforeTool":[{"matcher":`+quoted+`,"hooks":[`+hook("")+`]},{"hooks":[`+hook(`,"timeout":`+quoted)+`,{"type":`+quoted+`},{"type":"plugin","pluginName":`+quoted+`,"package":`+quoted+`}]},{"matcher":"(`+quoted[1:len(quoted)-1]+`","hooks":[`+hook("")+`]}],`+quoted+`:[{}]}}`)
	s.write("switched.json", `{"enableHooks":false,"hooks":{"BeforeTool":[{"hooks":[`+hook("")+`]}]}}`)
	s.write(hostileName+"-broken.json", `{"enableHooks":true, `+quoted+`: "::error::HOSTILE ##[error]HOSTILE`)
	s.write(hostileName+".json", `{"hooks":`+quoted+`}`)
	s.write("payload.json", `{"hook_event_name":`+quoted+`,"tool_name":`+quoted+`,"tool_input":{"command":`+quoted+`}}`)
	s.write("odd/01-a/HOOK-016a-"+hostileName+".txtar", fmt.Sprintf(hostileCase, flat, flat, hostile))
	s.write("bad/01-a/HOOK-016a-"+hostileName+".txtar", "# "+flat+"\n"+flat+"\n")
	s.write("known.toml", "[[failure]]\ncheck = \"HOOK-016a.1\"\nreason = "+quotedTOML+"\n")
	s.write("half.ndjson", `{"kind":"header","schema":`+quoted+"}\n"+hostile)
	// The most hostile stream that an adapter and its cases can produce.
	stream := filepath.Join(s.folder, "run.ndjson")
	said, _ := s.command("conform", "--run", "HOOK-016a", "--quiet", "--report", "ndjson="+stream, "--", self).CombinedOutput()
	require.FileExists(t, stream, "%s", said)
	text, err := os.ReadFile(stream)
	require.NoError(t, err)
	require.Contains(t, string(text), "HOSTILE")
	assert.Empty(t, runnertest.Foreign(string(text)))

	only := []string{"--run", "HOOK-016a"}
	tests := []struct {
		args []string
		env  string
		// silent is set for commands whose output contains no third-party text.
		silent bool
	}{
		{args: []string{"run", "./deny.sh", "--bash", hostile}},
		{args: []string{"run", "./deny.sh", "--bash", hostile, "--color", "never", "--quiet"}, silent: true},
		{args: []string{"run", "./deny.sh", "--bash", hostile, "--format", "json"}},
		{args: []string{"run", "./deny.sh", "--bash", hostile, "--format", "tap"}},
		{args: []string{"run", "./stderr.sh", "--bash", hostile, "--expect", "deny", "--format", "junit"}},
		{args: []string{"run", "./deny.sh", "--write", hostile}},
		{args: []string{"run", "./change.sh", "--bash", hostile}},
		{args: []string{"run", "./change.sh", "--bash", "ls", "--format", "json"}},
		{args: []string{"run", "./stderr.sh", "--bash", "ls"}},
		{args: []string{"run", "./stderr.sh", "--event", "AfterAgent"}},
		{args: []string{"run", "./text.sh", "--prompt", hostile}},
		{args: []string{"run", "./text.sh", "--tool", hostile}},
		{args: []string{"run", "./unknown.sh", "--bash", "ls"}},
		{args: []string{"run", "./" + hostileName + ".sh", "--bash", "ls"}, silent: true},
		{args: []string{"run", "./" + hostileName + ".sh", "--bash", "ls", "--format", "json"}},
		{args: []string{"run", "./text.sh", "--stdin", "payload.json"}},
		{args: []string{"run", hostile, "--bash", "ls"}},
		{args: []string{"run", "./text.sh", "--bash", "ls"}, env: "DEBUG=*"},
		{args: []string{"run", "./deny.sh", "--event", hostile}},
		{args: []string{"run", "./deny.sh", "--" + hostile}},
		{args: []string{"run", "./deny.sh", "--expect", hostile}},
		{args: []string{"run", "./deny.sh", hostile}},
		{args: []string{"run", "./deny.sh", "--input", hostile, "--tool", "write_file"}, silent: true},
		{args: []string{"run", "./deny.sh", "--bash", "ls", "--project", hostileName}},
		{args: []string{hostile}},
		{args: []string{"conform", hostile}},
		{args: []string{"plan", "BeforeTool", "--settings", "settings.json"}},
		{args: []string{"plan", "BeforeTool", hostile, "--settings", "settings.json"}},
		{args: []string{"plan", "BeforeTool", hostile, "--settings", "settings.json", "--format", "json"}},
		{args: []string{"plan", "BeforeTool", "--settings", "switched.json"}},
		{args: []string{"plan", "BeforeTool", "--settings", hostileName + "-broken.json"}},
		{args: []string{"plan", "BeforeTool", "--settings", hostileName + ".json"}},
		{args: []string{"plan", hostile}},
		{args: []string{"fire", "--yes", "BeforeTool", "--bash", hostile, "--settings", "settings.json"}},
		{args: []string{"fire", "--yes", "BeforeTool", "--bash", hostile, "--settings", "settings.json", "--format", "sarif"}},
		{args: []string{"fire", "--yes", "BeforeTool", "--bash", "ls", "--settings", "settings.json", "--format", "json"}},
		{args: []string{"fire", "--yes", "BeforeTool", "--bash", "ls", "--settings", hostileName + "-broken.json"}},
		{args: []string{"explain", hostile}},
		{args: []string{"contract", hostile}},
		{args: []string{"contract", "diff", "claude", hostile}},
		{args: []string{"schema", hostile}},
		{args: []string{"schema", "BeforeTool", "in", "--check", "payload.json"}},
		{args: []string{"schema", "BeforeTool", "in", "--check", "payload.json", "--format", "json"}},
		{args: []string{"schema", "BeforeTool", "in", "--check", hostileName + ".json"}},
		{args: []string{"schema", "BeforeTool", "in", "--check", hostileName + "-broken.json"}},
		{args: []string{"completion", hostile}},
		{args: []string{"man", hostileName + ".json/" + hostileName}},
		{args: []string{"conform", "--cases", "odd"}},
		{args: []string{"conform", "--cases", "bad"}},
		{args: []string{"conform", "--expect-file", "known.toml", "--run", "HOOK-016a"}},
		{args: []string{"conform", "--", self}, env: "HOSTILE=dies"},
		{args: []string{"conform", "--run", "HOOK-016a", "--", self}, env: "HOSTILE=fails"},
		{args: []string{"conform", "--run", "HOOK-016a", "--", hostile}},
		{args: []string{"conform", "--run", hostile}},
		{args: []string{"conform", "--report", "junit=" + hostileName + "/x", "--run", "HOOK-016a"}},
		{args: append([]string{"conform", "--format", "pretty"}, append(only, "--", self)...)},
		{args: append([]string{"conform", "--color", "never"}, append(only, "--", self)...), env: "GITHUB_ACTIONS=true"},
		{args: []string{"conform", "doctor", "--", self}},
		{args: []string{"conform", "doctor", "--", self}, env: "HOSTILE=fails"},
		{args: []string{"conform", "doctor", "--", self}, env: "HOSTILE=dies"},
		{args: []string{"conform", "diff", "--run", "HOOK-016a", "--", self, "----", self, hostile}},
		{args: []string{"conform", "shrink", "HOOK-016a.1", "--", self}, silent: true},
		{args: []string{"conform", "shrink", hostile, "--", self}},
		{args: []string{"conform", "repro", "HOOK-016a.1", "--cases", "odd", "--dir", hostileName + "-repro", "--", self, hostile}},
		{args: []string{"conform", "list", "--cases", "odd"}, silent: true},
		{args: []string{"conform", "list", "--cases", "bad"}},
		{args: []string{"conform", "init", "--lang", hostile}},
		{args: []string{"conform", "init", "--lang", "sh", "--dir", hostileName + "-init"}},
		{args: []string{"report", "merge", "half.ndjson"}},
		{args: []string{"report", "render", hostileName}},
		{args: []string{"trace", "--dir", hostileName}},
		{args: []string{"trace", "diff", hostileName, "half.ndjson"}},
		{args: []string{"trace", "explain", hostile, "--dir", hostileName}},
	}
	for _, format := range []string{"pretty", "json", "ndjson", "tap", "junit", "sarif", "html", "markdown", "github"} {
		tests = append(tests, struct {
			args   []string
			env    string
			silent bool
		}{args: []string{"report", "render", "run.ndjson", "--format", format}})
	}
	for _, tt := range tests {
		name := strings.ReplaceAll(strings.ReplaceAll(strings.Join(tt.args, " "), hostile, "HOSTILE"), hostileName, "HOSTILE")
		t.Run(name+" "+tt.env, func(t *testing.T) {
			cmd := s.command(tt.args...)
			cmd.Env = append(cmd.Env, "LLXPRT_SYSTEM_SETTINGS_PATH="+filepath.Join(s.folder, "none"), tt.env)
			var out, said bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &said
			// The output must be harmless with any exit code.
			_ = cmd.Run()
			assert.Empty(t, runnertest.Foreign(out.String()), "stdout")
			assert.Empty(t, runnertest.Foreign(said.String()), "stderr")
			if !tt.silent {
				assert.Contains(t, out.String()+said.String(), "HOSTILE", "a test without untrusted text proves nothing")
			}
		})
	}
}

var quotedTOML = func() string {
	var b strings.Builder
	_, _ = io.WriteString(&b, `"`)
	for _, r := range hostile {
		fmt.Fprintf(&b, `\U%08X`, r)
	}
	return b.String() + `"`
}()
