package finding

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
	"github.com/hooktest/hooktest/internal/lists"
)

// A run is a Run with the facts that rules use.
type run struct {
	Run
	row     *dialect.Event
	verdict effect.Verdict
	words   effect.Words
	// answers are the fields and words of the agent's answers.
	answers language
	// stdout and stderr are trimmed.
	stdout, stderr string
	// answer is the object on stdout; nil if there is none, or if stdout has other text.
	answer *jsonvalue.Object
	// document is stdout with positions; nil if it is not JSON. document and unknownFields are computed
	// on first use.
	document      func() *document.Node
	unknownFields func() unknownFields
	// refusals are the ways in which the hook could have refused.
	refusals []refusal
}

// Floods reports whether a hook has written more than any answer needs. Checking it would take
// several times its size.
func Floods(r hook.ExecutionResult) bool { return len(r.Stdout)+len(r.Stderr) > 1<<20 }

func look(r Run) *run {
	seen := &run{Run: r, stdout: trimmed(r.Result.Stdout), stderr: trimmed(r.Result.Stderr)}
	if r.Contract.Reading != nil && r.Contract.Reading.Text.Marked && bytes.HasPrefix(r.Result.Stdout, []byte(byteOrderMark)) {
		// This agent does not drop the mark, which makes the rest plain text.
		seen.stdout = byteOrderMark + seen.stdout
	}
	seen.row, _ = r.Contract.Event(r.Event)
	seen.verdict, seen.words = engine.Judge(r.Contract, r.Event, r.Result, r.Input)
	seen.answers = languageOf(r.Contract, seen.row)
	seen.answer, _ = jsonvalue.ParseObject([]byte(seen.stdout))
	seen.refusals = refusalsOf(seen)
	seen.document = sync.OnceValue(func() *document.Node {
		root, err := document.Parse("", r.Result.Stdout, document.Options{})
		if err != nil {
			return nil
		}
		return root
	})
	seen.unknownFields = sync.OnceValue(seen.sorted)
	return seen
}

// byteOrderMark is the character that some editors and PowerShell write at the start of a text.
const byteOrderMark = "\ufeff"

func trimmed(b []byte) string { return jstext.Trim(string(b)) }

// passes reports whether the agent continues without an objection.
func passes(v effect.Verdict) bool { return v.Kind == effect.Allow || v.Kind.Unguarded() }

func refuses(v effect.Verdict) bool { return v.Kind == effect.Deny }

// supposing returns the verdict for a changed result.
func (r *run) supposing(change func(*hook.ExecutionResult)) effect.Verdict {
	other := r.Result
	change(&other)
	v, _ := engine.Judge(r.Contract, r.Event, other, r.Input)
	return v
}

// ending returns the verdict if the hook had ended as in another run.
func (r *run) ending(as hook.ExecutionResult) effect.Verdict {
	return r.supposing(func(other *hook.ExecutionResult) {
		other.Ending, other.Code, other.Signal, other.Err = as.Ending, as.Code, as.Signal, as.Err
		other.Stdout, other.Stderr = as.Stdout, as.Stderr
	})
}

// answering returns the verdict for another answer with the same ending.
func (r *run) answering(answer *jsonvalue.Object) effect.Verdict {
	return r.supposing(func(other *hook.ExecutionResult) { other.Stdout = jsonvalue.Marshal(answer) })
}

// reads reports whether the agent reads an answer on stdout at the hook's exit code.
func (r *run) reads() bool {
	if r.Result.Ending != hook.Exited {
		return false
	}
	if r.Contract.Reading == nil {
		return r.Result.Code == r.Contract.Answer.Answers
	}
	exit, ok := r.Contract.Exit(r.row, r.Result.Code)
	from := r.Contract.Reading.Stream(exit)
	return ok && exit.JSON && (from == dialect.Stdout || from == dialect.Either)
}

func (r *run) told(text string) bool {
	return slices.ContainsFunc([]*string{r.words.Model, r.words.User}, func(words *string) bool { return words != nil && strings.Contains(*words, text) })
}

// guards reports whether hooks of the event can prevent an operation. Hooks at a turn's end can't:
// refusing there keeps the agent working.
func (r *run) guards() bool {
	before := []dialect.Moment{dialect.ToolBefore, dialect.ToolPermission, dialect.ModelBefore, dialect.TurnBefore}
	return len(r.refusals) > 0 && slices.Contains(before, r.row.Moment)
}

// going describes the agent's reaction, for the end of a sentence.
func (r *run) going() string { return "the agent " + r.words.Agent }

// elsewhere returns the same run for each other agent with an event at this moment.
func (r *run) elsewhere() []*run {
	var all []*run
	for _, c := range dialect.Contracts() {
		row, ok := c.At(r.row.Moment)
		if !ok || c.Name == r.Contract.Name || c.OnlyNamed {
			continue
		}
		other := r.Run
		other.Contract, other.Event = c, row.Name
		other.Result.Event = row.Name
		seen := &run{Run: other, row: row, stdout: r.stdout, stderr: r.stderr, answer: r.answer, document: r.document}
		seen.verdict, seen.words = engine.Judge(c, row.Name, other.Result, other.Input)
		seen.answers = languageOf(c, row)
		all = append(all, seen)
	}
	return all
}

func named(runs []*run) []string {
	return lists.Of(runs, func(r *run) string { return r.Contract.Name })
}

// either selects the singular or plural form of a verb.
func either[T any](who []T, one, many string) string {
	if len(who) == 1 {
		return one
	}
	return many
}

// says returns a finding about a whole stream, or about the process if stream is Nowhere.
func says(stream dialect.Stream, text, fix string) []Finding {
	return []Finding{{Text: text, Fix: fix, Place: Place{Stream: stream}}}
}

// about returns a finding about a field of the answer on stdout.
func (r *run) about(path dialect.Path, text, fix string) []Finding {
	return []Finding{{Text: text, Fix: fix, Place: r.at(path)}}
}

// at returns the place of a field of the answer on stdout.
func (r *run) at(path dialect.Path) Place {
	place := Place{Stream: dialect.Stdout}
	root := r.document()
	if root == nil {
		return place
	}
	names := strings.Split(string(path), ".")
	parent, ok := root.At(names[:len(names)-1]...)
	if !ok {
		return place
	}
	if field, ok := parent.Lookup(names[len(names)-1]); ok {
		place.Position = field.NamePosition
	}
	return place
}

// within finds an answer on stdout with other text around it.
func (r *run) within() (start, end int, ok bool) {
	if r.answer != nil || !r.reads() {
		return 0, 0, false
	}
	if _, err := jsonvalue.Parse([]byte(r.stdout)); err == nil {
		return 0, 0, false
	}
	return effect.AnswerWithin(string(r.Result.Stdout), isAnswer)
}

// warningOf returns the engine's warning by a rule whose text has the prefix begins.
func (r *run) warningOf(rule, begins string) hook.Warning {
	found, _ := lists.First(r.Result.Warnings, func(w hook.Warning) bool { return w.Rule == rule && strings.HasPrefix(w.Text, begins) })
	return found
}
