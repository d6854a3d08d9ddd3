package lint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/contractfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/schemas"
)

// An Editor checks files that are open in an editor, as if their texts were on the disk.
type Editor struct {
	Environ []string
	// Open returns the text of an open file, by its absolute path.
	Open func(path string) (text []byte, ok bool)
}

// largest is the maximum size of a file in bytes, as on the disk.
const largest = 10 << 20

// A Document is the result for one file.
type Document struct {
	// Findings have no ID where the file itself can't be read.
	Findings []finding.Finding
	// File has no agents if the file is not a settings file.
	File config.File
}

// Around returns the settings files that may start a script or have the same hooks as a file: those
// of agents in the folders from the file's up to the repository's or, without one, to the nearest of
// the roots, and those of its plugin.
func (e Editor) Around(ctx context.Context, path string, roots []string) ([]string, error) {
	folder, home := filepath.Dir(path), e.options().Getenv("HOME")
	top := config.Repository(folder)
	for _, root := range roots {
		if in, err := filepath.Rel(root, folder); top == "" && err == nil && filepath.IsLocal(in) {
			top = root
		}
	}
	if top == "" {
		top = folder
	}
	t, err := config.Upwards(ctx, folder, top, home)
	files := t.Settings
	if around := config.PackageAround(folder); around != "" {
		for _, c := range dialect.Contracts() {
			for _, kind := range c.Settings.Packages {
				files = append(files, config.PackageFiles(around, kind, c.Settings)...)
			}
		}
	}
	files = slices.DeleteFunc(files, func(other string) bool {
		_, err := os.Stat(other)
		return err != nil || other == path
	})
	slices.Sort(files)
	return slices.Compact(files), err
}

// options returns the options of a command without flags and without output.
func (e Editor) options() *options {
	silent := term.Plain(io.Discard)
	return &options{App: &console.App{Streams: term.Streams{Out: silent, Err: silent}, Environ: e.Environ, Quiet: true}, open: e.Open}
}

// Check checks an open file, with the settings files around it. The error is about the configuration
// of lint.
func (e Editor) Check(ctx context.Context, path string, around []string) (Document, error) {
	text, ok := e.Open(path)
	if !ok {
		return Document{}, nil
	}
	if len(text) > largest {
		return Document{Findings: faults(fmt.Errorf("larger than %d MiB, the most that is read", largest>>20))}, nil
	}
	if err, is := readOtherwise(path, text); is {
		return Document{Findings: faults(err)}, nil
	}
	o := e.options()
	files, named := []candidate{}, []string{}
	script := config.IsSource(path) || bytes.HasPrefix(text, []byte("#!"))
	switch {
	case script && (config.MayBeHook(path) || bytes.Contains(text, []byte("hooktest:"))):
		named = append(named, path)
	case script:
		// It is a hook if settings start it.
	case slices.Contains([]string{".json", ".jsonc", ".toml", ".md"}, filepath.Ext(path)):
		files = append(files, candidate{path: path})
	default:
		return Document{}, nil
	}
	if err := o.configureIn(filepath.Dir(path)); err != nil {
		return Document{}, err
	}
	for _, other := range around {
		files = append(files, candidate{path: other})
	}
	slices.SortFunc(files, func(a, b candidate) int { return strings.Compare(a.path, b.path) })
	var d Document
	o.alone = path
	o.checked = func(file config.File) {
		if file.Path == o.near(path) {
			d.File = file
		}
	}
	l := linted{}
	if err := o.examine(ctx, files, named, &l); err != nil {
		return Document{}, err
	}
	for _, f := range l.findings {
		if f.Place.File == o.near(path) {
			d.Findings = append(d.Findings, f)
		}
	}
	return d, nil
}

// Fixed returns the text of an open file with all fixes of the findings applied.
func (e Editor) Fixed(ctx context.Context, path string, around []string) (after []byte, n int) {
	look := func(text []byte) judged[Document] {
		other := Editor{e.Environ, func(at string) ([]byte, bool) {
			if at == path {
				return text, true
			}
			return e.Open(at)
		}}
		// An error is the one that Check has returned for the text in the editor.
		d, _ := other.Check(ctx, path, around)
		return judged[Document]{text, d, d.Findings}
	}
	text, _ := e.Open(path)
	// Check leaves out the findings that are ignored.
	left, n := look(text).fixed(look, func(finding.Finding) bool { return false })
	return left.text, n
}

// CanFix reports whether the fix of one finding alone leaves a valid file.
func (d Document) CanFix(text []byte, f finding.Finding) bool {
	next, n := config.Fixed(text, []finding.Finding{f})
	file := d.File
	file.Text = next
	return n > 0 && !config.Doubles(text, next) && (len(file.Agents) == 0 || file.Root() != nil)
}

// extends matches the first line that all contract files have.
var extends = lazyregexp.New(`(?m)^extends: *['"]?([a-z0-9-]+)['"]? *(?:#.*)?\r?$`)

// readOtherwise reads a case file, lint's configuration, a contract, or hooks in YAML; is reports
// whether the file is one of these. Hooks in valid YAML are settings.
func readOtherwise(path string, text []byte) (err error, is bool) {
	switch {
	case casefile.Is(path):
		_, err = casefile.Parse(path, text)
		return err, true
	case filepath.Base(path) == config.ConfigFile:
		_, err = config.ReadConfig(path, text)
		return err, true
	case filepath.Ext(path) == ".md":
		_, err = config.HasFrontmatter(path, text)
		return err, err != nil
	}
	m := extends.FindSubmatch(text)
	if m == nil || !slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(path)) {
		return nil, false
	}
	if _, is = dialect.Named(string(m[1])); is {
		_, err = contractfile.Parse(path, text)
	}
	return err, is
}

// faults turns the error of reading a file into findings, one for each fault with a position.
func faults(err error) []finding.Finding {
	at := func(position document.Position, text, hint string) finding.Finding {
		return finding.Finding{Rule: finding.Rule{Severity: finding.Error}, Text: text, Fix: hint, Place: finding.Place{File: position.File, Position: position}}
	}
	var all []finding.Finding
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			all = append(all, faults(one)...)
		}
		return all
	}
	if syntax, ok := errors.AsType[*document.SyntaxError](err); ok {
		return []finding.Finding{at(syntax.Position, syntax.Message, "")}
	}
	if one, ok := errors.AsType[*casefile.Fault](err); ok {
		return []finding.Finding{at(one.Position, one.Message, "")}
	}
	if invalid, ok := errors.AsType[*schemas.Error](err); ok {
		for _, f := range invalid.Faults {
			all = append(all, at(f.Position, strings.TrimPrefix(f.Pointer+": ", ": ")+f.Message, ""))
		}
		return all
	}
	if broken, ok := errors.AsType[*contractfile.Error](err); ok {
		for _, f := range broken.Faults {
			all = append(all, at(f.Position, f.Message, f.Hint))
		}
		return all
	}
	if err != nil {
		all = append(all, at(document.Position{}, err.Error(), ""))
	}
	return all
}
