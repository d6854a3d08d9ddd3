package casefile

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A Path is the path of a value in hook output: dotted names, and list indexes from 0 in brackets.
type Path struct {
	text  string
	steps []step
}

// A step is a name or a list index.
type step struct {
	name string
	item int
}

func (p Path) String() string { return p.text }

// ParsePath reads a path, such as hookSpecificOutput.permissionDecision or
// messages[0].text.
func ParsePath(text string) (Path, error) {
	p := Path{text: text}
	for part := range strings.SplitSeq(text, ".") {
		name, rest, counted := strings.Cut(part, "[")
		if name == "" && (!counted || len(p.steps) > 0) {
			return Path{}, fmt.Errorf("%q is not a path: a name is missing", text)
		}
		if name != "" {
			p.steps = append(p.steps, step{name: name, item: -1})
		}
		for counted {
			number, after, closed := strings.Cut(rest, "]")
			n, err := strconv.Atoi(number)
			if err != nil || n < 0 || !closed || after != "" && after[0] != '[' {
				return Path{}, fmt.Errorf("%q is not a path: items are counted in brackets, as in messages[0].text", text)
			}
			p.steps = append(p.steps, step{item: n})
			rest, counted = strings.CutPrefix(after, "[")
		}
	}
	return p, nil
}

// In returns the value at the path; ok is false if there is none.
func (p Path) In(value any) (found any, ok bool) {
	for _, s := range p.steps {
		switch in := value.(type) {
		case *jsonvalue.Object:
			if value, ok = in.Get(s.name); !ok || s.item >= 0 {
				return nil, false
			}
		case []any:
			if s.item < 0 || s.item >= len(in) {
				return nil, false
			}
			value = in[s.item]
		default:
			return nil, false
		}
	}
	return value, true
}
