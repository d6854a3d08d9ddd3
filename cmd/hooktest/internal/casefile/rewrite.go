package casefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/yamltext"
)

// A Rewriting replaces a value of a file.
type Rewriting struct {
	// Node is the value as parsed.
	Node *document.Node
	// Value is a value of package jsonvalue.
	Value any
}

// Rewrite changes values in the text of a case file, or of a hook with cases in its comments, and
// preserves everything else. It skips values that can't be changed on their own: then it returns
// both a text and an error, and done has the others. The file may have changed since the values
// were parsed. If a value differs from what was parsed, or the new text does not parse as intended,
// Rewrite changes nothing and returns an error.
func Rewrite(path string, data []byte, all []Rewriting) (after []byte, done []Rewriting, err error) {
	var before *document.Node
	if Is(path) {
		if before, err = yamltext.Parse(path, data); err != nil {
			return nil, nil, err
		}
		for _, one := range all {
			if !unmoved(one.Node, before) {
				return nil, nil, &Fault{one.Node.Position(), changedSince}
			}
		}
	}
	all = slices.Clone(all)
	// Start at the end of the file, so that earlier offsets stay valid.
	slices.SortFunc(all, func(a, b Rewriting) int { return b.Node.Position().Offset - a.Node.Position().Offset })
	out := data
	var left []error
	for _, one := range all {
		start := one.Node.Position().Offset
		length, ok := written(data, one.Node)
		switch {
		case !ok && before == nil:
			return nil, nil, &Fault{one.Node.Position(), changedSince}
		case !ok:
			left = append(left, &Fault{one.Node.Position(), "what came can't be written in place of several lines: write it by hand"})
			continue
		}
		done = append(done, one)
		tail := []byte(nil)
		for _, end := range []string{"\r\n", "\n"} {
			if bytes.HasSuffix(data[start:start+length], []byte(end)) {
				tail = []byte(end)
				break
			}
		}
		out = slices.Concat(out[:start], []byte(inYAML(one.Value)), tail, out[start+length:])
	}
	if before == nil {
		if _, err := Comments(path, out); err != nil {
			return nil, nil, errByHand(path)
		}
		return out, done, nil
	}
	// The errors are in reverse order of the file.
	slices.Reverse(left)
	tree, err := yamltext.Parse(path, out)
	if err != nil || !alike(before, tree, done) {
		return nil, nil, errByHand(path)
	}
	return out, done, errors.Join(left...)
}

func errByHand(path string) error {
	return fmt.Errorf("%s: what came can't be written there without changing more: write it by hand", path)
}

const changedSince = "the file has changed since it was read: run the cases again"

// unmoved reports whether a value is still at its place in a tree.
func unmoved(value, in *document.Node) bool {
	if in.Position() == value.Position() && in.Kind() == value.Kind() {
		return jsonvalue.Equal(in.Value(), value.Value())
	}
	return slices.ContainsFunc(in.Items(), func(item *document.Node) bool { return unmoved(value, item) }) ||
		slices.ContainsFunc(in.Fields(), func(field document.Field) bool { return unmoved(value, field.Value) })
}

// written returns the length of a value in a text; ok is false if it is unknown, as for an unquoted
// text of several lines.
func written(data []byte, node *document.Node) (length int, ok bool) {
	start := node.Position().Offset
	if start >= len(data) {
		return 0, false
	}
	rest := data[start:]
	switch rest[0] {
	case '"', '\'':
		return quoted(rest)
	case '|', '>':
		return block(data, start), true
	case '[', '{':
		return enclosed(rest)
	}
	text := ""
	switch node.Kind() {
	case document.String:
		text = node.Text()
	case document.Array, document.Object:
		return 0, false
	default:
		text = string(jsonvalue.Marshal(node.Value()))
	}
	return len(text), text != "" && bytes.HasPrefix(rest, []byte(text))
}

// quoted returns the length of a quoted text.
func quoted(rest []byte) (length int, closed bool) {
	for i := 1; i < len(rest); i++ {
		switch {
		case rest[0] == '"' && rest[i] == '\\':
			i++
		case rest[i] == rest[0] && rest[0] == '\'' && i+1 < len(rest) && rest[i+1] == '\'':
			i++
		case rest[i] == rest[0]:
			return i + 1, true
		}
	}
	return 0, false
}

// enclosed returns the length of a list or mapping in brackets.
func enclosed(rest []byte) (length int, closed bool) {
	depth := 0
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; c {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return i + 1, true
			}
		case '"', '\'':
			if before := rest[i-1]; before != ' ' && before != '[' && before != '{' && before != ',' && before != ':' {
				// A quote inside a word does not begin a quoted text.
				continue
			}
			n, ok := quoted(rest[i:])
			if !ok {
				return 0, false
			}
			i += n - 1
		}
	}
	return 0, false
}

// block returns the length of a block of lines that are indented more than its first line.
func block(data []byte, start int) int {
	line := bytes.LastIndexByte(data[:start], '\n') + 1
	indent := indentOf(data[line:])
	end := start
	for first := true; end < len(data); first = false {
		next := bytes.IndexByte(data[end:], '\n')
		if next < 0 {
			return len(data) - start
		}
		text := data[end : end+next+1]
		if !first && len(bytes.TrimSpace(text)) > 0 && indentOf(text) <= indent {
			break
		}
		end += next + 1
	}
	return end - start
}

// indentOf counts the blanks and list dashes at the start of a line.
func indentOf(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " -")) }

// plain matches texts that need no quotes in YAML, except for reserved words.
var (
	plain    = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_./-]*( [A-Za-z0-9_./-]+)*$`)
	reserved = lazyregexp.New(`(?i)^(true|false|null|yes|no|on|off|y|n)$`)
)

// inYAML formats a value on one line. JSON is YAML.
func inYAML(value any) string {
	if text, ok := value.(string); ok && plain.MatchString(text) && !reserved.MatchString(text) {
		return text
	}
	if number, ok := value.(json.Number); ok {
		return string(number)
	}
	return string(jsonvalue.Marshal(value))
}

// alike reports whether two trees are equal except for the changed values.
func alike(before, after *document.Node, changed []Rewriting) bool {
	for _, one := range changed {
		if one.Node.Position() == before.Position() && one.Node.Kind() == before.Kind() {
			return jsonvalue.Equal(after.Value(), one.Value)
		}
	}
	if before.Kind() != after.Kind() || len(before.Items()) != len(after.Items()) || len(before.Fields()) != len(after.Fields()) {
		return false
	}
	for i, item := range before.Items() {
		if !alike(item, after.Items()[i], changed) {
			return false
		}
	}
	for i, field := range before.Fields() {
		if other := after.Fields()[i]; field.Name != other.Name || !alike(field.Value, other.Value, changed) {
			return false
		}
	}
	return before.Kind() == document.Array || before.Kind() == document.Object || jsonvalue.Equal(before.Value(), after.Value())
}
