// Package driver starts shipped agents against a scripted model: it turns an agent, a mode and a
// script into what the agent asked, did and printed.
//
// Agents are data, one file each in the folder agents. A new agent needs no code unless it speaks a
// protocol that package scriptedmodel does not know.
//
// Most callers need Named, Find to get an installed program, and Run. An agent runs unmodified, in a
// sandbox: it sees the user's home and the project at their own paths and changes only views of
// them, it has no network except the model, and no process of it outlives the run. The package
// judges nothing.
package driver

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/scriptedmodel"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/yamltext"
)

//go:embed agents/*.yaml
var files embed.FS

// An Agent is what the driver knows about an agent.
type Agent struct {
	Name string `yaml:"-"`
	// Contracts are the contracts that it follows, the usual first. That one says its name for people
	// and the names of its program.
	Contracts []string `yaml:"contracts"`
	Product   string   `yaml:"-"`
	Programs  []string `yaml:"-"`
	// Packages are its npm packages, the usual first; {platform} is replaced, as in linux-x64.
	Packages []string `yaml:"packages"`
	// Licence names its terms. An agent that is not Open is started only if the user names it.
	Licence string `yaml:"licence"`
	Open    bool   `yaml:"open"`
	// Node is the oldest Node that runs it; 0 if it is not a script.
	Node int `yaml:"node"`
	// Protocol is how it talks to a model.
	Protocol scriptedmodel.Protocol `yaml:"protocol"`
	// Environment are variables that lead it to the model, past the login. {url} and {home} are
	// replaced.
	Environment map[string]string `yaml:"environment"`
	// Files are settings that it needs in addition to the user's.
	Files []File `yaml:"files"`
	// Logins are values in the user's settings that would have it ask for a login.
	Logins []Login `yaml:"logins"`
	// Secrets are files that it must not see: it might use a login instead of the dummy key.
	Secrets []string `yaml:"secrets"`
	// Arguments are those of the program; {prompt} and {url} are replaced.
	Arguments []string `yaml:"arguments"`
	// Modes are the ways to run it.
	Modes map[string]Mode `yaml:"modes"`
	// SideReplies answer requests that do not belong to a conversation.
	SideReplies []scriptedmodel.SideReply `yaml:"asides"`
	// Tools are the calls that the model makes, by role. The first that the agent offers is used.
	Tools map[dialect.Role][]Tool `yaml:"tools"`
	// Caller is how its callers are judged from outside; nil if that is not known.
	Caller *Caller `yaml:"caller"`
	// Seconds is how long a run may take; 0 means two minutes. Lingers is how many seconds it may run
	// after the model's last turn; 0 means ten.
	Seconds int `yaml:"seconds"`
	Lingers int `yaml:"lingers"`
}

// A Caller is how one request to the model is made of a command line, and what is seen of the answer.
type Caller struct {
	// Arguments are those of the program; {prompt} and {model} are replaced.
	Arguments []string `yaml:"arguments"`
	// Settings are the user's settings. A text {name} is a value of the run: enableHooks, hooks, model,
	// generation, turns, tools (the list of built-in tools) and servers. A member without a value is
	// left out.
	Settings map[string]any `yaml:"settings"`
	// Context are beginnings of texts that the agent adds to each prompt.
	Context []string `yaml:"context"`
	// Stopped begins what it prints on stderr when hooks stop it. The reason follows.
	Stopped string `yaml:"stopped"`
	// Limited is its exit code if it would make more requests than it has turns.
	Limited int `yaml:"limited"`
}

// Finish is the role of the tool by which a sub-agent ends; without one it ends with a text.
const Finish dialect.Role = "finish"

// A File is a settings file outside of the user's folders. If the machine has one, its values are
// kept.
type File struct {
	Path string `yaml:"path"`
	// Variable makes the agent read another file instead.
	Variable string `yaml:"variable"`
	// Set are values by dotted names.
	Set map[string]any `yaml:"set"`
}

// A Login is a value of a settings file, by its dotted name. Where the file has another one, the agent
// sees Value; with Add also where it has none.
type Login struct {
	Path  string `yaml:"path"`
	Name  string `yaml:"name"`
	Value any    `yaml:"value"`
	Add   bool   `yaml:"add"`
}

// A Mode is a way to run an agent.
type Mode struct {
	// Lacks says why the agent has no such mode; empty if it has.
	Lacks string `yaml:"lacks"`
	// Delegates is set if a sub-agent calls the tools.
	Delegates bool `yaml:"delegates"`
	// Terminal is set if the agent runs in a terminal, where the user gives Answers.
	Terminal bool     `yaml:"terminal"`
	Answers  []Answer `yaml:"answers"`
	// ACP is set if the prompt is given by the Agent Client Protocol.
	ACP bool `yaml:"acp"`
	// Plugin is the file with the hooks of a plugin, in which the user's hooks are in this mode.
	// Files are the texts of other files that the mode needs, by path; {url} is replaced. Paths begin
	// with ~/.
	Plugin string            `yaml:"plugin"`
	Files  map[string]string `yaml:"files"`
	// Before are the arguments of a session before, which Arguments resume.
	Before []string `yaml:"before"`
	// Arguments are those of the program in this mode; nil means the agent's.
	Arguments []string `yaml:"arguments"`
	// Logins are values in the user's settings that would stop the agent in this mode.
	Logins []Login `yaml:"logins"`
}

// A Tool is a tool as the model calls it. Its input is an object or one text, in which {on} and
// {text} are replaced, and {"on"} and {"text"} by JSON strings of the same.
type Tool struct {
	Name  string         `yaml:"name"`
	Input map[string]any `yaml:"input"`
	Text  string         `yaml:"text"`
}

// Names returns the names of all agents.
func Names() []string {
	entries, _ := files.ReadDir("agents")
	return lists.Of(entries, func(e fs.DirEntry) string { return strings.TrimSuffix(e.Name(), ".yaml") })
}

// Named returns the agent of a name. The error is about the embedded file, which a test reads.
func Named(name string) (*Agent, error) {
	data, err := files.ReadFile(path.Join("agents", name+".yaml"))
	if err != nil {
		return nil, fmt.Errorf("no agent is called %q", name)
	}
	a := &Agent{Name: name}
	if err := yamltext.Unmarshal(data, a); err != nil {
		return nil, yamltext.In(name+".yaml", err)
	}
	contract, ok := dialect.Named(a.Contracts[0])
	if !ok {
		return nil, fmt.Errorf("%s.yaml: no contract is called %q", name, a.Contracts[0])
	}
	a.Product, a.Programs = contract.Product, contract.Programs
	return a, nil
}

// Following returns the name of the agent that follows a contract; "" if there is none.
func Following(contract string) string {
	for _, name := range Names() {
		if a, err := Named(name); err == nil && slices.Contains(a.Contracts, contract) {
			return name
		}
	}
	return ""
}

// InCI returns why the agent is not started in CI; nil if it is, or if this is not CI.
func (a *Agent) InCI(getenv func(string) string) *Untestable {
	if a.Open || getenv("CI") == "" {
		return nil
	}
	return &Untestable{fmt.Sprintf("%s is not started in CI: it has %s", a.Product, a.Licence), "to install it is to accept these terms: run it on your own machine"}
}

// ModeNames returns the names of the modes that the agent has, sorted.
func (a *Agent) ModeNames() []string {
	has := maps.Clone(a.Modes)
	maps.DeleteFunc(has, func(_ string, m Mode) bool { return m.Lacks != "" })
	return slices.Sorted(maps.Keys(has))
}

// npm returns the agent's npm packages for this machine.
func (a *Agent) npm() []string {
	return lists.Of(a.Packages, func(name string) string {
		return strings.ReplaceAll(name, "{platform}", runtime.GOOS+"-"+architecture())
	})
}

// architecture is npm's name of this machine's architecture.
func architecture() string {
	if runtime.GOARCH == "amd64" {
		return "x64"
	}
	return runtime.GOARCH
}

// Call returns the model's call of a tool of a role. It reports whether the agent has such a tool.
func (a *Agent) Call(role dialect.Role, on, text string) (scriptedmodel.Call, bool) {
	tools := a.Tools[role]
	var call *scriptedmodel.Call
	for _, t := range slices.Backward(tools) {
		onJSON, textJSON := string(jsonvalue.Marshal(on)), string(jsonvalue.Marshal(text))
		input, _ := json.Marshal(t.Input)
		inner := strings.NewReplacer("{on}", onJSON[1:len(onJSON)-1], "{text}", textJSON[1:len(textJSON)-1])
		whole := strings.NewReplacer("{on}", on, "{text}", text, `{"on"}`, onJSON, `{"text"}`, textJSON)
		call = &scriptedmodel.Call{Tool: t.Name, Input: []byte(inner.Replace(string(input))), Text: whole.Replace(t.Text), Or: call}
	}
	if call == nil {
		return scriptedmodel.Call{}, false
	}
	return *call, true
}

// set sets a value in a settings file of the agent. had reports whether there was one.
func (a *Agent) set(path string, text []byte, name string, value any) (changed []byte, had bool, err error) {
	if len(text) == 0 {
		text = []byte("{}")
	}
	contract, _ := dialect.Named(a.Contracts[0])
	file, err := settingsfile.Parse(contract, path, text)
	if err != nil {
		return nil, false, err
	}
	if changed, had = file.Set(strings.Split(name, "."), value); changed == nil {
		err = fmt.Errorf("%s has no place for %s", path, name)
	}
	return changed, had, err
}

// replaced returns the settings file as the agent sees it; nil if that is as it is.
func (l Login) replaced(s Spec, seen map[string][]byte) (path string, changed []byte) {
	path = s.At(l.Path)
	text, known := seen[path]
	if !known {
		text, _ = os.ReadFile(path)
	}
	changed, had, err := s.Agent.set(path, text, l.Name, l.Value)
	// The agent reports a file that can't be read.
	if err != nil || !had && !l.Add || bytes.Equal(changed, text) {
		return path, nil
	}
	return path, changed
}

// text returns the file's JSON text with the values set.
func (f File) text(a *Agent) (text []byte, err error) {
	text, _ = os.ReadFile(f.Path)
	for name, value := range f.Set {
		if text, _, err = a.set(f.Path, text, name, value); err != nil {
			return nil, &Untestable{fmt.Sprintf("%s can't be read: %v", f.Path, err), "the agent would not start with it"}
		}
	}
	return text, nil
}
