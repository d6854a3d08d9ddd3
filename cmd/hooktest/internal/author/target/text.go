package target

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/shellword"
)

// KeptBy reports whether a hook is in the project folder that holds the agent's settings.
func (t Target) KeptBy(a roster.Agent) bool {
	folders := strings.Split(filepath.ToSlash(t.Path), "/")
	return slices.ContainsFunc(a.Settings.Files, func(file dialect.File) bool {
		first, _, _ := strings.Cut(file.Path, "/")
		return strings.HasPrefix(first, ".") && slices.Contains(folders, first)
	})
}

// IsNamedBy reports whether an entry of settings starts the hook: its command, as the shell reads
// it in these places, names the script, or equals the hook's command.
func (t Target) IsNamedBy(entry hook.Entry, in commandfile.Places) bool {
	if t.Path == "" {
		return t.Command != "" && entry.Command == t.Command
	}
	unquoted := strings.NewReplacer("'", "", `"`, "", `\`, "").Replace(strings.Join(append([]string{entry.Command}, entry.Args...), " "))
	command := in.Expanded(unquoted)
	for _, word := range words(command) {
		if in.Path(word) == t.Path {
			return true
		}
	}
	// A path with blanks is more than one word.
	return strings.ContainsAny(t.Path, " \t") && strings.Contains(" "+command+" ", " "+t.Path+" ")
}

// Configured returns the hook as its settings start it: with the command in entry, in which the
// script's path is absolute. named is the same entry as the engine reads it.
func (t Target) Configured(entry *jsonvalue.Object, named hook.Entry, in commandfile.Places) Target {
	t.replace(entry, named, in)
	t.Entry, t.Written, t.Uncertain, t.Timeout, t.places = entry, named.Command, named.Uncertain, named.Timeout, in
	t.Command = t.whole(named.Command, in)
	if named.Args != nil {
		parts := []string{t.Command}
		for _, arg := range named.Args {
			parts = append(parts, t.whole(arg, in))
		}
		t.Command = shellword.Join(parts)
	}
	return t
}

// replace makes the script's path absolute where the object has the hook's command or one of
// its arguments.
func (t Target) replace(object *jsonvalue.Object, named hook.Entry, in commandfile.Places) {
	for key, value := range object.Clone().All() {
		switch value := value.(type) {
		case string:
			if value == named.Command {
				object.Set(key, t.whole(value, in))
			}
		case []any:
			args := slices.Clone(value)
			for i, arg := range args {
				if text, ok := arg.(string); ok && slices.Contains(named.Args, text) {
					args[i] = t.whole(text, in)
				}
			}
			object.Set(key, args)
		case *jsonvalue.Object:
			action := value.Clone()
			t.replace(action, named, in)
			object.Set(key, action)
		}
	}
}

// whole returns a command in which the script's path is absolute.
func (t Target) whole(command string, in commandfile.Places) string {
	if command = in.Expanded(command); t.Path == "" {
		return command
	}
	var b strings.Builder
	for command != "" {
		end := strings.IndexFunc(command, separates)
		if end < 0 {
			end = len(command)
		}
		word := command[:end]
		// A word after a closing quote is the rest of a longer word.
		begins := strings.TrimRight(b.String(), `"'`)
		begins = begins[max(len(begins)-1, 0):]
		if word != "" && (begins == "" || separates(rune(begins[0]))) && !filepath.IsAbs(word) && in.Path(word) == t.Path {
			word = t.Path
		}
		b.WriteString(word)
		if command = command[end:]; command != "" {
			b.WriteString(command[:1])
			command = command[1:]
		}
	}
	return b.String()
}

// words returns the parts of a command line that may name files.
func words(command string) []string {
	return strings.FieldsFunc(command, separates)
}

// separates reports whether a character ends a word that may name a file.
func separates(r rune) bool { return strings.ContainsRune(" \t\n\"';|&()<>", r) }

// Events returns the events that a script's own text suggests, in the order of the contract: those
// that it names or, if it names none, those of the fields that it reads or answers with.
func (t Target) Events(a roster.Agent) []hook.Event {
	// A name that is an ordinary word, such as Stop, counts only for the agent of the requirements.
	found := lists.Where(a.EventNames(), func(e hook.Event) bool {
		return (a.Required() || compound.MatchString(string(e))) && t.Mentions(string(e))
	})
	if len(found) > 0 {
		return found
	}
	// A field that several events have is a sign of the first one: tool_input of the event before a tool.
	// One that many events read in answers is a sign of none, and so is an argument of a tool, which a
	// hook reads within tool_input.
	const many = 4
	var earlier, arguments []string
	for _, tool := range a.Tools.Builtin {
		arguments = append(arguments, tool.Arguments...)
	}
	answers := lists.Of(a.Events, func(e dialect.Event) []string { return finding.EventAnswerFields(a.Contract, &e) })
	for i, event := range a.Events {
		input := lists.Where(event.Fields, func(f dialect.Field) bool { return !f.Optional })
		sent := func(f dialect.Field) bool {
			return !slices.Contains(earlier, f.Name) && (f.Prompt || !slices.Contains(arguments, f.Name)) && t.readsField(f)
		}
		answered := func(name string) bool {
			with := func(names []string) bool { return slices.Contains(names, name) }
			return compound.MatchString(name) && t.Mentions(name) && slices.IndexFunc(answers, with) == i && len(lists.Where(answers, with)) < many
		}
		if slices.ContainsFunc(input, sent) || slices.ContainsFunc(answers[i], answered) {
			found = append(found, event.Name)
		}
		earlier = append(earlier, lists.Of(input, func(f dialect.Field) string { return f.Name })...)
	}
	return found
}

// readsField reports whether the script's text reads a field. A name that is an ordinary word is too
// common, but for the prompt: that counts where it is a member, as in .prompt and ["prompt"].
func (t Target) readsField(f dialect.Field) bool {
	if compound.MatchString(f.Name) {
		return t.reads(f.Name)
	}
	return f.Prompt && promptRead.Match(t.Text)
}

// promptRead matches a member named prompt.
var promptRead = lazyregexp.New(`(\.|\[["']|get\(["'])prompt\b`)

// EventsOfName returns the events that the script's file is named after, such as stop-hook.sh:
// all words of the event's name are in the file's name. An event whose name is part of a longer
// match is left out.
func (t Target) EventsOfName(a roster.Agent) []hook.Event {
	of := func(name string) string { return " " + strings.Join(wordsOf.FindAllString(name, -1), " ") + " " }
	base := strings.TrimSuffix(filepath.Base(t.Path), filepath.Ext(t.Path))
	file := strings.ToLower(of(base))
	found := lists.Where(a.EventNames(), func(e hook.Event) bool {
		return strings.Contains(file, strings.ToLower(of(string(e))))
	})
	return slices.DeleteFunc(slices.Clone(found), func(e hook.Event) bool {
		return slices.ContainsFunc(found, func(other hook.Event) bool { return other != e && strings.Contains(of(string(other)), of(string(e))) })
	})
}

// wordsOf matches the words of a name in any of the usual cases.
var wordsOf = lazyregexp.New(`[A-Z]?[a-z]+|[A-Z]+`)

// SpokenTo returns the agents that the script's text fits best: first by its events, then by
// variables, payload fields, tools and output fields. It considers only agents that were run.
// words are the words that distinguish these agents from others. Both results are nil if the text
// fits all agents equally.
func (t Target) SpokenTo() (found []roster.Agent, words []string) {
	found = roster.Where(func(a roster.Agent) bool { return !a.OnlyNamed })
	var read []string
	for _, a := range found {
		read = append(read, a.Fields()...)
	}
	for _, kind := range []struct {
		words func(roster.Agent) []string
		has   func(string) bool
	}{
		{func(a roster.Agent) []string { return lists.Texts(a.EventNames()) }, t.Mentions},
		{func(a roster.Agent) []string { return a.Launch.Variables }, t.Mentions},
		{roster.Agent.Fields, t.reads},
		{func(a roster.Agent) []string { return a.Tools.Names() }, t.Mentions},
		// A field that one agent reads from the output may be one that another agent sends.
		// Scripts read more fields than they write.
		{func(a roster.Agent) []string {
			return slices.DeleteFunc(finding.AnswerFields(a.Contract), func(name string) bool { return slices.Contains(read, name) })
		}, t.Mentions},
	} {
		var left []roster.Agent
		var spoken []string
		for _, a := range found {
			own := slices.DeleteFunc(slices.Clone(kind.words(a)), func(word string) bool { return !compound.MatchString(word) || !kind.has(word) })
			if len(own) > 0 {
				left = append(left, a)
			}
			for _, word := range own {
				if !slices.Contains(spoken, word) {
					spoken = append(spoken, word)
				}
			}
		}
		if len(left) > 0 && len(left) < len(found) {
			found, words = left, append(words, spoken...)
		}
	}
	if len(words) == 0 {
		return nil, nil
	}
	return found, words
}

// compound matches names of more than one word.
var compound = lazyregexp.New(`[a-z][A-Z_]|[A-Z]_[A-Z]`)

// Tool returns the first common tool that a script's text mentions.
func (t Target) Tool(a roster.Agent) string {
	for _, name := range a.Tools.Common {
		if t.Mentions(name) {
			return name
		}
	}
	if len(a.Tools.Common) == 0 {
		return ""
	}
	return a.Tools.Common[0]
}

// Mentions reports whether the script's text contains a word.
func (t Target) Mentions(word string) bool {
	return t.occurs(word, func(_, _ []byte) bool { return true })
}

// reads reports whether the script's text contains a word other than as a key that it writes, as in
// {"word": …}.
func (t Target) reads(word string) bool {
	return t.occurs(word, func(before, after []byte) bool {
		return !quotedKey.Match(after) && (!bareKey.Match(after) || !opensKey.Match(before))
	})
}

// quotedKey, and opensKey with bareKey, match what is around the key of an object.
var (
	quotedKey = lazyregexp.New(`^\\*["']\s*:`)
	bareKey   = lazyregexp.New(`^\s*:`)
	opensKey  = lazyregexp.New(`[{,]\s*$`)
)

// occurs reports whether the script's text contains a word between such texts.
func (t Target) occurs(word string, between func(before, after []byte) bool) bool {
	inWord := func(b byte) bool {
		return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
	}
	for begins := 0; ; begins++ {
		i := bytes.Index(t.Text[begins:], []byte(word))
		if i < 0 {
			return false
		}
		begins += i
		before, after := t.Text[:begins], t.Text[begins+len(word):]
		if (len(before) == 0 || !inWord(before[len(before)-1])) && (len(after) == 0 || !inWord(after[0])) && between(before, after) {
			return true
		}
	}
}
