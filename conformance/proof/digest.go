package proof

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/suite"
)

// engineFolders are the source of the implementation that is judged.
var engineFolders = []string{"engine", "conformance/adapter/builtin", "conformance/proof/subject"}

// judgeFolders are the source of what judges: another judge needs new proofs.
var judgeFolders = []string{"conformance/suite", "conformance/probe", "conformance/adapter", "conformance/verdict"}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// EngineDigest is "sha256:" and 64 hexadecimal digits over the Go source of the
// implementation that is judged, tests aside, and over what it depends on.
func EngineDigest(root fs.FS) (string, error) {
	sum, err := digestOf(root, append([]string{"go.sum"}, engineFolders...)...)
	return "sha256:" + sum, err
}

// digestOf is over the names and texts of files, and of the Go files below
// folders.
func digestOf(root fs.FS, names ...string) (string, error) {
	sum := sha256.New()
	for _, name := range names {
		err := fs.WalkDir(root, name, func(at string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() || at != name && (path.Ext(at) != ".go" || strings.HasSuffix(at, "_test.go")) {
				return nil
			}
			text, err := fs.ReadFile(root, at)
			fmt.Fprintf(sum, "%s\n%d\n%s", at, len(text), text)
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Keys identify what the results of mutants rest on: the mutant, the files that
// it edits, the cases that are to notice, and the judge. Whatever else changes
// in the engine leaves a key alone; a proof from cold does not.
type Keys struct {
	bench *Bench
	judge string
	tree  *mutants.Tree
	texts map[string]string
}

// Keys prepares the keys of a tree as it is.
func (b *Bench) Keys() (*Keys, error) {
	judge, err := digestOf(b.files(), judgeFolders...)
	return &Keys{b, judge, b.tree(), map[string]string{}}, err
}

// Of gives the key of a mutant, 64 hexadecimal digits.
func (k *Keys) Of(m mutants.Mutant) (string, error) {
	rests := struct {
		Judge, Clause, Check, Says string
		Edits                      []mutants.Edit
		Files, Cases               []string
	}{Judge: k.judge, Clause: m.Clause, Check: m.Check, Says: m.Says, Edits: m.Edits}
	for _, e := range m.Edits {
		if _, ok := k.texts[e.File]; !ok {
			text, err := k.tree.Text(e.File)
			if err != nil {
				return "", err
			}
			k.texts[e.File] = digest(text)
		}
		rests.Files = append(rests.Files, k.texts[e.File])
	}
	for _, c := range k.bench.casesOf(m) {
		rests.Cases = append(rests.Cases, CaseDigest(c))
	}
	data, err := json.Marshal(rests)
	return digest(data), err
}

// CaseDigest is over a case's name and text, 64 hexadecimal digits.
func CaseDigest(c suite.Case) string { return digest(slices.Concat([]byte(c.Name+"\n"), c.Text)) }
