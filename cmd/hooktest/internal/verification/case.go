// Package verification asks of each fact of a contract whether the shipped agent still behaves so.
// Cases, which are data, become settings, hooks and tool calls of one agent. The engine with the
// contract predicts what happens in a case, the agent shows it, and both together give each fact a
// status.
//
// Most callers need Verify. Bisect finds the version at which an answer changed. No expectation is
// written by hand: one side is the contract, the other the agent.
//
// Package driver runs the agent, package scriptedmodel is its model. This package prints nothing.
package verification

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/shellword"
	"github.com/hooktest/hooktest/internal/yamltext"
)

//go:embed cases.yaml
var file []byte

//go:embed hook.sh
var program []byte

// A Case is a situation in neutral words: hooks, and the moment at which they decide. The model calls
// the shell once at moments of tools and where the case says so, and else says one sentence.
type Case struct {
	Name   string         `yaml:"name"`
	Moment dialect.Moment `yaml:"moment"`
	Hooks  []Hook         `yaml:"hooks"`
	// Facts are facts that the case is about and that no verdict names: the part of an id after the
	// contract's name. Only is set if agents without them have no such case.
	Facts []string `yaml:"facts"`
	Only  bool     `yaml:"only"`
	// Top are further keys of the settings file, Events further ones among the events. Tail is a text
	// after its end. Off turns hooks off.
	Top    map[string]any `yaml:"top"`
	Events map[string]any `yaml:"events"`
	Tail   string         `yaml:"tail"`
	Off    bool           `yaml:"off"`
	// Calls is set if the model calls the shell although the case is not about tools.
	Calls bool `yaml:"calls"`
	// Project is set for the project's settings file, else it is the user's. Untrusted is set if the
	// user has trusted neither the folder nor the hooks, Flagged if a flag of the command line has them
	// trusted and no file does.
	Project   bool `yaml:"project"`
	Untrusted bool `yaml:"untrusted"`
	Flagged   bool `yaml:"flagged"`
}

// A Hook is one hook of a case: how it answers, and how its settings are written.
type Hook struct {
	// Moment is the hook's, if it is not the case's.
	Moment dialect.Moment `yaml:"moment"`
	// Stdout and Stderr are what it prints, Exit is its exit code. {reason} is a text of this hook
	// alone, {event} the event, {shell} the shell tool, {rewritten} an input of it.
	Stdout string `yaml:"stdout"`
	Stderr string `yaml:"stderr"`
	Exit   int    `yaml:"exit"`
	// Signal ends it instead. Hangs is set for a hook that never ends, Leaves for one that leaves a
	// process with its pipes behind.
	Signal string `yaml:"signal"`
	Hangs  bool   `yaml:"hangs"`
	Leaves bool   `yaml:"leaves"`
	// After is the number of another hook. This one ends after that has ended, or after a second if that
	// does not run at the same time.
	After int `yaml:"after"`
	// Same is the number of another hook that has the same command.
	Same int `yaml:"same"`
	// Matcher and Seconds are its matcher and its timeout. Background is set for a hook that the agent
	// does not wait for, Closing for one whose failures refuse, Arguments for one without a shell. When
	// is the rule of the calls that it is for.
	Matcher    string  `yaml:"matcher"`
	Seconds    float64 `yaml:"seconds"`
	Background bool    `yaml:"background"`
	Closing    bool    `yaml:"closing"`
	Arguments  bool    `yaml:"arguments"`
	When       string  `yaml:"when"`
	// Entry and Group change the settings of the hook and of its group, as written. Drop are keys that
	// neither has.
	Entry map[string]any `yaml:"entry"`
	Group map[string]any `yaml:"group"`
	Drop  []string       `yaml:"drop"`
}

// Cases returns all cases. The error is about the embedded file, which a test reads.
func Cases() (all []Case, err error) {
	if err := yamltext.Unmarshal(file, &all); err != nil {
		return nil, yamltext.In("cases.yaml", err)
	}
	return all, nil
}

func (c Case) at(h Hook) dialect.Moment {
	if h.Moment != "" {
		return h.Moment
	}
	return c.Moment
}

// moments returns the moments that the case has hooks for, its own first.
func (c Case) moments() []dialect.Moment {
	return lists.Once(append([]dialect.Moment{c.Moment}, lists.Of(c.Hooks, c.at)...))
}

// aboutTools reports whether the case is about a tool call, so that it can share a session with others.
func (c Case) aboutTools() bool {
	return c.Moment == dialect.ToolBefore || c.Moment == dialect.ToolAfter || c.Moment == dialect.ToolFailed
}

// A scene is a case for one agent.
type scene struct {
	Case
	contract *dialect.Contract
	// id is the name of its folder, which no other case's name contains. root is the folder of all.
	id, root string
	// shown replaces root in the commands of tools, if it is set: a text for the model may have them.
	shown string
	// settings are the text of the settings file.
	settings []byte
}

// fits reports whether an agent has what the case is about: events, fields, a flag that trusts a
// folder, a switch.
func (c Case) fits(contract *dialect.Contract) bool {
	has := func(m dialect.Moment) bool { _, ok := contract.At(m); return ok }
	flagged := func(t dialect.Trust) bool { return t.Of == dialect.TrustsFolder && t.Flag != "" }
	called := func(name string) bool { return len((&facts{contract}).called(name)) > 0 }
	fields := contract.Handlers
	lacks := func(h Hook) bool {
		return !has(c.at(h)) || h.Background && fields.Background.Field == "" || h.Closing && fields.Closing.Field == "" ||
			h.Arguments && fields.Arguments.Field == "" || h.When != "" && fields.Condition.Field == ""
	}
	return has(c.Moment) && !slices.ContainsFunc(c.Hooks, lacks) &&
		(!c.Flagged || slices.ContainsFunc(contract.Settings.Trust, flagged)) &&
		(len(c.Events) == 0 || contract.Settings.Shape.Event == "") &&
		(!c.Off || len(contract.Settings.Switch.Path) > 0) &&
		(!c.Only || slices.ContainsFunc(c.Facts, called))
}

// newScene renders a case that fits the agent.
func newScene(c Case, n int, contract *dialect.Contract, root string) (s scene, err error) {
	s = scene{Case: c, contract: contract, id: fmt.Sprintf("case-%03d", n), root: root}
	events := jsonvalue.New()
	for i, h := range c.Hooks {
		row, _ := contract.At(c.at(h))
		items, err := s.items(i, h)
		if err != nil {
			return s, err
		}
		before, _ := events.Get(string(row.Name))
		list, _ := before.([]any)
		events.Set(string(row.Name), append(list, items...))
	}
	if err := set(events, c.Events); err != nil {
		return s, err
	}
	whole, err := jsonvalue.ParseObject(settingsfile.Of(contract, events))
	if err != nil {
		return s, err
	}
	if err := set(whole, c.Top); err != nil {
		return s, err
	}
	s.settings = jsonvalue.Marshal(whole)
	if c.Off {
		file, err := settingsfile.Parse(contract, "settings.json", s.settings)
		if err != nil {
			return s, err
		}
		s.settings, _ = file.Set(contract.Settings.Switch.Path, contract.Settings.Switch.Off)
	}
	s.settings = append(s.settings, c.Tail...)
	return s, nil
}

// in returns the scene with its hooks in another folder of all cases.
func (s scene) in(root string) scene {
	s.settings = bytes.ReplaceAll(s.settings, []byte(s.root), []byte(root))
	s.root = root
	return s
}

// items returns a hook as items of its event's list.
func (s scene) items(i int, h Hook) ([]any, error) {
	number := i + 1
	if h.Same > 0 {
		number = h.Same
	}
	words := []string{"sh", filepath.Join(s.root, "hook.sh"), string(s.at(h)), fmt.Sprint(number)}
	entry := settingsfile.Command(s.contract, shellword.Join(words))
	if h.Arguments {
		entry = settingsfile.Command(s.contract, words[0])
		entry.Set(s.contract.Handlers.Arguments.Field, []any{words[1], words[2], words[3]})
	}
	if h.Seconds > 0 {
		settingsfile.SetTimeout(s.contract, entry, h.Seconds*1e9/float64(s.contract.Handlers.Timeout.Unit))
	}
	own := map[string]any{}
	if h.Background {
		own[s.contract.Handlers.Background.Field] = true
	}
	if h.Closing {
		own[s.contract.Handlers.Closing.Field] = json.RawMessage(s.contract.Handlers.Closing.Value)
	}
	if h.When != "" {
		own[s.contract.Handlers.Condition.Field] = s.filled(h.When, i)
	}
	if err := cmp.Or(set(entry, own), set(entry, h.Entry)); err != nil {
		return nil, err
	}
	items := settingsfile.Entries(s.contract, s.filled(h.Matcher, i), []*jsonvalue.Object{entry})
	if group, ok := items[0].(*jsonvalue.Object); ok {
		if err := set(group, h.Group); err != nil {
			return nil, err
		}
		for _, name := range h.Drop {
			entry.Delete(name)
			group.Delete(name)
		}
	}
	return items, nil
}

// set sets values as a case file has them.
func set(on *jsonvalue.Object, values map[string]any) error {
	text, err := json.Marshal(values)
	if err != nil || len(values) == 0 {
		return err
	}
	object, err := jsonvalue.ParseObject(text)
	if err != nil {
		return err
	}
	for name, value := range object.All() {
		on.Set(name, value)
	}
	return nil
}

// reason is the text of a hook that nothing else contains.
func (s scene) reason(i int) string {
	return fmt.Sprintf("reason-%s-%d", strings.TrimPrefix(s.id, "case-"), i+1)
}

// command is the shell command that leaves a file of a name.
func (s scene) command(name string) string {
	command := "touch " + filepath.Join(cmp.Or(s.shown, s.root), s.id, name)
	if s.Moment == dialect.ToolFailed {
		command += "; false"
	}
	return command
}

// neutral returns a text without the name of the folder of this run, so that an observation that
// was kept is comparable with the predictions of a later run.
func (s scene) neutral(text string) string {
	return strings.ReplaceAll(text, filepath.Dir(s.root), "{folder}")
}

// The files that commands leave: that of the model's call, and those of hooks that change it.
const ran = "ran"

func rewritten(i int) string { return fmt.Sprintf("rewritten-%d", i+1) }

// filled replaces the placeholders in a text of a hook.
func (s scene) filled(text string, i int) string {
	row, _ := s.contract.At(s.at(s.Hooks[i]))
	tool, input := s.contract.Tools.Call(dialect.RunShell, s.command(rewritten(i)))
	return strings.NewReplacer("{reason}", s.reason(i), "{event}", string(row.Name), "{shell}", tool, "{rewritten}", string(jsonvalue.Marshal(input))).Replace(text)
}

// place writes the hooks of the case into its folder, which is removed first.
func (s scene) place() error {
	folder, files := filepath.Join(s.root, s.id), map[string]string{}
	if !s.aboutTools() {
		files["alone"] = ""
	}
	for i, h := range s.Hooks {
		if h.Same == 0 {
			files[fmt.Sprintf("%s.%d.sh", s.at(h), i+1)] = s.script(h, i)
		}
	}
	err := cmp.Or(os.RemoveAll(folder), os.Mkdir(folder, 0o755))
	for name, text := range files {
		err = cmp.Or(err, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	return err
}

// script has the variables of hook.sh for a hook.
func (s scene) script(h Hook, i int) string {
	other := ""
	if h.After > 0 {
		other = fmt.Sprintf("$case/%s.%d.pid", s.at(s.Hooks[h.After-1]), h.After)
	}
	out, err := shellword.Quoted(s.filled(h.Stdout, i)), shellword.Quoted(s.filled(h.Stderr, i))
	return fmt.Sprintf("out=%s err=%s other=%s leaves=%t hangs=%t signal=%s code=%d\n", out, err, other, h.Leaves, h.Hangs, h.Signal, h.Exit)
}

// started returns how often each hook was started. A command of two hooks counts for the first.
func (s scene) started() []int {
	all := make([]int, len(s.Hooks))
	for i, h := range s.Hooks {
		// Without a file it was never started.
		text, _ := os.ReadFile(filepath.Join(s.root, s.id, string(s.at(h))+"."+fmt.Sprint(i+1)+".started"))
		all[i] = strings.Count(string(text), "\n")
	}
	return all
}
