package driver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/document"
)

// replaced returns the settings file as the agent sees it; nil if that is as it is.
func (l Login) replaced(s Spec, seen map[string][]byte) (path string, changed []byte) {
	path = s.at(l.Path)
	text, known := seen[path]
	if !known {
		text, _ = os.ReadFile(path)
	}
	if l.Add && len(text) == 0 {
		text = []byte("{}")
	}
	root, err := document.Parse(path, text, document.Options{AllowComments: true, AllowTrailingCommas: true})
	if err != nil {
		// The agent reports that, or there is no file.
		return path, nil
	}
	value, _ := json.Marshal(l.Value)
	names := strings.Split(l.Name, ".")
	if node, ok := root.At(names...); ok {
		if bytes.Equal(text[node.Position().Offset:node.End()], value) {
			return path, nil
		}
		return path, slices.Concat(text[:node.Position().Offset], value, text[node.End():])
	}
	if !l.Add {
		return path, nil
	}
	for n := len(names) - 1; n >= 0; n-- {
		parent, ok := root.At(names[:n]...)
		if !ok {
			value = fmt.Appendf(nil, "{%q: %s}", names[n], value)
			continue
		}
		if parent.Kind() != document.Object {
			break
		}
		member := fmt.Appendf(nil, "%q: %s", names[n], value)
		if len(parent.Fields()) > 0 {
			member = append(member, ", "...)
		}
		inside := parent.Position().Offset + 1
		return path, slices.Concat(text[:inside], member, text[inside:])
	}
	return path, nil
}

// text returns the file's JSON text with the values set.
func (f File) text() ([]byte, error) {
	root := map[string]any{}
	if data, err := os.ReadFile(f.Path); err == nil {
		if err := json.Unmarshal(data, &root); err != nil {
			return nil, &Untestable{fmt.Sprintf("%s is not JSON: %v", f.Path, err), "the agent would not start with it"}
		}
	}
	for path, value := range f.Set {
		at, names := root, strings.Split(path, ".")
		for _, name := range names[:len(names)-1] {
			inner, ok := at[name].(map[string]any)
			if !ok {
				inner = map[string]any{}
				at[name] = inner
			}
			at = inner
		}
		at[names[len(names)-1]] = value
	}
	return json.Marshal(root)
}
