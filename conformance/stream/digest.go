package stream

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
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
	return digest(texts)
}

// FilesDigest returns the SuiteDigest of the case files below a file system. It
// parses none of them.
func FilesDigest(files fs.FS) (string, error) {
	texts := map[string][]byte{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".txtar" {
			return err
		}
		text, err := fs.ReadFile(files, name)
		texts[strings.TrimSuffix(name, ".txtar")] = text
		return err
	})
	return digest(texts), err
}

// digest is over the texts of cases by name.
func digest(texts map[string][]byte) string {
	hash := sha256.New()
	add := func(part []byte) {
		// The length prefix separates neighbours. Writing to a hash can't fail.
		_, _ = hash.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		_, _ = hash.Write(part)
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		add([]byte(name))
		add(texts[name])
	}
	return "sha256:" + hex.EncodeToString(hash.Sum(nil))
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
