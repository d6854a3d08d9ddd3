package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/atomicfile"
)

// A result is the result of a whole run of one implementation.
type result struct {
	Implementation string `json:"implementation"`
	Version        string `json:"version"`
	Commit         string `json:"commit,omitempty"`
	// Sections are those that have clauses, in the order of their numbers.
	Sections []section `json:"sections"`
}

// A section holds the numbers of one section's clauses, and those without targets.
type section struct {
	Number  int            `json:"number"`
	Numbers stream.Numbers `json:"numbers"`
	Current stream.Numbers `json:"withoutTarget"`
}

// resultOf counts a run by section.
func resultOf(run stream.Run, c *catalogue.Catalogue) (result, error) {
	rolls, _ := run.RollUp()
	by := map[int]*section{}
	for _, roll := range rolls {
		requirement, ok := c.Lookup(roll.ID)
		if !ok {
			return result{}, fmt.Errorf("the run is of another catalogue: there is no %s", roll.ID)
		}
		s := by[requirement.Section]
		if s == nil {
			s = &section{Number: requirement.Section}
			by[requirement.Section] = s
		}
		n := roll.Numbers()
		s.Numbers = sum(s.Numbers, n)
		if !roll.Target {
			s.Current = sum(s.Current, n)
		}
	}
	i := run.Header.Adapter.Hello.Implementation
	r := result{Implementation: i.Name, Version: i.Version, Commit: i.Commit}
	for _, known := range c.Sections() {
		if s := by[known.Number]; s != nil {
			r.Sections = append(r.Sections, *s)
		}
	}
	return r, nil
}

func sum(a, b stream.Numbers) stream.Numbers {
	return stream.Numbers{Conformant: a.Conformant + b.Conformant, Observable: a.Observable + b.Observable, All: a.All + b.All}
}

// judged reports whether there was a run.
func (r result) judged() bool { return len(r.Sections) > 0 }

// total is the sum of all sections.
func (r result) total() section {
	var t section
	for _, s := range r.Sections {
		t.Numbers, t.Current = sum(t.Numbers, s.Numbers), sum(t.Current, s.Current)
	}
	return t
}

// edition returns the version and commit of the implementation.
func (r result) edition() string {
	if r.Commit == "" {
		return r.Version
	}
	return r.Version + ", commit " + r.Commit
}

// differs describes what differs in a newer result; empty if nothing does.
func (r result) differs(newer result) string {
	if !r.judged() {
		return "it has no numbers yet"
	}
	if r.Implementation != newer.Implementation || r.edition() != newer.edition() {
		return fmt.Sprintf("it speaks of %s %s, and %s %s was judged", r.Implementation, r.edition(), newer.Implementation, newer.edition())
	}
	if len(r.Sections) != len(newer.Sections) {
		return fmt.Sprintf("it has %d sections, and the catalogue has %d", len(r.Sections), len(newer.Sections))
	}
	for i, s := range newer.Sections {
		if old := r.Sections[i]; old != s {
			return fmt.Sprintf("it has %s in section %d, and the run has %s", figures(old.Numbers), s.Number, figures(s.Numbers))
		}
	}
	return ""
}

func resultPath(root, name string) string {
	return filepath.Join(root, "conformance", "implementations", name, "result.json")
}

// load reads the result of the last run; before the first one it returns an empty
// result.
func load(root, name string) (result, error) {
	var r result
	err := read(resultPath(root, name), &r)
	return r, err
}

// read reads a file that save has written. If there is none, it does not change value.
func read(path string, value any) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, value); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func (r result) save(root, name string) error { return save(resultPath(root, name), r) }

func save(path string, value any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return err
	}
	return atomicfile.WriteBytes(path, 0o644, text.Bytes())
}
