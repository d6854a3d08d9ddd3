package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

// keeps checks that stdout still has what an older version printed there: keeps NAME [SCHEMA]. Each
// JSON document in it must fit the schema of then, and the documents together must have every member
// that those of then have, with its types. What is new there, readers ignore. The script's name is the
// version. With -update, keeps writes what the version has not stored yet, and changes nothing else.
func keeps(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: keeps NAME [SCHEMA]")
	}
	folder := filepath.Join("testdata", "script", "stability", ts.Name())
	stdout := ts.ReadFile("stdout")
	now, err := documents([]byte(stdout))
	ts.Check(err)
	path := filepath.Join(folder, args[0]+".json")
	ts.Check(store(path, func() ([]byte, error) {
		all, err := documents([]byte(strings.ReplaceAll(stdout, ts.Getenv("WORK"), "/project")))
		var text []byte
		for _, one := range varied(all) {
			text = append(jsonvalue.Append(text, one), '\n')
		}
		return text, err
	}))
	text, err := os.ReadFile(path)
	ts.Check(err)
	then, err := documents(text)
	ts.Check(err)
	if len(args) == 2 {
		source := func(name string) ([]byte, error) {
			path := filepath.Join(folder, name+".schema.json")
			if err := store(path, func() ([]byte, error) { return readersSchema(name) }); err != nil {
				return nil, err
			}
			return os.ReadFile(path)
		}
		for _, one := range slices.Concat(now, then) {
			ts.Check(schemas.ValidateIn(source, args[1], args[0], jsonvalue.Marshal(one), document.Options{}))
		}
	}
	has := members(now)
	var lost []string
	for member := range members(then) {
		if !has[member] {
			lost = append(lost, member)
		}
	}
	if slices.Sort(lost); len(lost) > 0 {
		ts.Fatalf("%s of %s has members that today's has not:\n%s", args[0], ts.Name(), strings.Join(lost, "\n"))
	}
}

// store writes a file that does not exist yet, with -update.
func store(path string, text func() ([]byte, error)) error {
	if _, err := os.Stat(path); err == nil || !*update {
		return nil
	}
	data, err := text()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o666)
}

// documents reads one JSON document, or one on each line.
func documents(text []byte) (all []any, err error) {
	if one, err := jsonvalue.Parse(text); err == nil {
		return []any{one}, nil
	}
	for line := range bytes.Lines(text) {
		one, err := jsonvalue.Parse(line)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// readersSchema returns a schema as readers apply it: they ignore members that they do not know. It
// has no descriptions, which are most of its text.
func readersSchema(name string) ([]byte, error) {
	source, err := schemas.Source(name)
	if err != nil {
		return nil, err
	}
	value, err := jsonvalue.Parse(source)
	return append(jsonvalue.Marshal(withoutWords(value, false)), '\n'), err
}

// withoutWords leaves out what only people read, and that unknown members are refused. In an object
// of named schemas every member stays.
func withoutWords(value any, named bool) any {
	switch value := value.(type) {
	case []any:
		all := make([]any, len(value))
		for i, one := range value {
			all[i] = withoutWords(one, false)
		}
		return all
	case *jsonvalue.Object:
		less := jsonvalue.New()
		for name, one := range value.All() {
			words := slices.Contains([]string{"title", "description", "examples", "x-hooktest-req"}, name)
			if !named && (words || name == "unevaluatedProperties" && one == false) {
				continue
			}
			less.Set(name, withoutWords(one, !named && (name == "properties" || name == "$defs")))
		}
		return less
	}
	return value
}

// members returns the members of documents as their paths, and those with a value as their paths with
// its type. Lines of a stream are compared by their kind.
func members(all []any) map[string]bool {
	found := map[string]bool{}
	for _, one := range all {
		at := ""
		if object, ok := one.(*jsonvalue.Object); ok {
			at, _ = object.GetString("kind")
		}
		collect(one, at, found)
	}
	return found
}

// payload reports whether a member is what a hook read, which changes with its agent.
func payload(name string, value any) bool {
	_, object := value.(*jsonvalue.Object)
	return name == "stdin" && object
}

func collect(value any, at string, found map[string]bool) {
	found[at] = true
	if value != nil {
		found[fmt.Sprintf("%s: %s", at, jsonvalue.KindOf(value))] = true
	}
	switch value := value.(type) {
	case []any:
		for _, one := range value {
			collect(one, at+"[]", found)
		}
	case *jsonvalue.Object:
		for name, one := range value.All() {
			if payload(name, one) {
				one = jsonvalue.New()
			}
			collect(one, at+"."+name, found)
		}
	}
}

// varied leaves out the elements of lists that have no member that those before them have not.
func varied(all []any) []any {
	var kept []any
	found := map[string]bool{}
	for _, one := range all {
		before := len(found)
		collect(one, "", found)
		if len(found) > before || len(kept) == 0 {
			kept = append(kept, thinned(one))
		}
	}
	return kept
}

// thinned returns a document with varied lists.
func thinned(value any) any {
	switch value := value.(type) {
	case []any:
		return append([]any{}, varied(value)...)
	case *jsonvalue.Object:
		less := jsonvalue.New()
		for name, one := range value.All() {
			if payload(name, one) {
				one = jsonvalue.New()
			}
			less.Set(name, thinned(one))
		}
		return less
	}
	return value
}
