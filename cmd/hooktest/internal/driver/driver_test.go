package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/hooktest/hooktest/cmd/hooktest/internal/entry/sandbox"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scriptedmodel"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/executable"
	"github.com/hooktest/hooktest/internal/portion"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// needsNetwork skips where agents can't run.
func needsNetwork(t *testing.T) {
	t.Helper()
	if sandbox.Available() != sandbox.Full {
		require.NotEqual(t, "true", os.Getenv("CI"), "CI must have namespaces")
		t.Skip("this machine has no namespaces")
	}
}

// scene has the folders of a user.
func scene(t *testing.T) (s Spec) {
	t.Helper()
	needsNetwork(t)
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	s = Spec{Project: filepath.Join(root, "project"), Home: filepath.Join(root, "home"), Scratch: filepath.Join(root, "scratch"), Environ: os.Environ(), Mode: "headless", Prompt: "MARK"}
	for _, folder := range []string{s.Project, s.Home, s.Scratch} {
		require.NoError(t, os.Mkdir(folder, 0o755))
	}
	s.Threads = []scriptedmodel.Thread{{Name: "own", Mark: "MARK", Turns: []scriptedmodel.Turn{{Text: "done"}}}}
	return s
}

// stood has settings with comments.
var stood = &Agent{Contracts: []string{"gemini"}}

// standIn makes an agent of a shell script, which gets the prompt as $1.
func (s *Spec) standIn(t *testing.T, text string) {
	t.Helper()
	path := filepath.Join(filepath.Dir(s.Scratch), "agent.sh")
	require.NoError(t, executable.Write(path, []byte("#!/bin/bash\n"+text)))
	s.Program = Program{Path: path, Words: []string{path}}
	s.Agent = &Agent{Product: "Stand-in", Contracts: stood.Contracts, Arguments: []string{"{prompt}"}, Modes: map[string]Mode{"headless": {}}, Environment: map[string]string{"MODEL": "{url}"}, Seconds: 20, Lingers: 1, Secrets: []string{"~/key"}}
}

func (s Spec) started(t *testing.T) Run {
	t.Helper()
	run, err := Start(t.Context(), s)
	require.NoError(t, err)
	return run
}

// talk is a request to the model by the shell alone.
const talk = `
talk() {
	body='{"messages": [{"role": "user", "content": "'$1'"}]}'
	exec 3<>/dev/tcp/127.0.0.1/${MODEL##*:}
	printf 'POST /v1/chat/completions HTTP/1.0\r\nContent-Length: %d\r\n\r\n%s' ${#body} "$body" >&3
	cat <&3
}
`

func TestAnAgentWorksOnViews(t *testing.T) {
	s := scene(t)
	settings := filepath.Join(s.Home, ".agent", "settings.json")
	for path, text := range map[string]string{settings: "user's", filepath.Join(s.Home, "key"): "secret", filepath.Join(s.Project, "kept"): "kept"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	var outside []string
	for _, folder := range []string{"/etc/", "/run/", "/var/lib/"} {
		outside = append(outside, folder+"hooktest-"+filepath.Base(filepath.Dir(s.Scratch)))
	}
	s.standIn(t, talk+`
for f in `+strings.Join(outside, " ")+`; do echo new > $f; done
cat ~/.agent/settings.json ~/login.json; ls ~/key; rm kept; echo new > made; echo out > `+s.Scratch+`/out; echo "key=$MY_API_KEY"
talk "$1"`)
	s.Changed = map[string][]byte{settings: []byte("changed's")}
	login := filepath.Join(s.Home, "login.json")
	require.NoError(t, os.WriteFile(login, []byte(`{"a": {"by": "browser"}, /* kept */ "x": 1}`), 0o600))
	s.Agent.Logins = []Login{
		{Path: "~/login.json", Name: "a.by", Value: "key"}, {Path: "~/login.json", Name: "a.none", Value: "key"}, {Path: "~/none.json", Name: "a", Value: "key"},
	}
	s.Environ = append(s.Environ, "MY_API_KEY=secret")
	var seen []bool
	s.Asked = func(_ scriptedmodel.Exchange, see View) {
		seen = []bool{see.Exists(filepath.Join(s.Project, "kept")), see.Contains(filepath.Join(s.Project, "made"), "new"), see.Contains(settings, "user's")}
	}
	run := s.started(t)
	assert.Equal(t, Exited, run.Ending)
	assert.Contains(t, string(run.Stdout), "changed's", "it reads the changed text")
	assert.Contains(t, string(run.Stdout), `{"a": {"by": "key"}, /* kept */ "x": 1}`, "it sees another login, and all else as it is")
	assert.Contains(t, string(run.Stdout), "key=\n", "it gets no key")
	assert.Contains(t, string(run.Stdout), `"content":"done"`, "it reaches the model")
	assert.Contains(t, string(run.Stderr), "No such file", "it sees no secret file")
	assert.Equal(t, []bool{false, true, false}, seen, "its view is seen while it waits for the model")
	require.Len(t, run.Exchanges, 1)
	assert.Empty(t, run.Faults)
	for path, want := range map[string]string{settings: "user's", filepath.Join(s.Project, "kept"): "kept", filepath.Join(s.Scratch, "out"): "out\n"} {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, want, string(text))
	}
	assert.NoFileExists(t, filepath.Join(s.Project, "made"))
	for _, file := range outside {
		assert.NoFileExists(t, file)
	}
	if os.Geteuid() == 0 {
		assert.Equal(t, outside, run.Outside)
	} else {
		assert.Empty(t, run.Outside, "it may not write there")
	}
}

// A project may be in memory, and so below the folder of devices.
func TestAProjectBelowDevices(t *testing.T) {
	s := scene(t)
	memory, err := os.MkdirTemp("/dev/shm", "hooktest-")
	if err != nil {
		require.NotEqual(t, "true", os.Getenv("CI"), "CI must have a file system in memory: %v", err)
		t.Skip("this machine has no file system in memory")
	}
	t.Cleanup(func() { _ = os.RemoveAll(memory) })
	s.Project = memory
	s.standIn(t, "echo lost >/dev/null && echo new > made && cat made")
	run := s.started(t)
	assert.Equal(t, "new\n", string(run.Stdout), "%s", run.Stderr)
	assert.NoFileExists(t, filepath.Join(memory, "made"))
}

// What the agent changes in the scratch folder stays, also where its project is.
func TestAProjectInTheScratchFolder(t *testing.T) {
	s := scene(t)
	s.standIn(t, "echo new > made")
	s.Scratch = filepath.Dir(s.Project)
	s.started(t)
	assert.FileExists(t, filepath.Join(s.Project, "made"))
}

// An agent that would ask for a login where the user has set none is told one.
func TestAddedLogins(t *testing.T) {
	tests := []struct{ name, text, want, reason string }{
		{"no file", "", `{ "a": { "by": "key" } }`, "nothing was set"},
		{"empty", "{}", `{ "a": { "by": "key" } }`, "nothing was set"},
		{"another value", `{"x": 1}`, `{"x": 1, "a": { "by": "key" } }`, "the rest stays"},
		{"the object", `{"a": {"x": 1} /* kept */}`, `{"a": {"x": 1, "by": "key" } /* kept */}`, "only the last name is missing"},
		{"the value", `{"a": {"by": "browser"}}`, `{"a": {"by": "key"}}`, "the user's login would ask"},
		{"as it should be", `{"a": {"by": "key"}}`, "", "nothing changes"},
		{"no object", `{"a": 1}`, "", "the agent reports that"},
		{"no JSON", `{"a"`, "", "the agent reports that"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path, changed := Login{Path: "~/login.json", Name: "a.by", Value: "key", Add: true}.replaced(Spec{Agent: stood, Home: "/home"}, map[string][]byte{"/home/login.json": []byte(tt.text)})
			assert.Equal(t, "/home/login.json", path)
			assert.Equal(t, strings.Fields(tt.want), strings.Fields(string(changed)), tt.reason)
		})
	}
}

// What hooks recorded in the session before is not about the resumed one.
func TestAResumedSession(t *testing.T) {
	s := scene(t)
	s.standIn(t, talk+`echo "$@"; echo "$2" >>`+s.Scratch+`/record; cat; talk "$1" | grep -o '"content":".*"'`)
	s.Records = s.Scratch
	s.Agent.Modes["headless"] = Mode{Before: []string{"{prompt}", "first"}, Arguments: []string{"{prompt}", "second"}}
	run := s.started(t)
	assert.Equal(t, "MARK second\n", strings.SplitAfter(string(run.Stdout), "\n")[0], "the first session prints elsewhere")
	require.Len(t, run.Exchanges, 2)
	assert.Equal(t, []string{Before, "own"}, []string{run.Exchanges[0].Thread, run.Exchanges[1].Thread})
	assert.Empty(t, run.Faults)
	record, err := os.ReadFile(filepath.Join(s.Scratch, "record"))
	require.NoError(t, err)
	assert.Equal(t, "second\n", string(record))
}

// In a terminal, an agent may ask the terminal and the user before it works, and drop what was typed
// before it listens.
func TestAnAgentInATerminal(t *testing.T) {
	s := scene(t)
	s.standIn(t, talk+`
[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && stty size && echo "$TERM"
stty -echo -icanon
printf '\033[6n'; IFS= read -r -d R place; printf 'place=%q\n' "$place"
stty icanon
printf 'Trust\033[1;7Hthis folder?'
read -r dropped; read -r trusted; printf '\ntrusted=%s\n' "$trusted"
talk "$1" >/dev/null
printf 'All do'; printf 'ne.'
read -r quit; echo "quit=$quit"; exit 7`)
	s.Agent.Modes["headless"] = Mode{Terminal: true, Arguments: []string{"{prompt}", "more"}, Answers: []Answer{
		{Shows: "All done.", Types: "/quit\n"}, {Shows: "Trust this folder?", Types: "yes\n"},
	}}
	run := s.started(t)
	assert.Equal(t, []any{Exited, 7}, []any{run.Ending, run.Code}, string(run.Stdout))
	for _, want := range []string{"50 160\r\nxterm-256color\r\n", "place=$'\\E[1;1'", "trusted=yes\r\n", "quit=/quit\r\n"} {
		assert.Contains(t, string(run.Stdout), want)
	}
	assert.Empty(t, run.Faults)
	assert.Len(t, run.Exchanges, 1)
}

// An agent may print other lines, and ask for what this client allows or does not have.
func TestAnAgentOfTheClientProtocol(t *testing.T) {
	tests := []struct {
		name, script string
		want         []string
		reason       string
	}{
		{"a prompt", `
echo 'not a message'; echo '{"jsonrpc": "2.0", "method": "session/update", "params": {}}'
next '{"id": 0, "result": {"protocolVersion": 1}}'
next '{"id": 1, "result": {"sessionId": "s1"}}'
next '{"id": 0, "method": "session/request_permission", "params": {"options": [{"optionId": "n", "kind": "reject_once"}, {"optionId": "y", "kind": "allow_once"}]}}'
next '{"id": "x", "method": "session/request_permission", "params": {"options": [{"optionId": "n", "kind": "reject_once"}]}}'
next '{"id": 1, "method": "fs/read_text_file", "params": {}}'
next ''
talk MARK >/dev/null
echo '{"id": 2, "result": {"stopReason": "end_turn"}}'; next`, []string{
			`{"id": 0, "jsonrpc": "2.0", "method": "initialize", "params": {"protocolVersion": 1, "clientCapabilities": {}}}`,
			`{"id": 1, "jsonrpc": "2.0", "method": "session/new", "params": {"cwd": "PROJECT", "mcpServers": []}}`,
			`{"id": 2, "jsonrpc": "2.0", "method": "session/prompt", "params": {"sessionId": "s1", "prompt": [{"type": "text", "text": "MARK"}]}}`,
			`{"id": 0, "jsonrpc": "2.0", "result": {"outcome": {"outcome": "selected", "optionId": "y"}}}`,
			`{"id": "x", "jsonrpc": "2.0", "result": {"outcome": {"outcome": "cancelled"}}}`,
			`{"id": 1, "jsonrpc": "2.0", "error": {"code": -32601, "message": "this client has no fs/read_text_file"}}`,
		}, "ids of both sides are apart"},
		{"a refusal", `next '{"id": 0, "error": {"code": -32000, "message": "log in"}}'; next`, []string{
			`{"id": 0, "jsonrpc": "2.0", "method": "initialize", "params": {"protocolVersion": 1, "clientCapabilities": {}}}`,
		}, "nothing can follow"},
		{"an early end", `exit 3`, nil, "the agent exits without reading"},
	}
	// next tells what the client has sent, or that it has closed the input, and answers.
	const next = `
next() { if read -r line; then echo "$line" >&2; else echo closed >&2; exit 3; fi; [ -z "$1" ] || echo "$1"; }
`
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := scene(t)
			s.standIn(t, talk+next+tt.script)
			s.Agent.Modes["headless"] = Mode{ACP: true}
			run := s.started(t)
			assert.Equal(t, []any{Exited, 3}, []any{run.Ending, run.Code}, "%s%s", run.Stdout, run.Stderr)
			got := strings.Split(strings.TrimSpace(string(run.Stderr)), "\n")
			if len(tt.want) > 0 {
				require.Len(t, got, len(tt.want)+1, tt.reason)
				assert.Equal(t, "closed", got[len(tt.want)])
			}
			for i, want := range tt.want {
				assert.JSONEq(t, strings.ReplaceAll(want, "PROJECT", s.Project), got[i], tt.reason)
			}
		})
	}
}

// A mode can have files of its own, such as those of a plugin.
func TestFilesOfAMode(t *testing.T) {
	s := scene(t)
	s.standIn(t, `cat ~/plugin/sub/manifest.json`)
	s.Agent.Modes["headless"] = Mode{Files: map[string]string{"~/plugin/sub/manifest.json": `{"name": "it's", "at": "{url}/v1"}`}}
	run := s.started(t)
	assert.Equal(t, `{"name": "it's", "at": "http://127.0.0.1:8080/v1"}`, string(run.Stdout), "it may have to say where the model is")
	assert.NoDirExists(t, filepath.Join(s.Home, "plugin"))
}

func TestAnAgentReachesOnlyTheModel(t *testing.T) {
	s := scene(t)
	s.standIn(t, `exec 3<>/dev/tcp/192.0.2.1/80`)
	run := s.started(t)
	assert.Equal(t, 1, run.Code)
	assert.Contains(t, string(run.Stderr), "Network is unreachable")
	assert.Empty(t, run.Exchanges)
}

func TestHowRunsEnd(t *testing.T) {
	tests := []struct {
		name, script string
		seconds      int
		want         Ending
		code         int
		signal       string
		reason       string
	}{
		{"by itself", "exit 3", 20, Exited, 3, "", "its exit code counts"},
		{"hangs after its work", talk + `talk "$1"; sleep 1000 & sleep 1000`, 20, Ended, 0, "SIGTERM", "some agents hang without a network"},
		{"hangs before", "trap '' TERM; sleep 1000 & while :; do sleep 1000; done", 1, TimedOut, 0, "SIGKILL", "it waits for a login"},
		{"goes to the background", "setsid sleep 1000 & exit 0", 20, Exited, 0, "", "a leftover holds the streams"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := scene(t)
			s.standIn(t, "echo $$ >"+s.Scratch+"/pid\n"+tt.script)
			s.Agent.Seconds = tt.seconds
			run := s.started(t)
			assert.Equal(t, tt.want, run.Ending, tt.reason)
			assert.Equal(t, []any{tt.code, tt.signal}, []any{run.Code, run.Signal})
			pid, err := os.ReadFile(filepath.Join(s.Scratch, "pid"))
			require.NoError(t, err)
			assert.Empty(t, descendants(t, strings.TrimSpace(string(pid))), "nothing is left")
		})
	}
}

// descendants returns what /proc says of the running processes of a session.
func descendants(t *testing.T, session string) (all []string) {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if len(fields) <= 6 || fields[3] != session || fields[0] == "Z" {
			continue
		}
		// A process that was killed may still be about to disappear.
		const exiting = 0x4
		if flags, err := strconv.ParseUint(fields[6], 10, 64); err == nil && flags&exiting == 0 {
			all = append(all, string(text))
		}
	}
	return all
}

func TestWhatCanNotBeRun(t *testing.T) {
	s := scene(t)
	s.standIn(t, "exit 0")
	s.Mode = "sideways"
	_, err := Start(t.Context(), s)
	assert.Equal(t, &Untestable{"Stand-in has no mode sideways", "modes: headless"}, err)

	s.Agent.Modes["sideways"] = Mode{Lacks: "Stand-in only goes ahead"}
	_, err = Start(t.Context(), s)
	assert.Equal(t, &Untestable{"Stand-in only goes ahead", "modes: headless"}, err)

	s.Mode = "headless"
	s.Program.Words = []string{filepath.Join(s.Project, "none")}
	run := s.started(t)
	assert.Equal(t, 127, run.Code)
	assert.Contains(t, string(run.Stderr), "not found")
}

// A file of the machine is kept, with the driver's values set.
func TestSettingsNextToTheUsers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"a": {"b": 1, "c": 2}, "d": true}`), 0o600))
	text, err := File{Path: path, Set: map[string]any{"a.b": "x", "e.f": false}}.text(stood)
	require.NoError(t, err)
	assert.JSONEq(t, `{"a": {"b": "x", "c": 2}, "d": true, "e": {"f": false}}`, string(text))
	require.NoError(t, os.WriteFile(path, []byte(`{`), 0o600))
	_, err = File{Path: path, Set: map[string]any{"a": 1}}.text(stood)
	assert.ErrorContains(t, err, "can't be read")
}

// All embedded files are valid, and say what every driver run needs.
func TestAgentsAreComplete(t *testing.T) {
	assert.Equal(t, []string{"claude", "codex", "copilot", "gemini", "llxprt", "qwen"}, Names())
	for _, name := range Names() {
		a, err := Named(name)
		require.NoError(t, err)
		assert.NotContains(t, []string{a.Product, a.Packages[0], a.Licence, a.Programs[0]}, "", name)
		for _, c := range a.Contracts {
			_, ok := dialect.Named(c)
			assert.True(t, ok, "%s: no contract is called %s", name, c)
			assert.Equal(t, name, Following(c))
		}
		assert.Contains(t, []scriptedmodel.Protocol{scriptedmodel.Anthropic, scriptedmodel.Responses, scriptedmodel.Chat, scriptedmodel.Gemini}, a.Protocol)
		require.Contains(t, a.Modes, "headless")
		assert.Subset(t, dialect.ModeNames(), a.ModeNames(), "%s: commands that only predict take the same names of modes", name)
		assert.Contains(t, strings.Join(a.Arguments, " "), "{prompt}")
		call, ok := a.Call(dialect.RunShell, `say "x"`, "")
		require.True(t, ok)
		assert.Contains(t, string(call.Input)+call.Text, `say \"x\"`)
		for _, reply := range a.SideReplies {
			_, err := regexp.Compile(reply.Path)
			assert.NoError(t, err, name)
		}
		if c := a.Caller; c != nil {
			assert.Contains(t, strings.Join(c.Arguments, " "), "{prompt}", name)
			assert.NotEmpty(t, c.Settings, name)
			assert.NotEmpty(t, c.Stopped, name)
			assert.Equal(t, scriptedmodel.Gemini, a.Protocol, "%s: only this protocol has the shape of the suite's requests", name)
		}
	}
	_, err := Named("nobody")
	assert.ErrorContains(t, err, `no agent is called "nobody"`)
}

// The shipped agents themselves: the wire formats, the arguments and the tools are those that they
// have. They are installed by hooktest agent get in the folder that HOOKTEST_AGENTS names. CI must have
// the first one on each commit, and all of them every night.
func TestShippedAgents(t *testing.T) {
	needsNetwork(t)
	for _, name := range []string{"gemini", "codex", "qwen"} {
		must := os.Getenv("CI") == "true" && (name == "gemini" || portion.Nightly())
		a, err := Named(name)
		require.NoError(t, err)
		for _, mode := range a.ModeNames() {
			t.Run(name+" "+mode, func(t *testing.T) {
				if os.Getenv(CacheVariable) == "" {
					require.False(t, must, "CI must have "+CacheVariable)
					t.Skip(CacheVariable + " names no folder of installed agents")
				}
				s := scene(t)
				program, err := Search{Getenv: os.Getenv}.Find(a)
				if err != nil {
					require.False(t, must, "CI must have %s: %v", name, err)
					t.Skip(err)
				}
				s.Agent, s.Program, s.Mode = a, program, mode
				// Gemini CLI runs in trusted folders only.
				require.NoError(t, os.Mkdir(filepath.Join(s.Home, ".gemini"), 0o755))
				require.NoError(t, os.WriteFile(filepath.Join(s.Home, ".gemini", "trustedFolders.json"), []byte(`{`+strconv.Quote(s.Project)+`: "TRUST_FOLDER"}`), 0o600))
				mark := filepath.Join(s.Scratch, "mark")
				call, _ := a.Call(dialect.RunShell, "touch "+mark+"; echo it ran | tr a-z A-Z", "")
				turns := []scriptedmodel.Turn{{Text: "I run it.", Calls: []scriptedmodel.Call{call}}, {Text: "All steps are done."}}
				const more = 3
				s.Threads = []scriptedmodel.Thread{{Name: "own", Mark: "MARK", Turns: turns, More: more}}
				if a.Modes[mode].Delegates {
					if finish, ok := a.Call(Finish, "done", ""); ok {
						turns[1].Calls = []scriptedmodel.Call{finish}
					}
					task, _ := a.Call(dialect.RunTask, "PART", "")
					s.Threads = []scriptedmodel.Thread{
						{Name: "theirs", Mark: "PART", Turns: turns, More: more},
						{Name: "own", Mark: "MARK", Turns: []scriptedmodel.Turn{{Calls: []scriptedmodel.Call{task}}, {Text: "All steps are done.", After: "theirs", Wait: usual * time.Second}}, More: more},
					}
				}
				var results string
				var ran []bool
				s.Asked = func(e scriptedmodel.Exchange, see View) {
					if e.Thread == s.Threads[0].Name {
						ran = append(ran, see.Exists(mark))
						for _, m := range e.Last() {
							for _, r := range m.Results {
								results += r.Text
							}
						}
					}
				}
				if plugin := a.Modes[mode].Plugin; plugin != "" {
					contract, _ := dialect.Named(a.Contracts[0])
					row, _ := contract.At(dialect.ToolBefore)
					s.Changed = map[string][]byte{s.At(plugin): fmt.Appendf(nil, `{"hooks": {%q: [{"hooks": [{"type": "command", "command": "pwd >%s/started"}]}]}}`, row.Name, s.Scratch)}
				}
				run := s.started(t)
				if s.Changed != nil {
					started, err := os.ReadFile(filepath.Join(s.Scratch, "started"))
					require.NoError(t, err, "no hook of the plugin was started")
					assert.Equal(t, s.Project+"\n", string(started))
				}
				assert.Empty(t, run.Faults, "%s%s", run.Stdout, run.Stderr)
				require.GreaterOrEqual(t, len(ran), 2, "%s%s", run.Stdout, run.Stderr)
				assert.Equal(t, []bool{false, true}, ran[:2])
				assert.Equal(t, Exited, run.Ending, "%s", run.Stdout)
				// On a busy machine, Gemini CLI and Qwen Code lose what a command prints to a terminal of theirs.
				assert.NotEmpty(t, results)
				if mode == "headless" {
					assert.Contains(t, results, "IT RAN")
				}
			})
		}
	}
}

func TestVariablesOfAnAgent(t *testing.T) {
	environ := []string{"PATH=/bin", "XDG_CONFIG_HOME=/c", "XDG_RUNTIME_DIR=/r", "LLXPRT_CONFIG_HOME=/l", "LLXPRT_SYSTEM_SETTINGS_PATH=/s", "OPENAI_API_KEY=private"}
	a, err := Named("llxprt")
	require.NoError(t, err)
	tests := []struct {
		follows bool
		want    []string
		reason  string
	}{
		{false, []string{"PATH=/bin"}, "a key is left out, and so is what leads to settings of the user"},
		{true, []string{"PATH=/bin", "XDG_CONFIG_HOME=/c", "LLXPRT_CONFIG_HOME=/l", "LLXPRT_SYSTEM_SETTINGS_PATH=/s"}, "the user's settings are what it is asked about"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, Spec{Agent: a, Environ: environ, Follows: tt.follows}.environ(), tt.reason)
	}
}
