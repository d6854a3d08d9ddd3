package script

import (
	"slices"
	"strings"

	"github.com/itchyny/gojq"

	"github.com/hooktest/hooktest/internal/lists"
)

// jqAccesses returns the input fields that a jq program is known to read, each with its offset in
// the program. It returns nil for a program with a syntax error. Where the input of a part is not
// known, as after functions, loops and definitions, the part is skipped.
func jqAccesses(program string) []access {
	query, err := gojq.Parse(program)
	if err != nil {
		return nil
	}
	j := jqReader{text: program}
	j.query(query, &jqValue{})
	return lists.Of(j.found, func(a *access) access { return *a })
}

// A jqValue is a value that is known to be the field of the hook input with this path. The access
// that read it is passed on by a pipe; nil for the input itself and once a longer path replaced it.
type jqValue struct {
	path []string
	from *access
}

type jqReader struct {
	text string
	// at is the offset behind the last access.
	at, chain, depth int
	found            []*access
	// alternative is set if the next path is read only if the one before is missing, as after //.
	alternative bool
}

// unchanged has the functions that return their input or nothing.
var unchanged = []string{"select", "values", "objects", "arrays", "strings", "numbers", "booleans", "scalars"}

// onInput has the functions whose arguments have the same input as the call.
var onInput = append([]string{"test", "startswith", "endswith", "contains", "inside", "has", "error", "match", "capture", "split", "ltrimstr", "rtrimstr"}, unchanged...)

// query returns the value of a query, or nil if that is not a known field. in is its input; nil if
// it is not known.
func (j *jqReader) query(q *gojq.Query, in *jqValue) *jqValue {
	j.depth++
	defer func() { j.depth-- }()
	switch {
	case q == nil || len(q.FuncDefs) > 0 || j.depth > deepest:
		return nil
	case q.Term != nil:
		return j.term(q.Term, in)
	case len(q.Patterns) > 0: // after as, the input is unchanged
		j.query(q.Left, in)
		return j.query(q.Right, in)
	case q.Op == gojq.OpPipe:
		return j.query(q.Right, j.query(q.Left, in))
	case q.Op == gojq.OpAlt:
		before := len(j.found)
		j.query(q.Left, in)
		j.alternative = len(j.found) > before
		j.query(q.Right, in)
		j.alternative = false
	default:
		j.query(q.Left, in)
		j.query(q.Right, in)
	}
	return nil
}

func (j *jqReader) term(t *gojq.Term, in *jqValue) *jqValue {
	switch t.Type {
	case gojq.TermTypeIdentity:
		return j.path(in, t.SuffixList)
	case gojq.TermTypeIndex:
		return j.path(in, append([]*gojq.Suffix{{Index: t.Index}}, t.SuffixList...))
	case gojq.TermTypeQuery:
		return j.path(j.query(t.Query, in), t.SuffixList)
	case gojq.TermTypeFunc:
		return j.call(t.Func, in)
	case gojq.TermTypeObject:
		for _, pair := range t.Object.KeyVals {
			j.query(pair.KeyQuery, in)
			j.interpolated(pair.KeyString, in)
			if pair.Val != nil {
				j.query(pair.Val, in)
			}
		}
	case gojq.TermTypeArray:
		j.query(t.Array.Query, in)
	case gojq.TermTypeUnary:
		j.term(t.Unary.Term, in)
	case gojq.TermTypeString, gojq.TermTypeFormat:
		j.interpolated(t.Str, in)
	case gojq.TermTypeIf:
		j.query(t.If.Cond, in)
		j.query(t.If.Then, in)
		for _, one := range t.If.Elif {
			j.query(one.Cond, in)
			j.query(one.Then, in)
		}
		j.query(t.If.Else, in)
	case gojq.TermTypeTry:
		j.query(t.Try.Catch, nil) // its input is the error
		return j.query(t.Try.Body, in)
	}
	return nil
}

// interpolated reads the queries in a string.
func (j *jqReader) interpolated(s *gojq.String, in *jqValue) {
	if s != nil {
		for _, q := range s.Queries {
			j.query(q, in)
		}
	}
}

func (j *jqReader) call(f *gojq.Func, in *jqValue) *jqValue {
	argument := in
	if !slices.Contains(onInput, f.Name) {
		argument = nil
	}
	for _, q := range f.Args {
		j.query(q, argument)
	}
	if slices.Contains(unchanged, f.Name) {
		return in
	}
	return nil
}

// path reads a path from a value, and returns the value at its end.
func (j *jqReader) path(in *jqValue, suffixes []*gojq.Suffix) *jqValue {
	if in == nil {
		return nil
	}
	var names []string
	known := true
	for _, s := range suffixes {
		if s.Optional || !known {
			continue
		}
		name := ""
		switch {
		case s.Iter || s.Index.IsSlice:
		case s.Index.Name != "":
			name = s.Index.Name
		case s.Index.Str != nil && s.Index.Str.Queries == nil:
			name = s.Index.Str.Str
		case s.Index.Start != nil && s.Index.Start.Term != nil && s.Index.Start.Term.Str != nil && s.Index.Start.Term.Str.Queries == nil:
			name = s.Index.Start.Term.Str.Str
		}
		if known = name != ""; known {
			names = append(names, name)
		}
	}
	switch {
	case len(names) == 0 && known:
		return in
	case len(names) == 0:
		return nil
	}
	path, begins, read := append(slices.Clone(in.path), names...), j.offset(names[0]), in.from
	if read != nil {
		read.path, read.at, in.from = path, begins, nil
	} else {
		if !j.alternative {
			j.chain++
		}
		read = &access{path: path, at: begins, chain: j.chain}
		j.found = append(j.found, read)
	}
	j.alternative = false
	if !known {
		return nil
	}
	return &jqValue{path, read}
}

// offset returns the offset of the next path that begins with a name.
func (j *jqReader) offset(name string) int {
	first := len(j.text)
	for _, form := range []string{"." + name, `."` + name, `["` + name, `.["` + name} {
		if i := strings.Index(j.text[j.at:], form); i >= 0 {
			first = min(first, j.at+i)
		}
	}
	if first == len(j.text) {
		return j.at
	}
	j.at = first + 1
	return first
}
