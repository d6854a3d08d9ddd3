// Package casefile parses case files (*.hooktest.yaml), and the comments of hooks that begin with
// hooktest:, into cases. A case has the event input, the hook's surroundings and the expectations,
// each with its position.
//
// Most callers need Load, for a case file, or Comments, for the text of a hook. The keys are those
// of the schema case-file. The event input is given once, by keys for all agents (bash, write,
// prompt) or by the names of any one agent. The runner of the cases translates it for each agent.
//
// The package runs no hook and judges none.
package casefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"

	"github.com/hooktest/hooktest/internal/glob"
	"github.com/hooktest/hooktest/internal/yamltext"
)

// Suffix is the suffix of case files' names.
const Suffix = ".hooktest.yaml"

// Is reports whether a path is that of a case file. A file named only by the suffix is this
// program's configuration.
func Is(path string) bool {
	base := filepath.Base(path)
	return strings.HasSuffix(base, Suffix) && base != Suffix
}

// Absent is expected, in place of a verdict, from an agent that has no hooks for the event input.
const Absent effect.Kind = "absent"

// A Case is an event input and the expectations for one hook. Keys missing in the file are nil or
// empty.
type Case struct {
	Name string // unique among the hook's cases
	Why  string
	// Script is the path of the hook, joined to the folder of the case file. Args are its
	// arguments.
	Script string
	Args   []string
	// Entry is a hook from settings that is not a command; Script is then its display name.
	Entry *jsonvalue.Object
	// Model is the recorded answer of the model that the hook asks; nil if there is none.
	Model *string
	// Agents are the agents to run; none leaves the choice to the runner.
	Agents []string
	// Event and Tool are names of any agent.
	Event, Tool string
	// Bash is the command for the agent's shell, Write the file to write, Prompt the user's prompt,
	// Input the tool's input, and Stdin a payload that hooks read byte for byte.
	Bash, Write, Prompt, Stdin *string
	Input                      *jsonvalue.Object
	// Set are changed fields of the hook's input, by dotted names.
	Set []Change

	Env   map[string]*string // nil removes the variable
	CWD   string             // slash-separated, in the project folder
	Files map[string]string  // slash-separated path in the project folder to content
	Path  []string           // folders before those of the PATH
	// Setup is a shell command that runs in the project folder after Files are written.
	Setup   string
	Timeout int // milliseconds; 0 leaves it to the agent
	Repeat  int // at least 1; the last run is judged

	// Expect applies to every agent that is not in ByAgent.
	Expect  Expect
	ByAgent map[string]Expect
	Tags    []string
	// Skip is the reason that the case is not run, or "".
	Skip string
	// At is where the case begins.
	At document.Position
}

// A Change sets a field to a value.
type Change struct {
	Name  string
	Value any
}

// Of returns the case's expectations for an agent.
func (c Case) Of(agent string) Expect {
	if own, ok := c.ByAgent[agent]; ok {
		return own
	}
	return c.Expect
}

// Expectations returns the expectations for all agents.
func (c Case) Expectations() []Expect {
	all := []Expect{c.Expect}
	for _, agent := range slices.Sorted(maps.Keys(c.ByAgent)) {
		all = append(all, c.ByAgent[agent])
	}
	return slices.DeleteFunc(all, func(e Expect) bool { return e.Node == nil })
}

// Expect has the expectations of a case. Nil or empty ones are not checked.
type Expect struct {
	Verdict effect.Kind
	Exit    *int
	// Reason is the text of a refusal. ModelSees and UserSees are what the model and the user read.
	// Context is what the hook adds for the model.
	Reason, Stdout, Stderr, ModelSees, UserSees, Context *Text
	// Input is the tool's input when it runs.
	Input *jsonvalue.Object
	// JSON are values of the hook output on stdout.
	JSON []Value
	// Files are paths in the project folder.
	Files map[string]Text
	// Findings are the IDs of all findings; nil if they are not checked.
	Findings []string
	MaxMS    int

	// Results of the engine of the requirements only: parts of its merged output, and its warnings.
	SystemMessage                       *Text
	Suppress                            *bool
	LLMRequest, LLMResponse, ToolConfig *jsonvalue.Object
	Warns                               *Text

	// Node is the value of expect, or of an agent's name below it; nil if there is none.
	Node *document.Node
}

// Refuses reports whether the hook is expected to keep the agent from continuing on its own.
func (e Expect) Refuses() bool {
	return slices.Contains([]effect.Kind{effect.Deny, effect.Ask, effect.Stop, effect.Defer}, e.Verdict)
}

// Acts reports whether the hook is expected to do more than decide.
func (e Expect) Acts() bool {
	said := func(t *Text) bool { return t != nil && (t.Is == nil || *t.Is != "") }
	return slices.ContainsFunc([]*Text{e.Stdout, e.Stderr, e.ModelSees, e.UserSees, e.Context, e.SystemMessage}, said) ||
		slices.ContainsFunc([]*jsonvalue.Object{e.Input, e.LLMRequest, e.LLMResponse, e.ToolConfig}, func(o *jsonvalue.Object) bool { return o != nil }) ||
		len(e.Files)+len(e.JSON) > 0
}

// At returns the place of an expectation: the value of a field or, if the expectation is only a
// verdict, that verdict.
func (e Expect) At(field string) document.Position {
	if value, ok := e.Node.Field(field); ok {
		return value.Position()
	}
	return e.Node.Position()
}

// A Text is an expectation about a text. Nil or empty conditions are not checked.
type Text struct {
	// Is is the whole text, without surrounding blanks.
	Is              *string
	Contains, Lacks []string
	Matches         *regexp.Regexp
}

// A Value is an expected value in hook output; nil if there must be none.
type Value struct {
	Path Path
	Want any
}

// A Fault is a mistake that makes a file invalid.
type Fault struct {
	Position document.Position
	Message  string
}

func (f *Fault) Error() string {
	if f.Position.IsZero() {
		return f.Message
	}
	return f.Position.String() + ": " + f.Message
}

// ErrNotRegular is the error for a file that could block or be endless, such as a pipe.
var ErrNotRegular = errors.New("not a regular file")

// Load reads the case file at path and returns its cases in order. Unknown and repeated keys,
// values of the wrong type and contradictions within a case are faults. Load returns all faults
// joined, and then no cases.
func Load(path string) ([]Case, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: ErrNotRegular}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	// One extra byte shows that a file is too large.
	data, err := io.ReadAll(io.LimitReader(file, yamltext.MaxBytes+1))
	if err != nil {
		return nil, err
	}
	return Parse(path, data)
}

// Parse is Load for the text of a file.
func Parse(path string, data []byte) ([]Case, error) {
	root, err := yamltext.Parse(path, data)
	if err != nil {
		return nil, err
	}
	if err := schemas.ValidateNode("case-file", root); err != nil {
		return nil, schemaFaults(err)
	}
	r := reader{dir: filepath.Dir(path)}
	cases := r.cases(root)
	if len(r.faults) > 0 {
		return nil, errors.Join(r.faults...)
	}
	return cases, nil
}

// schemaFaults converts a schema error into faults with positions.
func schemaFaults(err error) error {
	invalid, ok := errors.AsType[*schemas.Error](err)
	if !ok {
		return err
	}
	var faults []error
	for _, f := range invalid.Faults {
		where := ""
		if f.Pointer != "" {
			where = f.Pointer + ": "
		}
		faults = append(faults, &Fault{f.Position, where + f.Message})
	}
	if invalid.More > 0 {
		faults = append(faults, fmt.Errorf("faults left out in addition to these: %d", invalid.More))
	}
	return errors.Join(faults...)
}

// Own returns a script's own cases that need no setup, from its comments and from the case files
// next to it. The path is absolute; without one there are none. Own ignores cases that it can't
// read: hooktest test reports those.
func Own(path string, text []byte) []Case {
	if path == "" {
		return nil
	}
	all, _ := Comments(path, text)
	for _, file := range glob.Paths(filepath.Join(filepath.Dir(path), "*"+Suffix), "*"+Suffix) {
		cases, _ := Load(file)
		all = append(all, cases...)
	}
	var own []Case
	for _, c := range all {
		script, err := filepath.Abs(c.Script)
		plain := len(c.Files)+len(c.Env)+len(c.Path)+len(c.Set)+len(c.Args) == 0 && c.Setup == "" && c.CWD == "" && c.Skip == ""
		if err == nil && script == path && plain {
			own = append(own, c)
		}
	}
	return own
}
