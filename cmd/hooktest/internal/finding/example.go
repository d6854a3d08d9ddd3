package finding

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// An Example is a hook with an event input, or a file with a finding before anything runs.
type Example struct {
	// Agents are names of contracts: one, or several for rules about several agents.
	Agents []string
	Event  hook.Event
	Hook   string
	// Second is a second hook of the same event; empty if there is only one.
	Second string
	// Bash is the command that the agent's shell is about to run; empty for a sample of the event.
	Bash string
	// Timeout is the hook's; zero for the agent's default.
	Timeout time.Duration
	// Tools are those for which a script is started; none if unknown.
	Tools []string
	// Background is set if the agent does not wait for the hook.
	Background bool
	// File replaces Event and Hook. Beside are additional files.
	File       File
	OtherFiles []File
	// Variables are set for the agent, each as NAME=value.
	Variables []string
	// Around is set if the other files matter and are shown with the file.
	Around bool
}

// A File is a settings file or a script, with its path in a project.
type File struct {
	Path, Text string
	// Executable is set if the file may be executed.
	Executable bool
}

// Situation describes when the example's hook runs, or where its file is, and for which agents.
func (e Example) Situation() string {
	if e.File.Path != "" {
		if e.Around {
			return "With these files, for " + english.And(e.Agents)
		}
		said := fmt.Sprintf("In %s, for %s", e.File.Path, english.And(e.Agents))
		for _, f := range e.OtherFiles {
			kind := "a"
			if f.Executable {
				kind = "an executable"
			}
			said += fmt.Sprintf(", next to %s %s", kind, f.Path)
		}
		if e.Hook != "" {
			said += ", which settings start by " + e.Hook
		}
		if len(e.Tools) > 0 {
			said += ", which settings start for " + english.And(e.Tools)
		}
		if e.Background {
			said += ", which settings start in the background"
		}
		return said
	}
	said := fmt.Sprintf("As a hook of %s on %s", english.And(e.Agents), e.Event)
	if e.Bash != "" {
		said += fmt.Sprintf(", asked about the command %q", e.Bash)
	}
	if e.Timeout > 0 {
		said += fmt.Sprintf(" with a timeout of %v", e.Timeout)
	}
	return said
}

// Text returns the hook, or the text of the file, together with the other files and variables if
// Around is set.
func (e Example) Text() string {
	if e.Around {
		var all strings.Builder
		for _, f := range append(slices.Clone(e.OtherFiles), e.File) {
			fmt.Fprintf(&all, "# %s\n%s\n", f.Path, strings.TrimRight(f.Text, "\n"))
		}
		return all.String() + strings.Join(e.Variables, "\n")
	}
	if e.File.Path != "" {
		return e.File.Text
	}
	if e.Second != "" {
		return e.Hook + "\n# and the second hook\n" + e.Second
	}
	return e.Hook
}

// Examples show a rule: Bad has its finding and no other, Good has none. Fixed is the text of Bad's
// file after the rule's automatic fix, if it has one.
type Examples struct {
	Bad, Good Example
	Fixed     string
}

//go:embed testdata/HT*.txtar
var archives embed.FS

// Rules returns every rule, ordered by ID.
func Rules() []Rule {
	// The pattern is valid, and the file system is embedded.
	names, _ := fs.Glob(archives, "testdata/HT*.txtar")
	return lists.Of(names, func(name string) Rule { return RuleOf(strings.TrimSuffix(path.Base(name), ".txtar")) })
}

// Find returns a rule by its ID.
func Find(id string) (Rule, bool) {
	rule, _ := archived(id)
	return rule, rule.ID != ""
}

// RuleOf returns the rule with an existing ID.
func RuleOf(id string) Rule {
	rule, _ := archived(id)
	return rule
}

// ExamplesOf returns the examples of a rule. There are none for an unknown ID.
func ExamplesOf(id string) Examples {
	_, examples := archived(id)
	return examples
}

// archived returns the contents of a rule's archive; zero for an unknown ID. A test reads all
// archives.
func archived(id string) (Rule, Examples) {
	text, err := archives.ReadFile("testdata/" + id + ".txtar")
	if err != nil {
		return Rule{}, Examples{}
	}
	rule, examples, _ := Parse(id, text)
	return rule, examples
}

// Parse reads a rule's archive. The lines before the first file describe the rule, and both
// examples, or one of them if they start with its name:
//
//	title: refusal fails
//	severity: error
//	why: The agent continues after a hook that fails.
//	about: runs
//	agents: claude
//	bad event: PostToolUse
//
// The files bad.hook and bad.second are commands. Files in the folder bad are the example's files,
// the examined one first; those in the folder both belong to both examples. It is the same for
// good. A file in the folder fixed is the examined file after the automatic fix. The line runs says
// of a rule about settings why the hook of the bad example runs all the same.
func Parse(id string, text []byte) (Rule, Examples, error) {
	rule := Rule{ID: id}
	var all Examples
	archive := txtar.Parse(text)
	executable := map[*Example][]string{}
	for line := range strings.Lines(string(archive.Comment)) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			return rule, all, fmt.Errorf("%q has no value", line)
		}
		if rule.set(key, value) {
			continue
		}
		of := []*Example{&all.Bad, &all.Good}
		if rest, ok := strings.CutPrefix(key, "bad "); ok {
			key, of = rest, of[:1]
		} else if rest, ok := strings.CutPrefix(key, "good "); ok {
			key, of = rest, of[1:]
		}
		for _, e := range of {
			list := strings.Split(value, ", ")
			var err error
			switch key {
			case "agents":
				e.Agents = list
			case "event":
				e.Event = hook.Event(value)
			case "bash":
				e.Bash = value
			case "timeout":
				e.Timeout, err = time.ParseDuration(value)
			case "tools":
				e.Tools = list
			case "background":
				e.Background = true
			case "variables":
				e.Variables = list
			case "around":
				e.Around = true
			case "executable":
				executable[e] = list
			default:
				err = fmt.Errorf("unknown key %q", key)
			}
			if err != nil {
				return rule, all, err
			}
		}
	}
	commands := map[string]*string{"bad.hook": &all.Bad.Hook, "bad.second": &all.Bad.Second, "good.hook": &all.Good.Hook, "good.second": &all.Good.Second}
	folders := map[string][]*Example{"bad": {&all.Bad}, "good": {&all.Good}, "both": {&all.Bad, &all.Good}}
	for _, f := range archive.Files {
		folder, path, inFolder := strings.Cut(f.Name, "/")
		data := string(f.Data)
		switch {
		case commands[f.Name] != nil:
			*commands[f.Name] = strings.TrimSuffix(data, "\n")
		case inFolder && folder == "fixed":
			all.Fixed = data
		case inFolder && folders[folder] != nil:
			for _, e := range folders[folder] {
				e.add(path, data, executable[e], folder == "both")
			}
		default:
			return rule, all, fmt.Errorf("unknown file %q", f.Name)
		}
	}
	return rule, all, nil
}

// set sets the part of the rule that a line describes; it returns false for any other line.
func (r *Rule) set(key, value string) bool {
	switch key {
	case "title":
		r.Title = value
	case "severity":
		r.Severity = Severity(value)
	case "holds for":
		r.Agents = value
	case "why":
		r.Why = value
	case "unless":
		r.Unless = strings.Split(value, ", ")
	case "about":
		r.About = value
	case "runs":
		r.Runs = value
	case "stops":
		for one := range strings.SplitSeq(value, ", ") {
			r.Stops = append(r.Stops, Stop(one))
		}
	default:
		return false
	}
	return true
}

// add adds a file: the first one is examined, unless it is next to that of both examples.
func (e *Example) add(path, text string, executable []string, shared bool) {
	f := File{Path: path, Text: text, Executable: slices.Contains(executable, path)}
	if e.File.Path == "" && !shared {
		e.File = f
		return
	}
	e.OtherFiles = append(e.OtherFiles, f)
}
