package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/cassette"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/engine/effect"
)

// Recorded is a record with the agent's verdict.
type Recorded struct {
	Record  cassette.Record
	Verdict effect.Kind
}

// Cases writes a case file of records, with paths relative to a folder if they are below it.
// Equal payloads of one hook are one case. left has the records whose command is more than a file
// and its arguments, which a case can't express.
func Cases(records []Recorded, command func(cassette.Record) string, places commandfile.Places, folder, from string) (text []byte, cases int, left []cassette.Record) {
	var out bytes.Buffer
	fmt.Fprintf(&out, "# What %s recorded.\ncases:\n", from)
	var seen, names []string
	for _, r := range records {
		words, ok := wordsOf(command(r.Record), places, folder)
		if !ok {
			left = append(left, r.Record)
			continue
		}
		key := strings.Join(append(slices.Clone(words), r.Record.Agent, r.Record.Event, string(r.Record.Stdin)), "\x00")
		if slices.Contains(seen, key) {
			continue
		}
		seen = append(seen, key)
		name := nameOf(r.Record)
		for n := 2; slices.Contains(names, strings.Join(words, " ")+name); n++ {
			name = fmt.Sprintf("%s, %d", nameOf(r.Record), n)
		}
		names = append(names, strings.Join(words, " ")+name)
		cases++
		fmt.Fprintf(&out, "  - name: %s\n    hook: %s\n    agents: [%s]\n    event: %s\n    stdin: %s\n    expect: {verdict: %s",
			quoted(name), quoted(words), quoted(r.Record.Agent), quoted(r.Record.Event), quoted(string(r.Record.Stdin)), quoted(string(r.Verdict)))
		if r.Record.Signal == "" {
			fmt.Fprintf(&out, ", exit: %d", r.Record.Exit)
		}
		out.WriteString("}\n")
	}
	return out.Bytes(), cases, left
}

// wordsOf returns a command's file, relative to a folder, and its arguments.
func wordsOf(command string, places commandfile.Places, folder string) ([]string, bool) {
	if strings.ContainsAny(command, "|&;<>()`\n") {
		return nil, false
	}
	rest := strings.TrimSpace(places.Expanded(command))
	var words []string
	for rest != "" {
		word, after, plain := commandfile.FirstWord(rest)
		if !plain || word == "" {
			return nil, false
		}
		words, rest = append(words, word), strings.TrimSpace(after)
	}
	if len(words) == 0 || !strings.Contains(words[0], "/") {
		return nil, false
	}
	path := places.Path(words[0])
	if below, err := filepath.Rel(folder, path); err == nil {
		path = filepath.ToSlash(below)
	}
	words[0] = path
	return words, true
}

// nameOf describes what happened.
func nameOf(r cassette.Record) string {
	var payload struct {
		Tool   string `json:"tool_name"`
		Source string `json:"source"`
	}
	// A payload that is not an object has neither a tool nor a source.
	_ = json.Unmarshal(r.Stdin, &payload)
	name := r.Event
	for _, more := range []string{payload.Tool, payload.Source} {
		if more != "" {
			name += " " + more
		}
	}
	return name
}

// quoted formats a text, or a list of texts, as JSON, which is valid YAML.
func quoted(value any) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	// Encoding texts can't fail.
	_ = encoder.Encode(value)
	return strings.TrimSuffix(out.String(), "\n")
}
