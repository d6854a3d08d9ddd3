package suite

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/spyhook"
	"github.com/hooktest/hooktest/internal/executable"
	"github.com/hooktest/hooktest/internal/shellword"
)

// worldCommands are the commands that describe the session that the next request opens.
func worldCommands() []Command {
	return []Command{
		{"hook", "hook NAME... [says=TEXT|says=@FILE]", "makes hooks whose bodies are the case's files of these names, run by the shell of the implementation, or that print a text", plain(cmdHook)},
		{"spy", "spy NAME...", "makes hooks that do nothing but note what they see", plain(cmdSpy)},
		{"on", "on EVENT[,EVENT...] HOOK|ENTRY... [matcher=M] [timeout=N|limit=N] [sequential=B]", "configures one group of hooks for each event; ENTRY is a JSON hook entry, and limit a timeout that grows with --timeout-scale", plain(cmdOn)},
		{"settings", "settings FILE", "takes the merged settings from a file instead; ${HOOKS} and ${PROJECT} are replaced", plain(cmdSettings)},
		{"files", "files SCOPE=FILE...", "takes settings files of the scopes project, user, system instead", plain(cmdFiles)},
		{"extension", "extension FILE", "adds an extension {name, active, hooks}", plain(cmdExtension)},
		{"environ", "environ KEY=VALUE|-KEY...", "sets or removes variables of the hooks' environment", plain(cmdEnviron)},
		{"cwd", "cwd FOLDER", "makes a folder the session's working directory", plain(cmdCwd)},
		{"target", "target FOLDER", "makes a folder that the agent calls its project's, next to the working directory", plain(cmdTarget)},
		{"switch", "switch on|off|JSON", "sets enableHooks", plain(cmdSwitch)},
		{"tty", "tty", "asks for a session that looks interactive", plain(func(w *world, _ call) error { w.open.TTY = true; return nil })},
		{"unreadable", "unreadable TEXT", "makes reading the hook definitions fail when the hook system initializes", plain(cmdUnreadable)},
		{"open", "open [NAME]", "opens a session now; requests do so by themselves", plain(cmdOpen)},
	}
}

func cmdHook(w *world, c call) error {
	names, options := splitOptions(c.args)
	text, says := options["says"]
	delete(options, "says")
	if file, ok := strings.CutPrefix(text, "@"); ok {
		text = strings.TrimSuffix(c.ts.ReadFile(file), "\n")
	}
	if len(names) == 0 || len(options) > 0 {
		return errUsage
	}
	for _, name := range names {
		body := "printf '%s\\n' " + shellword.Quoted(w.expand(text)) + "\n"
		if !says {
			body = c.ts.ReadFile(name)
		}
		if err := w.makeHook(name, body); err != nil {
			return err
		}
	}
	return nil
}

// spyBody is the body of a hook that only records.
const spyBody = "exit 0\n"

func cmdSpy(w *world, c call) error {
	if len(c.args) == 0 {
		return errUsage
	}
	for _, name := range c.args {
		if err := w.makeHook(name, spyBody); err != nil {
			return err
		}
	}
	return nil
}

// makeHook writes a hook that records what the case's assertions need.
func (w *world) makeHook(name, body string) error {
	if name != filepath.Base(name) {
		return fmt.Errorf("%q is not a hook's name: its file would be in another folder", name)
	}
	script, err := w.spies.Script(spyhook.Hook{Name: name, Body: body, Project: w.project, Work: w.work, Notes: w.notes[name]})
	if err != nil {
		return err
	}
	w.spied = true
	return executable.Write(filepath.Join(w.hooks, name), []byte(script))
}

// splitOptions separates key=value words from the others. A word that begins like JSON
// is never an option.
func splitOptions(args []string) (words []string, options map[string]string) {
	options = map[string]string{}
	for _, arg := range args {
		key, value, ok := strings.Cut(arg, "=")
		if ok && key != "" && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz") == "" {
			options[key] = value
		} else {
			words = append(words, arg)
		}
	}
	return words, options
}

// setTimeout sets the timeout of an entry from the options. A limit is multiplied by
// the scale, so that a hook that ends in time also does so on a slow machine.
func (w *world) setTimeout(entry map[string]any, options map[string]string) (err error) {
	timeout, given := options["timeout"]
	limit, limited := options["limit"]
	switch {
	case given && limited:
		return errUsage
	case given:
		entry["timeout"], err = literal(timeout)
	case limited:
		var milliseconds int
		milliseconds, err = strconv.Atoi(limit)
		entry["timeout"] = int(float64(milliseconds) * w.scale)
	}
	return err
}

func cmdOn(w *world, c call) error {
	words, options := splitOptions(c.args)
	if len(words) < 2 {
		return errUsage
	}
	var entries []any
	for _, word := range words[1:] {
		entry, err := w.entry(word)
		if err != nil {
			return err
		}
		if err := w.setTimeout(entry, options); err != nil {
			return err
		}
		entries = append(entries, entry)
	}
	group := map[string]any{"hooks": entries}
	if matcher, ok := options["matcher"]; ok {
		group["matcher"] = matcher
	}
	if sequential, ok := options["sequential"]; ok {
		var err error
		if group["sequential"], err = literal(sequential); err != nil {
			return err
		}
	}
	for event := range strings.SplitSeq(words[0], ",") {
		w.group(event, group)
	}
	return nil
}

func (w *world) entry(word string) (map[string]any, error) {
	if !strings.HasPrefix(word, "{") {
		return map[string]any{"type": "command", "command": spyhook.Sourced(filepath.Join(w.hooks, word))}, nil
	}
	v, err := decode([]byte(w.expand(word)))
	if err != nil {
		return nil, fmt.Errorf("entry %s: %w", word, err)
	}
	entry, ok := v.(map[string]any)
	if !ok {
		return nil, errUsage
	}
	return entry, nil
}

// expand replaces the values that are unknown when a case is written: its folders, and
// the id of the last session.
func (w *world) expand(text string) string {
	return strings.NewReplacer("${HOOKS}", w.hooks, "${PROJECT}", w.project, "${WORK}", w.work, "${SESSION}", w.open.SessionID).Replace(text)
}

func cmdSettings(w *world, c call) error {
	if len(c.args) != 1 {
		return errUsage
	}
	w.open.Settings = adapter.Object(w.expand(c.ts.ReadFile(c.args[0])))
	return nil
}

func cmdFiles(w *world, c call) error {
	words, scopes := splitOptions(c.args)
	if len(words) > 0 || len(scopes) == 0 {
		return errUsage
	}
	for _, scope := range []string{"project", "user", "system"} {
		file, ok := scopes[scope]
		if !ok {
			continue
		}
		path := c.ts.MkAbs(file)
		if err := w.write(path, []byte(w.expand(c.ts.ReadFile(file)))); err != nil {
			return err
		}
		w.open.SettingsFiles = slices.DeleteFunc(w.open.SettingsFiles, func(f adapter.SettingsFile) bool { return f.Scope == scope })
		w.open.SettingsFiles = append(w.open.SettingsFiles, adapter.SettingsFile{Scope: scope, Path: path})
		delete(scopes, scope)
	}
	if len(scopes) > 0 {
		return errUsage
	}
	return nil
}

func cmdExtension(w *world, c call) error {
	if len(c.args) != 1 {
		return errUsage
	}
	var extension adapter.Extension
	if err := json.Unmarshal([]byte(w.expand(c.ts.ReadFile(c.args[0]))), &extension); err != nil {
		return err
	}
	w.open.Extensions = append(w.open.Extensions, extension)
	return nil
}

func cmdEnviron(w *world, c call) error {
	if w.open.Env == nil {
		w.open.Env = map[string]*string{}
	}
	for _, arg := range c.args {
		if key, ok := strings.CutPrefix(arg, "-"); ok {
			w.open.Env[key] = nil
			continue
		}
		key, value, ok := strings.Cut(arg, "=")
		if !ok {
			return errUsage
		}
		if file, ok := strings.CutPrefix(value, "@"); ok {
			value = strings.TrimSuffix(c.ts.ReadFile(file), "\n")
		}
		w.open.Env[key] = &value
	}
	return nil
}

func cmdCwd(w *world, c call) error {
	if len(c.args) != 1 {
		return errUsage
	}
	root, err := os.OpenRoot(w.work)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	w.open.CWD = filepath.Join(w.work, c.args[0])
	if strings.HasSuffix(c.args[0], "/") {
		// Join removes the slash; hooks must get the folder's name as it was given.
		w.open.CWD += "/"
	}
	return root.MkdirAll(filepath.FromSlash(c.args[0]), 0o755)
}

// write writes a file into the case's folder, even if a link in the path leads out of
// it.
func (w *world) write(path string, text []byte) error {
	name, err := filepath.Rel(w.work, path)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(w.work)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	return root.WriteFile(name, text, 0o644)
}

func cmdTarget(w *world, c call) error {
	if len(c.args) != 1 {
		return errUsage
	}
	w.open.TargetDir = filepath.Join(w.work, c.args[0])
	return os.MkdirAll(w.open.TargetDir, 0o755)
}

func cmdSwitch(w *world, c call) error {
	if len(c.args) != 1 {
		return errUsage
	}
	switch c.args[0] {
	case "on":
		w.settings["enableHooks"] = true
	case "off":
		w.settings["enableHooks"] = false
	case "absent":
		delete(w.settings, "enableHooks")
	default:
		value, err := literal(c.args[0])
		if err != nil {
			return err
		}
		w.settings["enableHooks"] = value
	}
	return nil
}

func cmdUnreadable(w *world, c call) error {
	if len(c.args) != 1 || c.args[0] == "" {
		return errUsage
	}
	w.open.Unreadable = c.args[0]
	return nil
}

func cmdOpen(w *world, c call) error {
	switch len(c.args) {
	case 0:
		return w.openSession(fmt.Sprintf("session-%d", len(w.sessions)+1))
	case 1:
		return w.openSession(c.args[0])
	}
	return errUsage
}
