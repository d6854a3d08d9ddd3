package schemas

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// This file is all that knows the library. Whatever else the package does, it
// does with the texts of the schemas and with misfits.

// idPrefix stands in front of a schema's name in its $id.
const idPrefix = "urn:hooktest:schema:"

// validators holds, for every schema, a function that compiles it on its first
// call; the map itself never changes.
var validators = func() map[string]func() (validator, error) {
	m := map[string]func() (validator, error){}
	for _, name := range Names() {
		m[name] = sync.OnceValues(func() (validator, error) { return compile(name, Source) })
	}
	return m
}()

// validator is a compiled schema.
type validator struct{ schema *jsonschema.Schema }

// compile makes a validator of the schema of a name. source gives the text of it
// and of those that it refers to.
func compile(name string, source func(name string) ([]byte, error)) (validator, error) {
	compiler := jsonschema.NewCompiler()
	compiler.Draft = jsonschema.Draft2020
	compiler.LoadURL = func(url string) (io.ReadCloser, error) {
		name, ok := strings.CutPrefix(url, idPrefix)
		if !ok {
			return nil, fmt.Errorf("%s is not a schema of this package", url)
		}
		data, err := source(name)
		if err != nil {
			return nil, err
		}
		return io.NopCloser(bytes.NewReader(data)), nil
	}
	schema, err := compiler.Compile(idPrefix + name)
	if err != nil {
		return validator{}, fmt.Errorf("compiling %s: %w", name, err)
	}
	return validator{schema}, nil
}

// misfit is one reason why a value does not fit a schema.
type misfit struct {
	// at is the JSON Pointer of the value.
	at string
	// rule is where the keyword stands that was not met, such as
	// urn:hooktest:schema:settings#/properties/hooks/type.
	rule string
	// message is the library's own.
	message string
	causes  []misfit
}

// check tells why a value does not fit, nil where it does. The library panics on
// values it was not made for, so that a panic ends as an error here.
func (v validator) check(value any) (found *misfit, err error) {
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
		m := misfitOf(report)
		return &m, nil
	}
	return nil, nil
}

func misfitOf(report *jsonschema.ValidationError) misfit {
	m := misfit{unescaped(report.InstanceLocation), unescaped(report.AbsoluteKeywordLocation), report.Message, nil}
	for _, cause := range report.Causes {
		m.causes = append(m.causes, misfitOf(cause))
	}
	return m
}

// unescaped undoes the escaping of URLs, which the library's pointers have.
func unescaped(location string) string {
	if plain, err := url.PathUnescape(location); err == nil {
		return plain
	}
	return location
}
