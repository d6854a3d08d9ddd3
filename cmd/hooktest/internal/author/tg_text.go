package author

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// keptBy tells whether a hook is in the folder of a project where the agent has its
// settings.
func (t target) keptBy(a agent) bool {
	folders := strings.Split(filepath.ToSlash(t.path), "/")
	return slices.ContainsFunc(a.Settings.Files, func(file dialect.File) bool {
		first, _, _ := strings.Cut(file.Path, "/")
		return strings.HasPrefix(first, ".") && slices.Contains(folders, first)
	})
}

// isNamedBy tells whether an entry's command names the script, as the shell
// reads it in the project folder.
func (t target) isNamedBy(entry hook.Entry, project, home string) bool {
	in := commandfile.Places{Project: project, Home: home}
	command := in.Expanded(strings.NewReplacer("'", "", `"`, "", `\`, "").Replace(entry.Command))
	for _, word := range words(command) {
		if in.Path(word) == t.path {
			return true
		}
	}
	// A path with blanks is more than one word.
	return strings.ContainsAny(t.path, " \t") && strings.Contains(" "+command+" ", " "+t.path+" ")
}

// words are the parts of a command line that may name files.
func words(command string) []string {
	return strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune(" \t\n\"';|&()<>", r) })
}

// events are the events that a script's own text speaks of, in the order of
// the specification: by their names or, where it names none, by fields that
// only their input has.
func (t target) events(a agent) []hook.Event {
	found := t.namedEvents(a)
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

// eventsOfName are the events that its file is called after, such as stop-hook.sh: those of
// which all words stand in its name, and no longer one of which they are a part.
func (t target) eventsOfName(a agent) []hook.Event {
	of := func(name string) string { return " " + strings.Join(wordsOf.FindAllString(name, -1), " ") + " " }
	base := strings.TrimSuffix(filepath.Base(t.path), filepath.Ext(t.path))
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

// namedEvents are the events whose names stand in a script's text. A name that is an
// ordinary word, such as Stop, says nothing.
func (t target) namedEvents(a agent) []hook.Event {
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

// tool is the first of the usual tools that a script's text speaks of.
func (t target) tool(a agent) string {
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
