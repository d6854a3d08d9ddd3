package shipped

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/scriptedmodel"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/conformance/adapter"
)

// server is a server with one tool, which answers as it is told and notes its calls.
//
//go:embed server.mjs
var server []byte

// An order is what a run of the agent is about.
type order struct {
	prompt, model string
	// generation are settings of the request to the model.
	generation members
	// builtIn is set if the agent offers its own tools.
	builtIn bool
	tool    *tool
	turns   []scriptedmodel.Turn
}

// A tool answers with Result, or fails with Throws.
type tool struct {
	Name string `json:"name"`
	adapter.Tool
}

// A sight is what a run showed.
type sight struct {
	driver.Run
	// requests are those to the model, and next is the second. calls are the inputs of the tool.
	requests []scriptedmodel.Exchange
	next     body
	calls    []adapter.Object
}

// run runs the agent for a session, in a home of its own.
func (p *program) run(ctx context.Context, name string, o order) (seen sight, err error) {
	p.mu.Lock()
	s, open := p.sessions[name]
	p.mu.Unlock()
	if !open {
		return seen, adapter.AdapterError("no session %q is open", name)
	}
	own, err := os.MkdirTemp(s.scratch, "agent-")
	if err != nil {
		return seen, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(own)) }()
	home := filepath.Join(own, "home")
	values := map[string]any{"enableHooks": s.settings["enableHooks"], "hooks": s.settings["hooks"], "model": o.model, "generation": o.generation, "turns": len(o.turns), "tools": []string{}, "servers": nil}
	if o.builtIn {
		values["tools"] = nil
	}
	calls := filepath.Join(own, "calls")
	files := map[string]any{}
	if o.tool != nil {
		files[filepath.Join(own, "server.mjs")] = server
		files[filepath.Join(own, "tool.json")] = o.tool
		values["servers"] = map[string]any{"hooktest": map[string]any{"command": p.Program.Words[0], "args": []string{filepath.Join(own, "server.mjs"), filepath.Join(own, "tool.json"), calls}, "trust": true}}
	}
	files[inHome(home, settingsfile.Files(p.Contract, true)[0].Path)] = filled(p.Agent.Caller.Settings, values)
	for _, e := range s.extensions {
		layout := p.Contract.Settings.Packages[0]
		folder := inHome(home, strings.Replace(layout.Installed.Folders, "*", e.Name, 1))
		files[filepath.Join(folder, layout.Manifest)] = map[string]string{"name": e.Name, "version": "1.0.0"}
		files[filepath.Join(folder, layout.Hooks)] = map[string]any{"hooks": e.Hooks}
	}
	for path, content := range files {
		if err := write(path, content); err != nil {
			return seen, err
		}
	}
	agent := *p.Agent
	agent.Arguments = slices.Clone(agent.Caller.Arguments)
	for i, a := range agent.Arguments {
		agent.Arguments[i] = strings.ReplaceAll(a, "{model}", o.model)
	}
	// A hook may change the conversation, and the agent may ask again and again.
	const more = 20
	seen.Run, err = driver.Start(ctx, driver.Spec{
		Agent: &agent, Program: p.Program, Mode: "headless", Prompt: o.prompt, Project: s.cwd, Home: home, Environ: p.Environ, Scratch: s.scratch,
		Threads: []scriptedmodel.Thread{{Name: "own", InOrder: true, Turns: o.turns, More: more}},
	})
	if err != nil {
		return seen, err
	}
	for _, e := range seen.Exchanges {
		if e.Thread != "" {
			seen.requests = append(seen.requests, e)
		}
	}
	if len(seen.requests) > 1 {
		if err := json.Unmarshal(seen.requests[1].Body, &seen.next); err != nil {
			return seen, err
		}
	}
	text, _ := os.ReadFile(calls) // Without a call there is no file.
	for line := range bytes.Lines(text) {
		seen.calls = append(seen.calls, adapter.Object(bytes.TrimSpace(line)))
	}
	if seen.Ending == driver.TimedOut || len(seen.requests) == 0 && seen.Code != 0 {
		return seen, adapter.AdapterError("%s", seen.Untold(p.Agent))
	}
	return seen, nil
}

// inHome returns a path that is written with ~ for the home folder.
func inHome(home, path string) string {
	return filepath.Join(home, filepath.FromSlash(strings.TrimPrefix(path, "~/")))
}

func write(path string, content any) error {
	text, ok := content.([]byte)
	if !ok {
		var err error
		if text, err = json.Marshal(content); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}

// filled replaces the texts {name} in a value by values. Members whose values are nil are left out.
func filled(value any, by map[string]any) any {
	switch v := value.(type) {
	case string:
		name, opened := strings.CutPrefix(v, "{")
		name, closed := strings.CutSuffix(name, "}")
		if opened && closed {
			return by[name]
		}
	case map[string]any:
		all := map[string]any{}
		for key, member := range v {
			member = filled(member, by)
			if raw, ok := member.(json.RawMessage); member != nil && (!ok || raw != nil) {
				all[fmt.Sprint(filled(key, by))] = member
			}
		}
		return all
	}
	return value
}

// stopped returns the reason that the agent printed if hooks have stopped it.
func (p *program) stopped(s sight) (reason string, stopped bool) {
	_, reason, stopped = strings.Cut("\n"+string(s.Stderr), "\n"+p.Agent.Caller.Stopped)
	return strings.TrimSuffix(reason, "\n"), stopped
}
