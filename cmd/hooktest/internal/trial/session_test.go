//go:build unix

package trial_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/fixtures/hooks/casefile"
)

// A session is one case's project folder with the settings that name its hook.
type session struct {
	spec    trial.Spec
	project string
	fields  *jsonvalue.Object
	log     *record
}

// record keeps what hooks and their engine warned about, attributes included.
type record struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(p)
}

func (r *record) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// newSession makes the session of a case for the requirements.
func newSession(t *testing.T, c casefile.Case) *session {
	t.Helper()
	payload, err := jsonvalue.From(c.Payload())
	require.NoError(t, err)
	fields, ok := payload.(*jsonvalue.Object)
	require.True(t, ok)
	s := prepared(t, c)
	s.fields = fields
	s.spec.Hooks, s.spec.Event, s.spec.Fields = settings(t, c), hook.Event(c.Event), fields
	return s
}

// prepared is a session with the case's project folder and environment.
func prepared(t *testing.T, c casefile.Case) *session {
	t.Helper()
	project, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, content := range c.Files {
		path := filepath.Join(project, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
	}
	environ := environment(c.Env)
	if c.Setup != "" {
		setup := exec.Command("bash", "-c", c.Setup)
		setup.Dir = project
		setup.Env = append(environ, "LLXPRT_PROJECT_DIR="+project)
		output, err := setup.CombinedOutput()
		require.NoError(t, err, "setup: %s", output)
	}
	s := &session{project: project, log: &record{}}
	s.spec = trial.Spec{
		Project: project,
		Environ: environ,
		Log:     slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
	return s
}

func (s *session) run(t *testing.T) engine.Firing {
	t.Helper()
	firing, err := trial.Run(t.Context(), s.spec)
	require.NoError(t, err)
	return firing
}

// runs fires the event several times in the same folder, and gives the last firing.
func (s *session) runs(t *testing.T, times int) (last engine.Firing) {
	t.Helper()
	for range times {
		last = s.run(t)
	}
	return last
}

// settings are a hooks object with the case's hook as an author writes it, so
// that timeouts go the way of a settings file too.
func settings(t *testing.T, c casefile.Case) func() (engine.Hooks, error) {
	t.Helper()
	script, err := filepath.Abs(c.Hook)
	require.NoError(t, err)
	entry := map[string]any{"type": "command", "command": trial.CommandFor(script, nil)}
	if c.Timeout != nil {
		entry["timeout"] = *c.Timeout
	}
	group := map[string]any{"hooks": []any{entry}}
	text, err := json.Marshal(map[string]any{c.Event: []any{group}})
	require.NoError(t, err)
	node, err := document.Parse("settings.json", text, document.Options{})
	require.NoError(t, err)
	return func() (engine.Hooks, error) { return engine.Hooks{Config: []*document.Node{node}}, nil }
}

func environment(changed map[string]*string) []string {
	env := map[string]string{}
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		env[name] = value
	}
	for name, value := range changed {
		if value == nil {
			delete(env, name)
		} else {
			env[name] = *value
		}
	}
	var all []string
	for name := range maps.Keys(env) {
		all = append(all, fmt.Sprintf("%s=%s", name, env[name]))
	}
	return all
}

var (
	interpreter = regexp.MustCompile(`\A#!/usr/bin/env (\w+)`)
	looksFor    = regexp.MustCompile(`command -v ([a-z0-9]+)|exec (python3) |\b(jq) -`)
)

// needs skips a test whose hook names a program that this machine lacks; where
// CI is true it fails instead.
func needs(t *testing.T, script string) {
	t.Helper()
	source, err := os.ReadFile(script)
	require.NoError(t, err)
	programs := []string{"bash"}
	if m := interpreter.FindSubmatch(source); m != nil {
		programs = append(programs, string(m[1]))
	}
	for _, m := range looksFor.FindAllSubmatch(source, -1) {
		programs = append(programs, string(m[1])+string(m[2])+string(m[3]))
	}
	for _, program := range programs {
		if _, err := exec.LookPath(program); err == nil {
			continue
		}
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is missing, needed by %s", program, script)
		}
		t.Skipf("%s is missing, needed by %s", program, script)
	}
}
