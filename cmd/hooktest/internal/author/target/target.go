// Package target finds the hook that the user names, and reads from its text which events it
// handles, which agents it is for, and why it can't start. It starts nothing.
package target

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/shellword"
)

// A Target is the hook that the user named.
type Target struct {
	// Name is what the user wrote. Command is what the shell gets.
	Name, Command string
	// Path is the script's absolute path; empty for a command line.
	Path string
	// Text is the readable part of the script's content, followed by the command line for a
	// target that is one.
	Text []byte
	// Entry is a hook as a settings object. It replaces the command.
	Entry *jsonvalue.Object
	// Environ is the hook's environment if its settings change it, or nil for the default.
	Environ []string
	// places are the folders for resolving the words of a command line.
	places commandfile.Places
	// Written is the command in the settings that start the script, verbatim, or "" if no
	// settings do.
	Written string
	// Uncertain says why it is not known whether the agent starts the hook of its settings.
	Uncertain hook.Off
	// Timeout is the hook's in the settings that start it; 0 if no settings do.
	Timeout time.Duration
}

// scriptLimit bounds how much of a script is searched for event names.
const scriptLimit = 1 << 20

// object matches the start of a hook as a settings object, on one line or several.
var object = lazyregexp.New(`^\s*\{\s*"`)

// Find finds the script that the user named, with its arguments. It accepts a script that can't
// be started: the agent's shell reports that, and the user wants that verdict.
func Find(name string, args []string, project string) (Target, error) {
	// Without a home directory, no word refers to a file there.
	home, _ := os.UserHomeDir()
	t := Target{Name: name, places: commandfile.Places{Project: project, Home: home}}
	path := t.places.UnderHome(name)
	info, err := os.Stat(path)
	switch {
	case object.MatchString(name):
		return t.written(args)
	case strings.TrimSpace(name) == "":
		return Target{}, console.Usage("the hook's name is empty", "name a script: hooktest run ./guard.sh")
	case err == nil && info.IsDir():
		return Target{}, &console.Failure{Code: console.ExitUntestable, Message: fmt.Sprintf("%s is a folder, not a hook", name), Hint: "name the script inside it"}
	case err == nil && filepath.Ext(path) == ".json" && info.Mode()&0o111 == 0:
		return Target{}, console.Usage(name+" is JSON, not a hook", "name the script that it starts, or fire the event with all hooks of the settings: hooktest fire --help")
	case err == nil:
		if t.Path, err = filepath.Abs(path); err != nil {
			return Target{}, console.Fault(err)
		}
		t.Command = shellword.Join(append([]string{t.Path}, args...))
		t.Text = ReadStart(t.Path)
		return t, nil
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(name, " \t\n;|&$"):
		t.Command = name
		if len(args) > 0 {
			t.Command += " " + shellword.Join(args)
		}
		t.Text = []byte(name)
		if file, ok := t.places.File(name); ok {
			t.Text = append(append(ReadStart(file.Path), '\n'), name...)
		}
		return t, checkRelative(name, project)
	case errors.Is(err, fs.ErrNotExist):
		if fault := commandfile.LinkFault(path); fault != "" {
			return Target{}, &console.Failure{Code: console.ExitUntestable, Message: name + " " + fault}
		}
		hint := console.SimilarFile(path)
		if hint == "" {
			hint = "a command line goes in quotes: hooktest run 'prettier --check .'"
		}
		return Target{}, &console.Failure{Code: console.ExitUntestable, Message: fmt.Sprintf("no such hook: %s", name), Hint: hint}
	}
	return Target{}, &console.Failure{Code: console.ExitUntestable, Message: fmt.Sprintf("the hook can't be looked at: %v", err)}
}

// written reads a hook given as a JSON object from settings.
func (t Target) written(args []string) (Target, error) {
	const form = `such as {"type": "prompt", "prompt": "Is it safe? $ARGUMENTS"}`
	if len(args) > 0 {
		return Target{}, console.Usage("a hook that is written as in settings takes no arguments after --", "")
	}
	root, err := document.Parse("hook", []byte(t.Name), document.Options{})
	if err != nil {
		return Target{}, console.Usage("the hook is not JSON: "+err.Error(), form)
	}
	entry, _ := root.Value().(*jsonvalue.Object)
	if kind, ok := entry.GetString("type"); !ok || kind == "" {
		return Target{}, console.Usage("the hook has no type", form)
	}
	hook := OfEntry(entry)
	command, ok := entry.GetString("command")
	if _, elsewhere := entry.Get("cwd"); !ok || elsewhere {
		return hook, nil
	}
	hook.places = t.places
	return hook, checkRelative(command, t.places.Project)
}

// OfEntry returns the target for a hook as a settings object.
func OfEntry(entry *jsonvalue.Object) Target {
	title := settingsfile.Title(entry)
	return Target{Name: title, Command: title, Text: []byte(title), Entry: entry}
}

// checkRelative refuses a command line that names a file in the current folder. The hook runs in
// another folder, where the file is missing, so the verdict would be about that.
func checkRelative(command, project string) error {
	if project != "" {
		return nil
	}
	for _, word := range words(command) {
		if filepath.IsAbs(word) || strings.HasPrefix(word, "-") {
			continue
		}
		info, err := os.Stat(word)
		if err != nil || info.IsDir() {
			continue
		}
		path, err := filepath.Abs(word)
		if err != nil {
			return console.Fault(err)
		}
		return console.Usage(fmt.Sprintf("%s is a file here, but the hook runs in a folder of its own", word),
			fmt.Sprintf("write %s, or run it here with --project .", shellword.Of(path)))
	}
	return nil
}

// FileFault describes why the file that a command starts can't be started. It returns "" if
// nothing is wrong, or if the file can't be determined.
func FileFault(in commandfile.Places, command string) string {
	file, ok := in.File(command)
	if !ok {
		return ""
	}
	fault, text := file.Fault()
	if fault == commandfile.None {
		return ""
	}
	return "its file " + console.Near(file.Word) + " " + text
}

// ReadStart is StartOf for callers that only search for words. It ignores errors: the shell
// reports them.
func ReadStart(path string) []byte {
	text, _ := StartOf(path)
	return text
}

// StartOf returns the part of a script that is searched. It refuses files that could block, such
// as pipes.
func StartOf(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: casefile.ErrNotRegular}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(io.LimitReader(f, scriptLimit))
}

var interpreterLine = lazyregexp.New(`^#!\s*(\S+)(?:\s+(?:-S\s+)?(\S+))?`)

// Executable reports whether a script that its path starts may be executed. It is true for any other
// hook.
func (t Target) Executable() bool {
	if t.Path == "" || t.Written != "" {
		return true
	}
	info, err := os.Stat(t.Path)
	return err != nil || info.Mode()&0o111 != 0
}

// StartHint describes why a script can't be started, or quotes the shell if that is unknown.
func (t Target) StartHint(r hook.ExecutionResult) string {
	said := "the shell says: " + firstLine(r.Stderr)
	if t.Path == "" || t.Written != "" {
		if fault := FileFault(t.places, t.Command); fault != "" {
			return fault
		}
		return said
	}
	if !t.Executable() {
		return "it is not executable: chmod +x " + shellword.Of(t.Name)
	}
	if f, err := os.Open(t.Path); err != nil {
		return "it can't be read: chmod +r " + shellword.Of(t.Name)
	} else {
		_ = f.Close()
	}
	line := firstLine(t.Text)
	if strings.HasPrefix(line, "#!") && strings.HasSuffix(line, "\r") {
		return "its first line ends in a carriage return: save it with LF line ends"
	}
	m := interpreterLine.FindStringSubmatch(line)
	switch {
	case m == nil:
		return said
	case filepath.Base(m[1]) == "env" && m[2] != "":
		return fmt.Sprintf("its interpreter %s is not on the PATH", m[2])
	}
	if _, err := os.Stat(m[1]); err != nil {
		return fmt.Sprintf("its interpreter %s does not exist", m[1])
	}
	return said
}

// firstLine keeps a carriage return, because some hooks fail on it.
func firstLine(text []byte) string {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return string(line)
}
