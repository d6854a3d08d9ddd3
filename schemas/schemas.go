// Package schemas holds the JSON Schemas (draft 2020-12) of what hooks read and write
// and of their configuration. It checks a value against one and returns the list of
// faults, each with its position and a plain sentence.
//
// Most callers need ValidateBytes with Stdin or Stdout of an event.
//
// The schemas say which shapes a contract has. They do not say what an agent
// does with a value: an unknown decision, for example, fits and still does not
// block (INT-16). Nothing is fetched: every reference stays inside this package.
package schemas

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/spelling"
	"github.com/hooktest/hooktest/internal/website"
)

//go:embed *.schema.json stdin/*.schema.json stdout/*.schema.json
var files embed.FS

const suffix = ".schema.json"

// base is the address of the folder with the published schemas.
const base = website.Base + "schemas/"

// ID returns the $id of the schema with a name. It is the address at which the schema
// is published.
func ID(name string) string { return base + name + suffix }

// Named returns the name of the schema that an $id or a $ref refers to, and the JSON
// Pointer in it.
func Named(id string) (name, pointer string, ok bool) {
	id, pointer, _ = strings.Cut(id, "#")
	name, ok = strings.CutPrefix(id, base)
	if !ok {
		return "", "", false
	}
	name, ok = strings.CutSuffix(name, suffix)
	return name, pointer, ok
}

// Names returns the names of all schemas, sorted.
func Names() []string {
	var names []string
	// Walking an embedded tree can't fail; if it did, the list would be short, and
	// every lookup by name would report that.
	_ = fs.WalkDir(files, ".", func(path string, _ fs.DirEntry, err error) error {
		if name, ok := strings.CutSuffix(path, suffix); ok {
			names = append(names, name)
		}
		return err
	})
	slices.Sort(names)
	return names
}

// Source returns the text of a schema. For an unknown name it returns an error that
// suggests the nearest one.
func Source(name string) ([]byte, error) {
	data, err := files.ReadFile(name + suffix)
	if err != nil {
		return nil, unknownName(name)
	}
	return data, nil
}

func unknownName(name string) error {
	if near, ok := spelling.Nearest(name, Names()); ok {
		return fmt.Errorf("unknown schema %q, did you mean %q", name, near)
	}
	return fmt.Errorf("unknown schema %q", name)
}

// Stdin returns the name of the input schema of an event, such as stdin/before-tool for
// BeforeTool. For an unknown event it returns a name without a schema.
func Stdin(event string) string { return "stdin/" + kebab(event) }

// Stdout returns the name of the answer schema of an event, such as stdout/before-tool
// for BeforeTool. For an unknown event it returns a name without a schema.
func Stdout(event string) string { return "stdout/" + kebab(event) }

func kebab(event string) string {
	var b strings.Builder
	for i, r := range event {
		if 'A' <= r && r <= 'Z' {
			if i > 0 {
				b.WriteByte('-')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Validate checks a value in memory against a schema. The value is one of package
// jsonvalue, or any Go value that encoding/json can write. If it does not fit, the
// error is an *Error whose faults have no position.
func Validate(name string, value any) error {
	value, err := jsonvalue.From(value)
	if err != nil {
		return fmt.Errorf("the value is not JSON: %w", err)
	}
	node, err := document.FromValue(value)
	if err != nil {
		return fmt.Errorf("the value is not JSON: %w", err)
	}
	return ValidateNode(name, node)
}

// ValidateBytes checks a text against a schema. file is the name for positions; it is
// not opened. The error is a *document.SyntaxError for an invalid text, and an *Error
// for one that does not fit.
func ValidateBytes(name, file string, data []byte, opts document.Options) error {
	node, err := document.Parse(file, data, opts)
	if err != nil {
		return err
	}
	return ValidateNode(name, node)
}

// ValidateBy checks a text against a schema from outside this package. Its $id must
// be that of ID, and it must not refer to other schemas.
func ValidateBy(schema []byte, file string, data []byte, opts document.Options) error {
	return ValidateIn(func(string) ([]byte, error) { return schema, nil }, "given", file, data, opts)
}

// ValidateIn checks a text against a schema of another set than this package's, such as
// that of an older version. source returns the text of a schema of the set by its name.
func ValidateIn(source func(name string) ([]byte, error), name, file string, data []byte, opts document.Options) error {
	node, err := document.Parse(file, data, opts)
	if err != nil {
		return err
	}
	compiled, err := compile(name, source)
	if err != nil {
		return err
	}
	return compiled.validate("the given schema", node)
}

// ValidateNode checks a document, or a part of one, against a schema. If it does not
// fit, the error is an *Error.
func ValidateNode(name string, node *document.Node) error {
	validator, ok := validators()[name]
	if !ok {
		return unknownName(name)
	}
	schema, err := validator()
	if err != nil {
		return err
	}
	return schema.validate(name, node)
}

// validate returns the faults of a document.
func (v validator) validate(name string, node *document.Node) error {
	instance := flatten(node)
	cause, err := v.check(instance.value)
	if err != nil {
		return fmt.Errorf("validating against %s: %w", name, err)
	}
	faults := instance.faults(cause)
	if len(faults) == 0 {
		return nil
	}
	return newError(name, faults, instance.more)
}
