package explore

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/spyhook"
	"github.com/hooktest/hooktest/internal/shellword"
)

// sessionID is the session id that hooks get; it must be the same on both sides.
const sessionID = "explore-session"

// A world is a draw on disk: its hooks, and where they record what they see. Both
// sides run in the same world, one after the other, so nothing else differs.
type world struct {
	draw            Draw
	folder, project string
	spies           *spyhook.Listener
	// heard is how many runs were recorded before the current side.
	heard int
}

func newWorld(below string, d Draw) (*world, error) {
	folder, err := os.MkdirTemp(below, "")
	if err != nil {
		return nil, err
	}
	w := &world{draw: d, folder: folder, project: filepath.Join(folder, "project")}
	if w.spies, err = spyhook.Listen(folder); err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	if err := w.write(); err != nil {
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

func (w *world) write() error {
	if err := os.Mkdir(w.project, 0o755); err != nil {
		return err
	}
	for _, h := range w.draw.Hooks {
		text, err := w.spies.Script(spyhook.Hook{
			Name: h.Name, Body: h.body(), Project: w.project, Notes: spyhook.Notes{Stdin: !w.draw.Unread, Env: w.draw.Env},
		})
		if err != nil {
			return err
		}
		if err := os.WriteFile(w.path(h.Name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) close() error { return errors.Join(w.spies.Close(), os.RemoveAll(w.folder)) }

func (w *world) path(hook string) string { return filepath.Join(w.folder, hook) }

func (w *world) command(hook string) string { return spyhook.Sourced(w.path(hook)) }

// records are the runs since the last call.
func (w *world) records() ([]spyhook.Record, error) {
	all, err := w.spies.Records()
	if err != nil {
		return nil, err
	}
	from := w.heard
	w.heard = len(all)
	return all[from:], nil
}

// body returns the hook's script. The only program it starts is sleep.
func (h Hook) body() string {
	var s strings.Builder
	if h.Slow {
		// Long enough for other hooks to begin meanwhile, also on a busy machine.
		s.WriteString("sleep 0.6\n")
	}
	if out := h.stdout(); out != "" {
		fmt.Fprintf(&s, "printf %%s %s\n", shellword.Quoted(out))
	}
	if h.Stderr != "" {
		fmt.Fprintf(&s, "printf %%s %s >&2\n", shellword.Quoted(h.Stderr))
	}
	switch {
	case h.Hang:
		s.WriteString("exec sleep 3\n")
	case h.Signal != "":
		fmt.Fprintf(&s, "kill -%s $$\n", h.Signal)
	case h.Exit != 0:
		fmt.Fprintf(&s, "exit %d\n", h.Exit)
	}
	return s.String()
}

// open returns the parameters that a session is opened with.
func (w *world) open(session string) (adapter.OpenParams, error) {
	own, extension := groupsOf(w.draw.groups(false), w.command), groupsOf(w.draw.groups(true), w.command)
	settings, err := json.Marshal(map[string]any{"enableHooks": true, "hooks": map[string]any{w.draw.Event: own}})
	p := adapter.OpenParams{Session: session, CWD: w.project, SessionID: sessionID, Settings: settings}
	if err != nil || len(extension) == 0 {
		return p, err
	}
	hooks, err := json.Marshal(map[string]any{w.draw.Event: extension})
	p.Extensions = []adapter.Extension{{Name: "explorer", Active: true, Hooks: hooks}}
	return p, err
}

// groupsOf returns groups as they are written in settings, with the hooks' commands.
func groupsOf(groups []Group, command func(hook string) string) []any {
	all := []any{}
	for _, g := range groups {
		group, entries := map[string]any{}, []any{}
		for _, e := range g.Entries {
			entry := map[string]any{"type": "command", "command": command(e.Hook)}
			set(entry, "type", e.Type)
			set(entry, "timeout", e.Timeout)
			entries = append(entries, entry)
		}
		group["hooks"] = entries
		set(group, "matcher", g.Matcher)
		set(group, "sequential", g.Sequential)
		all = append(all, group)
	}
	return all
}

func set(into map[string]any, key string, value json.RawMessage) {
	if value != nil {
		into[key] = value
	}
}
