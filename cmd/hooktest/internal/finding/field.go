package finding

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
	"github.com/hooktest/hooktest/internal/spelling"
)

const namesEvent dialect.Path = "hookSpecificOutput.hookEventName"

// unknownFields are the fields of an answer that the agent does not know: misspelt, at the wrong level,
// or unknown to all.
type unknownFields struct{ misspelt, misplaced, foreign []Finding }

func (r *run) sorted() unknownFields {
	var s unknownFields
	// A hook that echoes its input does not answer.
	if r.answer == nil || !r.reads() || jsonvalue.Equal(r.answer, r.Input.Object()) {
		return s
	}
	for _, path := range r.answers.unknown(r.answer, "") {
		if r.elsewhereKnown(path) {
			continue
		}
		name := string(path[strings.LastIndexByte(string(path), '.')+1:])
		value, _ := path.In(r.answer)
		near, level := r.near(path, name)
		decides := r.undecided(value)
		text := fmt.Sprintf("%s is not a field that is read here", jstext.Quote(string(path)))
		f := Finding{Text: text, Place: r.at(path)}
		switch {
		case near != "" && level:
			f.Fix = "write " + near + " instead: there it is read"
			s.misplaced = append(s.misplaced, f)
		case near != "":
			f.Fix = "did you mean " + near + "?"
			s.misspelt = append(s.misspelt, f)
		case decides != "":
			f.Fix = "did you mean " + decides + "?"
			s.misspelt = append(s.misspelt, f)
		case r.answers.complete:
			f.Fix = "leave it out"
			s.foreign = append(s.foreign, f)
		}
	}
	return s
}

// elsewhereKnown reports whether another agent, or this one on another event, reads the field: a
// hook for several agents has fields for each.
func (r *run) elsewhereKnown(path dialect.Path) bool {
	self := speaker{r.Contract.Name, r.row.Name}
	return slices.ContainsFunc(speakers()[path], func(s speaker) bool { return s != self }) && !r.misplacedHere(path)
}

// misplacedHere reports whether this event reads a field of the same name at another level that the
// answer does not have.
func (r *run) misplacedHere(path dialect.Path) bool {
	name := string(path[strings.LastIndexByte(string(path), '.')+1:])
	other, level := r.near(path, name)
	if other == "" || !level {
		return false
	}
	_, there := dialect.Path(other).In(r.answer)
	return !there && !slices.ContainsFunc(r.elsewhere(), func(o *run) bool { return o.answers.knows(path) })
}

// near returns a known field of the same name at another level (level is true), or else one of
// nearly the same name at the same level.
func (r *run) near(path dialect.Path, name string) (found string, level bool) {
	var siblings []string
	for _, known := range r.answers.paths() {
		last := known[strings.LastIndexByte(known, '.')+1:]
		if last == name && known != string(path) {
			return known, true
		}
		if known[:len(known)-len(last)] == string(path[:len(path)-len(name)]) {
			siblings = append(siblings, known)
		}
	}
	if near := spelled(string(path), siblings); near != "" {
		if _, there := dialect.Path(near).In(r.answer); !there {
			return near, false
		}
	}
	return "", false
}

// undecided returns the decision field that the answer lacks, if a value is a word that only
// decisions have.
func (r *run) undecided(value any) string {
	text, ok := value.(string)
	if !ok {
		return ""
	}
	meant := ""
	for _, d := range r.answers.decisions {
		if _, there := d.At.In(r.answer); there {
			return ""
		}
		if _, known := d.Words[strings.ToLower(text)]; known && meant == "" {
			meant = string(d.At)
		}
	}
	return meant
}

func spelled(word string, words []string) string {
	near, _ := spelling.Nearest(word, words)
	return near
}
