package target

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// KeptBy tells whether a hook is in the folder of a project where the agent has its
// settings.
func (t Target) KeptBy(a agents.Agent) bool {
	folders := strings.Split(filepath.ToSlash(t.Path), "/")
	return slices.ContainsFunc(a.Settings.Files, func(file dialect.File) bool {
		first, _, _ := strings.Cut(file.Path, "/")
		return strings.HasPrefix(first, ".") && slices.Contains(folders, first)
	})
}

// IsNamedBy tells whether an entry's command names the script, as the shell
// reads it in the project folder.
func (t Target) IsNamedBy(entry hook.Entry, project, home string) bool {
	in := commandfile.Places{Project: project, Home: home}
	command := in.Expanded(strings.NewReplacer("'", "", `"`, "", `\`, "").Replace(entry.Command))
	for _, word := range words(command) {
		if in.Path(word) == t.Path {
			return true
		}
	}
	// A path with blanks is more than one word.
	return strings.ContainsAny(t.Path, " \t") && strings.Contains(" "+command+" ", " "+t.Path+" ")
}

// words are the parts of a command line that may name files.
func words(command string) []string {
	return strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune(" \t\n\"';|&()<>", r) })
}

// Events are the events that a script's own text speaks of, in the order of
// the specification: by their names or, where it names none, by fields that
// only their input has.
func (t Target) Events(a agents.Agent) []hook.Event {
	found := t.NamedEvents(a)
	if len(found) > 0 {
		return found
	}
	for _, event := range a.Events {
		if slices.ContainsFunc(event.Signs, t.SpeaksOf) {
			found = append(found, event.Name)
		}
	}
	return found
}

// EventsOfName are the events that its file is called after, such as stop-hook.sh: those of
// which all words stand in its name, and no longer one of which they are a part.
func (t Target) EventsOfName(a agents.Agent) []hook.Event {
	of := func(name string) string { return " " + strings.Join(wordsOf.FindAllString(name, -1), " ") + " " }
	base := strings.TrimSuffix(filepath.Base(t.Path), filepath.Ext(t.Path))
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

// NamedEvents are the events whose names stand in a script's text. A name that is an
// ordinary word, such as Stop, says nothing.
func (t Target) NamedEvents(a agents.Agent) []hook.Event {
	var found []hook.Event
	for _, e := range a.EventNames() {
		if (a.Required() || compound.MatchString(string(e))) && t.SpeaksOf(string(e)) {
			found = append(found, e)
		}
	}
	return found
}

// compound are names of more than one word.
var compound = regexp.MustCompile(`[a-z][A-Z_]`)

// Tool is the first of the usual tools that a script's text speaks of.
func (t Target) Tool(a agents.Agent) string {
	for _, name := range a.Tools.Common {
		if t.SpeaksOf(name) {
			return name
		}
	}
	if len(a.Tools.Common) == 0 {
		return ""
	}
	return a.Tools.Common[0]
}

// SpeaksOf tells whether a word stands in the script's text.
func (t Target) SpeaksOf(word string) bool {
	inWord := func(b byte) bool {
		return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
	}
	for rest := t.Text; ; {
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
