package author

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/hook"
)

// A target is the hook that a person named.
type target struct {
	// name is what the person wrote, command what the shell gets.
	name, command string
	// path is the script's absolute path; empty for a command line.
	path string
	// text is the script's content, as far as it can be read, and behind it the command
	// line, if it is one.
	text []byte
	// places are where the words of a command line lead.
	places commandfile.Places
}

// scriptLimit bounds how much of a script is looked at for event names.
const scriptLimit = 1 << 20

// findHook finds the script. A script that is there but can't be started is
// left to the agent's shell, whose verdict is the point.
func (o *runOptions) findHook() (target, error) {
	// Without a home directory, no word leads there.
	home, _ := os.UserHomeDir()
	t := target{name: o.hook, places: commandfile.Places{Project: o.project, Home: home}}
	path := t.places.UnderHome(o.hook)
	info, err := os.Stat(path)
	switch {
	case strings.TrimSpace(o.hook) == "":
		return target{}, console.Usage("the hook's name is empty", "name a script: hooktest run ./guard.sh")
	case err == nil && info.IsDir():
		return target{}, &console.Failure{Code: console.ExitUntestable, Message: fmt.Sprintf("%s is a folder, not a hook", o.hook), Hint: "name the script inside it"}
	case err == nil:
		if t.path, err = filepath.Abs(path); err != nil {
			return target{}, console.Fault(err)
		}
		t.command = trial.CommandFor(t.path, o.args)
		t.text = readStart(t.path)
		return t, nil
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(o.hook, " \t\n;|&$"):
		t.command = o.hook
		if len(o.args) > 0 {
			t.command += " " + trial.Quoted(o.args)
		}
		t.text = []byte(o.hook)
		if file, ok := t.places.File(o.hook); ok {
			t.text = append(append(readStart(file.Path), '\n'), o.hook...)
		}
		return t, o.checkRelative(o.hook)
	case errors.Is(err, fs.ErrNotExist):
		if fault := commandfile.LinkFault(path); fault != "" {
			return target{}, &console.Failure{Code: console.ExitUntestable, Message: o.hook + " " + fault}
		}
		hint := similarFile(path)
		if hint == "" {
			hint = "a command line goes in quotes: hooktest run 'prettier --check .'"
		}
		return target{}, &console.Failure{Code: console.ExitUntestable, Message: fmt.Sprintf("no such hook: %s", o.hook), Hint: hint}
	}
	return target{}, &console.Failure{Code: console.ExitUntestable, Message: fmt.Sprintf("the hook can't be looked at: %v", err)}
}

// checkRelative refuses a command line that names a file of this folder: the
// hook runs in another one, where the file is missing, and the verdict would be
// about that.
func (o *runOptions) checkRelative(command string) error {
	if o.project != "" {
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
			fmt.Sprintf("write %s, or run it here with --project .", trial.Quoted([]string{path})))
	}
	return nil
}

// words are the parts of a command line that may name files.
func words(command string) []string {
	return strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune(" \t\n\"';|&()<>", r) })
}

// fileFault says why the file that a command starts can't be started; empty where
// nothing is wrong with it, or nobody can see which file it is.
func fileFault(in commandfile.Places, command string) string {
	file, ok := in.File(command)
	if !ok {
		return ""
	}
	fault, text := file.Fault()
	if fault == commandfile.None {
		return ""
	}
	return "its file " + nearPath(file.Word) + " " + text
}

// readStart is for who only looks for words: what can't be read is not looked at, and the
// shell will say why.
func readStart(path string) []byte {
	text, _ := startOf(path)
	return text
}

// startOf is as much of a script as is looked at. It refuses what could block, such as a
// pipe.
func startOf(path string) ([]byte, error) {
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

// similarFile proposes a file of a similar name beside a missing one; empty
// where there is none.
func similarFile(path string) string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return fmt.Sprintf("there is no folder %s", filepath.Dir(path))
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	if near := console.Nearest(filepath.Base(path), names); near != "" {
		return fmt.Sprintf("did you mean %s?", filepath.Join(filepath.Dir(path), near))
	}
	return ""
}

var interpreterLine = regexp.MustCompile(`^#!\s*(\S+)(?:\s+(?:-S\s+)?(\S+))?`)

// startHint says why a script can't be started, as far as one can see.
func (t target) startHint(r hook.ExecutionResult) string {
	said := "the shell says: " + firstLine(r.Stderr)
	if t.path == "" {
		if fault := fileFault(t.places, t.command); fault != "" {
			return fault
		}
		return said
	}
	info, err := os.Stat(t.path)
	if err != nil {
		return err.Error()
	}
	if info.Mode()&0o111 == 0 {
		return "it is not executable: chmod +x " + trial.Quoted([]string{t.name})
	}
	if f, err := os.Open(t.path); err != nil {
		return "it can't be read: chmod +r " + trial.Quoted([]string{t.name})
	} else {
		_ = f.Close()
	}
	line := firstLine(t.text)
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

// firstLine keeps a carriage return, which is what some hooks fail for.
func firstLine(text []byte) string {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return string(line)
}

// servedBy are the events that a script's own text speaks of, in the order of
// the specification: by their names or, where it names none, by fields that
// only their input has.
func (a agent) servedBy(t target) []hook.Event {
	found := a.namedBy(t)
	if len(found) > 0 {
		return found
	}
	for _, event := range a.Events {
		if slices.ContainsFunc(event.Signs, t.speaksOf) {
			found = append(found, event.Name)
		}
	}
	return found
}

// eventsIn are the events that a file is called after, such as stop-hook.sh: those of
// which all words stand in its name, and no longer one of which they are a part.
func (a agent) eventsIn(path string) []hook.Event {
	of := func(name string) string { return " " + strings.Join(wordsOf.FindAllString(name, -1), " ") + " " }
	base := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	file := strings.ToLower(of(base))
	var found []hook.Event
	for _, e := range a.EventNames() {
		if strings.Contains(file, strings.ToLower(of(string(e)))) {
			found = append(found, e)
		}
	}
	return slices.DeleteFunc(slices.Clone(found), func(e hook.Event) bool {
		return slices.ContainsFunc(found, func(other hook.Event) bool { return other != e && strings.Contains(of(string(other)), of(string(e))) })
	})
}

// wordsOf are the words of a name that is written in any of the usual ways.
var wordsOf = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)

// namedBy are the events whose names stand in a script's text. A name that is an
// ordinary word, such as Stop, says nothing.
func (a agent) namedBy(t target) []hook.Event {
	var found []hook.Event
	for _, e := range a.EventNames() {
		if (a.required() || compound.MatchString(string(e))) && t.speaksOf(string(e)) {
			found = append(found, e)
		}
	}
	return found
}

// compound are names of more than one word.
var compound = regexp.MustCompile(`[a-z][A-Z_]`)

// toolIn is the first of the usual tools that a script's text speaks of.
func (a agent) toolIn(t target) string {
	for _, name := range a.Tools.Common {
		if t.speaksOf(name) {
			return name
		}
	}
	if len(a.Tools.Common) == 0 {
		return ""
	}
	return a.Tools.Common[0]
}

// speaksOf tells whether a word stands in the script's text.
func (t target) speaksOf(word string) bool {
	inWord := func(b byte) bool {
		return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
	}
	for rest := t.text; ; {
		i := bytes.Index(rest, []byte(word))
		if i < 0 {
			return false
		}
		end := i + len(word)
		if (i == 0 || !inWord(rest[i-1])) && (end == len(rest) || !inWord(rest[end])) {
			return true
		}
		rest = rest[i+1:]
	}
}
