package schemas

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/engine/document"
)

// instance is a document in the library's form, with the data to map the library's
// report back.
type instance struct {
	root  *document.Node
	value any
	order map[*document.Node]int // place in the document, for sorting
	path  []string
	found []Fault
	// more counts the faults beyond mostFaults.
	more int
}

func flatten(root *document.Node) *instance {
	in := &instance{root: root, order: map[*document.Node]int{}}
	in.value = in.plain(root)
	return in
}

func (in *instance) plain(n *document.Node) any {
	in.order[n] = len(in.order)
	switch n.Kind() {
	case document.Bool:
		return n.Bool()
	case document.Number:
		if inRange(string(n.Number())) {
			return n.Number()
		}
		if len(in.found) == mostFaults {
			in.more++
			return json.Number("1")
		}
		in.found = append(in.found, Fault{
			Pointer: pointer(in.path), Position: n.Position(),
			Keyword: outOfRange, Message: "number out of range",
		})
		return json.Number("1")
	case document.String:
		return n.Text()
	case document.Array:
		list := make([]any, len(n.Items()))
		for i, item := range n.Items() {
			in.path = append(in.path, strconv.Itoa(i))
			list[i] = in.plain(item)
			in.path = in.path[:len(in.path)-1]
		}
		return list
	case document.Object:
		object := make(map[string]any, len(n.Fields()))
		for _, field := range n.Fields() {
			if last, _ := n.Field(field.Name); last != field.Value {
				continue
			}
			in.path = append(in.path, field.Name)
			object[field.Name] = in.plain(field.Value)
			in.path = in.path[:len(in.path)-1]
		}
		return object
	}
	return nil
}

const (
	// outOfRange is the Keyword of a fault that no schema keyword causes.
	outOfRange = "number"
	// maxExponent and maxDigits limit what the library computes exactly. A binary64, in
	// which most hooks store numbers, ends at 1e308; the library panics from about
	// 1e1000000 on.
	maxExponent = 1000
	maxDigits   = 1100
)

func inRange(number string) bool {
	digits, exponent, ok := strings.Cut(strings.ToLower(number), "e")
	if len(digits) > maxDigits {
		return false
	}
	if !ok {
		return true
	}
	n, err := strconv.Atoi(exponent)
	return err == nil && -maxExponent <= n && n <= maxExponent
}

// faults returns the faults from the report and those found while flattening, sorted by
// position.
func (in *instance) faults(report *mismatch) []Fault {
	w := wording{sources: map[string]*document.Node{}}
	faults := in.found
	replaced := map[string]bool{}
	for _, fault := range in.found {
		replaced[fault.Pointer] = true
	}
	if report != nil {
		for _, leaf := range leaves(*report) {
			for _, fault := range in.blame(&w, leaf) {
				// Other violations by a replaced number are meaningless; only an
				// unknown field is still a fault.
				if !replaced[fault.Pointer] || fault.Keyword == "unevaluatedProperties" {
					faults = append(faults, fault)
				}
			}
		}
	}
	slices.SortStableFunc(faults, in.compare)
	return slices.CompactFunc(faults, func(a, b Fault) bool {
		return a.Pointer == b.Pointer && a.Keyword == b.Keyword && (a.Message == b.Message || a.Keyword == "type")
	})
}

func (in *instance) compare(a, b Fault) int {
	place := func(f Fault) int {
		node, _ := in.root.Pointer(f.Pointer)
		return in.order[node]
	}
	if c := place(a) - place(b); c != 0 {
		return c
	}
	if c := strings.Compare(a.Pointer+"\x00"+a.Keyword, b.Pointer+"\x00"+b.Keyword); c != 0 {
		return c
	}
	// If two schemas both require another type, the narrower one comes first and
	// replaces both.
	if c := len(a.Message) - len(b.Message); c != 0 {
		return c
	}
	return strings.Compare(a.Message, b.Message)
}

// blame turns one leaf of the report into faults: one for each missing field,
// else exactly one.
func (in *instance) blame(w *wording, leaf mismatch) []Fault {
	node, ok := in.root.Pointer(leaf.at)
	if !ok {
		return []Fault{{Pointer: leaf.at, Message: leaf.message}}
	}
	rule := w.rule(leaf.rule)
	position := node.Position()
	if rule.aboutName {
		position = in.namePosition(leaf.at, position)
	}
	if rule.keyword == "required" {
		var faults []Fault
		for _, name := range rule.value.Items() {
			if _, ok := node.Field(name.Text()); !ok {
				faults = append(faults, Fault{leaf.at, position, rule.keyword, name.Text(), "lacks the field " + quote(name.Text())})
			}
		}
		return faults
	}
	property := ""
	if rule.aboutName {
		property = lastToken(leaf.at)
	}
	return []Fault{{leaf.at, position, rule.keyword, property, rule.message(node, lastToken(leaf.at), leaf.message)}}
}

func (in *instance) namePosition(at string, otherwise document.Position) document.Position {
	parent, ok := in.root.Pointer(at[:max(strings.LastIndexByte(at, '/'), 0)])
	if !ok {
		return otherwise
	}
	field, ok := parent.Lookup(lastToken(at))
	if !ok {
		return otherwise
	}
	return field.NamePosition
}

// leaves returns the causes without a cause of their own. If one of several
// alternatives had to match, only the closest one is reported: the author did not mean
// the others.
func leaves(report mismatch) []mismatch {
	if len(report.causes) == 0 {
		return []mismatch{report}
	}
	keyword := lastToken(report.rule)
	var all []mismatch
	for i, cause := range report.causes {
		found := leaves(cause)
		switch {
		case keyword != "anyOf" && keyword != "oneOf":
			all = append(all, found...)
		case i == 0 || closer(found, all):
			all = found
		}
	}
	return all
}

// closer reports whether the faults of an alternative are deeper in the value than
// another's, or fewer at the same depth.
func closer(a, b []mismatch) bool {
	depth := func(list []mismatch) int {
		least := strings.Count(list[0].at, "/")
		for _, leaf := range list {
			least = min(least, strings.Count(leaf.at, "/"))
		}
		return least
	}
	if depth(a) != depth(b) {
		return depth(a) > depth(b)
	}
	return len(a) < len(b)
}

func pointer(path []string) string {
	var b strings.Builder
	for _, step := range path {
		b.WriteByte('/')
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(step, "~", "~0"), "/", "~1"))
	}
	return b.String()
}

func lastToken(pointer string) string {
	return unescape(pointer[strings.LastIndexByte(pointer, '/')+1:])
}

func unescape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}
