// Package casefile turns case files (*.hooktest.yaml) and the comments of hooks
// that begin with hooktest: into cases: what happens, what a hook finds when it
// runs, and what is expected of it, all of it with the place where it is written.
//
// Most callers need Load, for a case file, or Comments, for the text of a hook.
// The words are those of the schema case-file. What happens is said once, in words
// that all agents share (bash, write, prompt) or in those of any one of them, and
// whoever runs the cases puts that into the words of each agent.
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
	"github.com/hooktest/hooktest/internal/yamltext"
	"github.com/hooktest/hooktest/schemas"
)

// Suffix ends the names of case files.
const Suffix = ".hooktest.yaml"

// Is tells a case file by its name. A file that has no other name than the suffix is
// one of settings for this program.
func Is(path string) bool {
	base := filepath.Base(path)
	return strings.HasSuffix(base, Suffix) && base != Suffix
}

// Absent is expected, in place of a verdict, of an agent that has no hooks for what
// happens.
const Absent effect.Kind = "absent"

// A Case is one thing that happens and what is expected of one hook. What the file
// leaves out is nil or empty.
type Case struct {
	Name string // no other case of the hook is called so
	Why  string
	// Script is the path of the hook, to which that of its file is joined, Args are its
	// arguments.
	Script string
	Args   []string
	// Entry is a hook that is no command, as settings have it; Script is then what people
	// call it.
	Entry *jsonvalue.Object
	// Model is what the model says that the hook asks; nil where it says nothing.
	Model *string
	// Agents are those that are asked; none leaves it to who runs the case.
	Agents []string
	// Event and Tool are any agent's names.
	Event, Tool string
	// Bash is the command that the agent's shell gets, Write the file that it writes,
	// Prompt what the user asks for, Input what the tool gets, Stdin a payload that
	// hooks read byte for byte.
	Bash, Write, Prompt, Stdin *string
	Input                      *jsonvalue.Object
	// Set are fields of what hooks read that differ, by their names with dots between
	// them.
	Set []Change

	Env   map[string]*string // nil removes the variable
	CWD   string             // slash-separated, in the project folder
	Files map[string]string  // slash-separated path in the project folder to content
	Path  []string           // folders before those of the PATH
	// Setup is a shell command for the project folder, run after Files are written.
	Setup   string
	Timeout int // milliseconds; 0 leaves it to the agent
	Repeat  int // at least 1; the last run is judged

	// Expect is for every agent that ByAgent does not have.
	Expect  Expect
	ByAgent map[string]Expect
	Tags    []string
	// Skip is why the case is not run; empty where it is.
	Skip string
	// At is where the case begins.
	At document.Position
}

// A Change is a field with a value.
type Change struct {
	Name  string
	Value any
}

// Of gives what the case expects of an agent.
func (c Case) Of(agent string) Expect {
	if own, ok := c.ByAgent[agent]; ok {
		return own
	}
	return c.Expect
}

// Expectations gives what is expected of anybody.
func (c Case) Expectations() []Expect {
	all := []Expect{c.Expect}
	for _, agent := range slices.Sorted(maps.Keys(c.ByAgent)) {
		all = append(all, c.ByAgent[agent])
	}
	return slices.DeleteFunc(all, func(e Expect) bool { return e.Node == nil })
}

// Expect is what a case demands. What is nil or empty is not judged.
type Expect struct {
	Verdict effect.Kind
	Exit    *int
	// Reason goes with a refusal, ModelSees and UserSees are what those read, Context
	// is what the hook adds for the model.
	Reason, Stdout, Stderr, ModelSees, UserSees, Context *Text
	// Input is that of the tool as it runs.
	Input *jsonvalue.Object
	// JSON are values of the answer on stdout.
	JSON []Value
	// Files are paths in the project folder.
	Files map[string]Text
	// Findings are the ids of all of them; nil where they are not judged.
	Findings []string
	MaxMS    int

	// What only the engine of the requirements tells: parts of its merged answer, and
	// what it warns about.
	SystemMessage                       *Text
	Suppress                            *bool
	LLMRequest, LLMResponse, ToolConfig *jsonvalue.Object
	Warns                               *Text

	// Node is what stands behind expect, or behind an agent's name there; nil where
	// nothing does.
	Node *document.Node
}

// Refuses tells whether the hook is to keep the agent from going on by itself.
func (e Expect) Refuses() bool {
	return slices.Contains([]effect.Kind{effect.Deny, effect.Ask, effect.Stop, effect.Defer}, e.Verdict)
}

// Acts tells whether the hook is to do something beside deciding.
func (e Expect) Acts() bool {
	said := func(t *Text) bool { return t != nil && (t.Is == nil || *t.Is != "") }
	return slices.ContainsFunc([]*Text{e.Stdout, e.Stderr, e.ModelSees, e.UserSees, e.Context, e.SystemMessage}, said) ||
		slices.ContainsFunc([]*jsonvalue.Object{e.Input, e.LLMRequest, e.LLMResponse, e.ToolConfig}, func(o *jsonvalue.Object) bool { return o != nil }) ||
		len(e.Files)+len(e.JSON) > 0
}

// At is where a part of the expectation stands: the value of a field or, where a
// verdict alone stands for all of it, that.
func (e Expect) At(field string) document.Position {
	if value, ok := e.Node.Field(field); ok {
		return value.Position()
	}
	return e.Node.Position()
}

// A Text is what is expected of a text; what is nil or empty is not judged.
type Text struct {
	// Is is the whole, blanks around it aside.
	Is              *string
	Contains, Lacks []string
	Matches         *regexp.Regexp
}

// A Value is what is expected in an answer, nil where nothing is to be there.
type Value struct {
	Path Path
	Want any
}

// A Fault is one reason why a file holds no cases.
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

// ErrNotRegular is why nobody reads what could block or never end, such as a pipe.
var ErrNotRegular = errors.New("not a regular file")

// Load reads the case file at path. The cases come in the order of the file. Unknown
// and repeated keys, values of the wrong type and everything that makes a case
// senseless are faults; all that can be told at once are, joined, and then no cases
// are returned.
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
	// One byte more tells a file that is too large.
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
		return nil, misfits(err)
	}
	r := reader{dir: filepath.Dir(path)}
	cases := r.cases(root)
	if len(r.faults) > 0 {
		return nil, errors.Join(r.faults...)
	}
	return cases, nil
}

// misfits says each fault at its place.
func misfits(err error) error {
	misfit, ok := errors.AsType[*schemas.Error](err)
	if !ok {
		return err
	}
	var faults []error
	for _, f := range misfit.Faults {
		where := ""
		if f.Pointer != "" {
			where = f.Pointer + ": "
		}
		faults = append(faults, &Fault{f.Position, where + f.Message})
	}
	if misfit.More > 0 {
		faults = append(faults, fmt.Errorf("faults left out beside these: %d", misfit.More))
	}
	return errors.Join(faults...)
}
