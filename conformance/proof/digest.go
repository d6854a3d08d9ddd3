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
	"github.com/hooktest/hooktest/internal/goscan"
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
	// The lines of coverage need the text as it is.
	sum, err := digestOf(root, digest, append([]string{"go.sum"}, engineFolders...)...)
	return "sha256:" + sum, err
}

// digestOf is over the names and texts of files, and of the Go files below
// folders.
func digestOf(root fs.FS, of func([]byte) string, names ...string) (string, error) {
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
			fmt.Fprintf(sum, "%s %s\n", at, of(text))
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Keys identify what the results of mutants rest on: the mutant, the functions
// that it edits, the cases that are to notice, and the judge. Whatever else
// changes in the engine leaves a key alone, as do comments and layout; a proof
// from cold asks no key.
type Keys struct {
	bench *Bench
	judge string
	tree  *mutants.Tree
}

// Keys prepares the keys of a tree as it is.
func (b *Bench) Keys() (*Keys, error) {
	judge, err := digestOf(b.files(), goscan.Digest, judgeFolders...)
	return &Keys{b, judge, b.tree()}, err
}

// Of gives the key of a mutant, 64 hexadecimal digits. The error is that of the
// mutant's Sites.
func (k *Keys) Of(m mutants.Mutant) (string, error) {
	rests := struct {
		Judge, Clause, Check, Says string
		Edits                      []mutants.Edit
		Code, Cases                []string
	}{Judge: k.judge, Clause: m.Clause, Check: m.Check, Says: m.Says, Edits: m.Edits}
	around, err := k.tree.Surroundings(m)
	if err != nil {
		return "", err
	}
	for _, text := range around {
		rests.Code = append(rests.Code, goscan.Digest(text))
	}
	for _, c := range k.bench.casesOf(m) {
		rests.Cases = append(rests.Cases, CaseDigest(c))
	}
	data, err := json.Marshal(rests)
	return digest(data), err
}

// CaseDigest is over a case's name and text, 64 hexadecimal digits.
func CaseDigest(c suite.Case) string { return digest(slices.Concat([]byte(c.Name+"\n"), c.Text)) }
