package contractfile

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/snapshot"
)

// CompileAll returns the files that package dialect embeds, by name: a snapshot for each contract
// NAME.yaml in a folder, and index.snapshot, which lists these and LLxprt Code's.
func CompileAll(folder string) (map[string]string, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		return nil, err
	}
	all := []*dialect.Contract{dialect.LLxprt()}
	var faults []error
	for _, path := range paths {
		c, err := Builtin(folder, strings.TrimSuffix(filepath.Base(path), ".yaml"))
		if err != nil {
			faults = append(faults, err)
			continue
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b *dialect.Contract) int { return a.Order - b.Order })
	files := map[string]string{}
	compile := func(name string, value any) {
		text, err := snapshot.Encode(value)
		files[name+".snapshot"], faults = text, append(faults, err)
	}
	var index []dialect.Summary
	for _, c := range all {
		index = append(index, dialect.Summarize(c))
		if c.Reading != nil {
			compile(c.Name, c)
		}
	}
	compile("index", index)
	return files, errors.Join(faults...)
}
