package schemas

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// Only this file uses the library. The rest of the package works with the texts of the
// schemas and with the errors found.

// validators holds, for every schema, a function that compiles it on its first
// call; the map itself never changes.
var validators = sync.OnceValue(func() map[string]func() (validator, error) {
	m := map[string]func() (validator, error){}
	for _, name := range Names() {
		m[name] = sync.OnceValues(func() (validator, error) { return compile(name, Source) })
	}
	return m
})

// validator is a compiled schema.
type validator struct{ schema *jsonschema.Schema }

// compile makes a validator for the named schema. source returns its text, and the
// texts of the schemas that it refers to.
func compile(name string, source func(name string) ([]byte, error)) (validator, error) {
	compiler := jsonschema.NewCompiler()
	compiler.Draft = jsonschema.Draft2020
	compiler.LoadURL = func(url string) (io.ReadCloser, error) {
		name, _, ok := Named(url)
		if !ok {
			return nil, fmt.Errorf("%s is not a schema of this package", url)
		}
		data, err := source(name)
		if err != nil {
			return nil, err
		}
		return io.NopCloser(bytes.NewReader(data)), nil
	}
	schema, err := compiler.Compile(ID(name))
	if err != nil {
		return validator{}, fmt.Errorf("compiling %s: %w", name, err)
	}
	return validator{schema}, nil
}

// mismatch is one reason why a value does not fit a schema.
type mismatch struct {
	// at is the JSON Pointer of the value.
	at string
	// rule is the location of the violated keyword: the $id of its schema and, after #,
	// a JSON Pointer.
	rule string
	// message is the library's own.
	message string
	causes  []mismatch
}

// check returns why a value does not fit, or nil if it does. The library panics on some
// values; such a panic is returned as an error.
func (v validator) check(value any) (found *mismatch, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the validator gave up: %v", r)
		}
	}()
	if err := v.schema.Validate(value); err != nil {
		report, ok := errors.AsType[*jsonschema.ValidationError](err)
		if !ok {
			return nil, err
		}
		m := mismatchOf(report)
		return &m, nil
	}
	return nil, nil
}

func mismatchOf(report *jsonschema.ValidationError) mismatch {
	m := mismatch{unescaped(report.InstanceLocation), unescaped(report.AbsoluteKeywordLocation), report.Message, nil}
	for _, cause := range report.Causes {
		m.causes = append(m.causes, mismatchOf(cause))
	}
	return m
}

// unescaped reverses the URL escaping of the library's pointers.
func unescaped(location string) string {
	if plain, err := url.PathUnescape(location); err == nil {
		return plain
	}
	return location
}
