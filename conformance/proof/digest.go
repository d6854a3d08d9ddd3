package proof

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/internal/goscan"
)

// engineSources are what the program that is judged is built from. conformance/adapter
// includes the judge's half of the protocol, which changes as rarely.
func engineSources() []string {
	return []string{"go.mod", "go.sum", mutants.Engine, "schemas", "internal/english", "internal/machine", "internal/sandbox", "internal/spelling", "internal/guard", "internal/jsontext", "internal/shellword", "internal/tomltext", "conformance/adapter", "conformance/outcome", "conformance/proof/subject"}
}

// judgeSources are what decides whether a check passes, and what that says of a
// mutant: another judge needs new proofs.
func judgeSources() []string {
	return []string{
		"conformance/adapter", "conformance/cases", "conformance/harness", "conformance/mutants", "conformance/spyhook",
		"conformance/proof", "conformance/suite", "conformance/outcome", "internal/jsontext", "internal/shellword",
	}
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// EngineDigest is "sha256:" and 64 hexadecimal digits over everything in the
// module that an observation rests on: what the implementation which is judged is
// built from, what judges it, and what inspects its source.
func EngineDigest(root fs.FS) (string, error) {
	// The lines of coverage need the engine's text as it is.
	engine, err := digestOf(root, digest, engineSources()...)
	if err != nil {
		return "", err
	}
	judges, err := digestOf(root, goscan.Digest, append(judgeSources(), "conformance/inspection", "internal/goscan")...)
	sum := digest([]byte(engine + judges))
	return "sha256:" + sum, err
}

// digestOf is over the names of files and a digest of each: of those that are
// named, and of the Go and JSON files below folders that are, tests and their
// data aside.
func digestOf(root fs.FS, of func([]byte) string, names ...string) (string, error) {
	sum := sha256.New()
	for _, name := range names {
		err := fs.WalkDir(root, name, func(at string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && entry.Name() == "testdata":
				return fs.SkipDir
			case entry.IsDir(), at != name && !source(at):
				return nil
			}
			text, err := fs.ReadFile(root, at)
			fmt.Fprintf(sum, "%s %s\n", at, of(text))
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func source(name string) bool {
	return path.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") || path.Ext(name) == ".json"
}

// Keys identify what the results of mutants rest on: the mutant, the functions
// that it edits, the cases that are to notice, and the judge. Whatever else
// changes in the engine leaves a key alone, as do comments and layout; a proof
// from cold asks no key.
type Keys struct {
	prover *Prover
	judge  string
	tree   *mutants.Tree
}

// Keys prepares the keys of a tree as it is.
func (b *Prover) Keys() (*Keys, error) {
	judge, err := digestOf(b.files(), goscan.Digest, judgeSources()...)
	return &Keys{b, judge, mutants.NewTree(b.files())}, err
}

// Of gives the key of a mutant, 64 hexadecimal digits. The error is that of the
// mutant's Sites.
func (k *Keys) Of(m mutants.Mutant) (string, error) {
	rests := struct {
		Judge, Mutant, Check, Says string
		Edits                      []mutants.Edit
		Code, Cases                []string
	}{Judge: k.judge, Mutant: m.ID, Check: m.Check, Says: m.Says, Edits: m.Edits}
	around, err := k.tree.Surroundings(m)
	if err != nil {
		return "", err
	}
	for _, text := range around {
		rests.Code = append(rests.Code, goscan.Digest(text))
	}
	for _, c := range k.prover.casesOf(m) {
		rests.Cases = append(rests.Cases, CaseDigest(c))
	}
	data, err := json.Marshal(rests)
	return digest(data), err
}

// CaseDigest is over a case's name and text, 64 hexadecimal digits.
func CaseDigest(c cases.Case) string { return digest(slices.Concat([]byte(c.Name+"\n"), c.Text)) }
