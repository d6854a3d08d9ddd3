package stream

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
)

// SuiteDigest returns "sha256:" and 64 hexadecimal digits over the names and the
// whole text of all cases, in any order. Pass all cases of the suite, not a
// selection.
func SuiteDigest(all []cases.Case) string {
	texts := make(map[string][]byte, len(all))
	for _, c := range all {
		texts[c.Name] = c.Text
	}
	// Nothing is read, so nothing fails.
	digest, _ := digest(slices.Collect(maps.Keys(texts)), func(name string) ([]byte, error) { return texts[name], nil })
	return digest
}

// FilesDigest returns the SuiteDigest of the case files below a file system. It
// parses none of them.
func FilesDigest(files fs.FS) (string, error) {
	var names []string
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && path.Ext(name) == extension {
			names = append(names, strings.TrimSuffix(name, extension))
		}
		return err
	})
	if err != nil {
		return "", err
	}
	// One buffer holds one file after another: a copy of each is more than a short command needs.
	var text bytes.Buffer
	return digest(names, func(name string) ([]byte, error) {
		file, err := files.Open(name + extension)
		if err != nil {
			return nil, err
		}
		text.Reset()
		_, err = text.ReadFrom(file)
		return text.Bytes(), errors.Join(err, file.Close())
	})
}

// extension is that of case files.
const extension = ".txtar"

// digest is over the texts of cases by name.
func digest(names []string, text func(name string) ([]byte, error)) (string, error) {
	hash := sha256.New()
	add := func(part []byte) {
		// The length prefix separates neighbours. Writing to a hash can't fail.
		_, _ = hash.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		_, _ = hash.Write(part)
	}
	slices.Sort(names)
	for _, name := range names {
		part, err := text(name)
		if err != nil {
			return "", err
		}
		add([]byte(name))
		add(part)
	}
	return "sha256:" + hex.EncodeToString(hash.Sum(nil)), nil
}

// CatalogueDigest returns "sha256:" and 64 hexadecimal digits over the whole
// catalogue.
func CatalogueDigest(c *catalogue.Catalogue) (string, error) {
	text, err := json.Marshal([]any{c.Sections(), c.Requirements(), c.Interpretations()})
	if err != nil {
		return "", fmt.Errorf("writing the catalogue: %w", err)
	}
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:]), nil
}

// Requirements lists the catalogue's clauses as a header holds them. It omits
// merged requirements, which have no clauses.
func Requirements(c *catalogue.Catalogue) []Requirement {
	var all []Requirement
	for _, r := range c.Requirements() {
		if r.Status == catalogue.Merged {
			continue
		}
		entry := Requirement{ID: r.ID, Target: r.State == catalogue.Target}
		for _, clause := range r.Clauses {
			if clause.Verify == catalogue.ByInspection {
				entry.Inspections = append(entry.Inspections, clause.Number)
			} else {
				entry.Tests = append(entry.Tests, clause.Number)
			}
		}
		all = append(all, entry)
	}
	return all
}
