package schemas

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// idPrefix stands in front of a schema's name in its $id.
const idPrefix = "urn:hooktest:schema:"

// compilers holds, for every schema, a function that compiles it on its first
// call; the map itself never changes.
var compilers = func() map[string]func() (*jsonschema.Schema, error) {
	m := map[string]func() (*jsonschema.Schema, error){}
	for _, name := range Names() {
		m[name] = sync.OnceValues(func() (*jsonschema.Schema, error) { return compile(name) })
	}
	return m
}()

func compiled(name string) (*jsonschema.Schema, error) {
	compiler, ok := compilers[name]
	if !ok {
		return nil, unknownName(name)
	}
	return compiler()
}

func compile(name string) (*jsonschema.Schema, error) {
	return newCompiler().Compile(idPrefix + name)
}

// newCompiler makes one that finds the schemas of this package and no others.
func newCompiler() *jsonschema.Compiler {
	compiler := jsonschema.NewCompiler()
	compiler.Draft = jsonschema.Draft2020
	compiler.LoadURL = func(url string) (io.ReadCloser, error) {
		name, ok := strings.CutPrefix(url, idPrefix)
		if !ok {
			return nil, fmt.Errorf("%s is not a schema of this package", url)
		}
		data, err := Source(name)
		if err != nil {
			return nil, err
		}
		return io.NopCloser(bytes.NewReader(data)), nil
	}
	return compiler
}

// check gives the library's report, nil where the value fits. The library
// panics on values it was not made for, so that a panic ends as an error here.
func check(schema *jsonschema.Schema, value any) (report *jsonschema.ValidationError, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the validator gave up: %v", r)
		}
	}()
	if err := schema.Validate(value); err != nil {
		if report, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
			return report, nil
		}
		return nil, err
	}
	return nil, nil
}
