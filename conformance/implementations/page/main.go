// Implementations writes docs/implementations.md: the suite's results for third-party
// implementations, with reasons.
//
// It uses the catalogue, each adapter's list of known failures, and result.json next to
// that list, which has the numbers of a whole run. With streams of runs as arguments,
// named like the adapters (gemini.ndjson), it reports whether they still have these
// numbers; with -write it stores the new numbers and rewrites the page. It stores the
// report of an exploration (gemini.json) as explored.json.
//
// It runs at the root of the repository, and judges nothing itself.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/atomicfile"
)

func main() {
	write := flag.Bool("write", false, "take the numbers of the runs over and write the page")
	flag.Parse()
	if err := run(".", flag.Args(), *write, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		fmt.Fprintln(os.Stderr, "hint: make conform-real judges what is installed; make implementations then writes", pagePath)
		os.Exit(1)
	}
}

// run compares the runs with the results in the tree, or writes them, and then does
// the same with the page.
func run(root string, runs []string, write bool, log io.Writer) error {
	c, err := catalogue.Load()
	if err != nil {
		return err
	}
	var faults []error
	for _, path := range runs {
		if filepath.Ext(path) == ".json" {
			faults = append(faults, takeExploration(root, path, write))
			continue
		}
		err := take(root, path, write, c)
		if unfit, ok := errors.AsType[*unfit](err); ok && !write {
			fmt.Fprintf(log, "note: %v: not compared with %s\n", unfit, pagePath)
			continue
		}
		faults = append(faults, err)
	}
	for _, a := range agents() {
		if !slices.ContainsFunc(runs, func(path string) bool { return filepath.Base(path) == a.folder+".ndjson" }) {
			fmt.Fprintf(log, "note: %s was not judged, what %s says of it stays\n", a.title, pagePath)
		}
	}
	page, err := render(root, c)
	if err := errors.Join(append(faults, err)...); err != nil {
		return err
	}
	target := filepath.Join(root, filepath.FromSlash(pagePath))
	if write {
		return atomicfile.WriteBytes(target, 0o644, page)
	}
	if old, err := os.ReadFile(target); err != nil || string(old) != string(page) {
		return fmt.Errorf("%s is stale: it is not what its sources make", pagePath)
	}
	return nil
}

// unfit is a run that the page can't use.
type unfit struct{ path, why string }

func (u *unfit) Error() string { return u.path + ": " + u.why }

// nameOf is the folder of the adapter that a file is about.
func nameOf(path string) (string, error) {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if !slices.ContainsFunc(agents(), func(a agent) bool { return a.folder == name }) {
		return "", fmt.Errorf("%s: there is no adapter %s", path, name)
	}
	return name, nil
}

// take compares one run with the result in the tree, or writes it.
func take(root, path string, write bool, c *catalogue.Catalogue) error {
	name, err := nameOf(path)
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	one, err := stream.Read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	switch outcome := one.Outcome(); {
	case one.Header.Partial():
		return &unfit{path, "only a whole run has numbers"}
	case outcome != stream.AsExpected:
		return &unfit{path, fmt.Sprintf("the run is %s, so that its list of known failures is not the whole story", outcome)}
	}
	fresh, err := resultOf(one, c)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if write {
		return fresh.save(root, name)
	}
	kept, err := load(root, name)
	if err != nil {
		return err
	}
	if difference := kept.differs(fresh); difference != "" {
		return fmt.Errorf("%s is stale: of %s %s", pagePath, name, difference)
	}
	return nil
}
