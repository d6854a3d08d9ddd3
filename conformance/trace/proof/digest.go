package proof

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/internal/goscan"
)

// EngineSources are the sources of the judged program. conformance/adapter includes the
// judge's half of the protocol, which rarely changes.
func EngineSources() []string {
	return []string{"go.mod", "go.sum", Engine, "schemas", "internal/english", "internal/machine", "internal/sandbox", "internal/spelling", "internal/guard", "internal/jsontext", "internal/shellword", "internal/snapshot", "internal/tomltext", "conformance/adapter", "conformance/outcome", "conformance/prove/internal/subject"}
}

// JudgeSources are the sources that decide whether a check passes, and what that means
// for a mutant. If they change, proofs must be made again.
func JudgeSources() []string {
	return []string{
		"conformance/adapter", "conformance/cases", "conformance/harness", "conformance/spyhook",
		"conformance/prove/internal/coverage", "conformance/prove/internal/mutants", "conformance/prove/internal/operator", "conformance/prove/internal/prover",
		"conformance/prove/internal/subject", "conformance/trace/proof", "conformance/suite", "conformance/outcome", "internal/jsontext", "internal/shellword",
	}
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// EngineDigest returns "sha256:" and 64 hexadecimal digits. It includes everything in
// the module that an observation depends on: the sources of the judged program, of the
// judge and of the inspections.
func EngineDigest(root fs.FS) (string, error) {
	// Coverage has line numbers, so the engine's exact text counts.
	engine, err := digestOf(root, digest, EngineSources()...)
	if err != nil {
		return "", err
	}
	judges, err := digestOf(root, goscan.Digest, append(JudgeSources(), "conformance/prove/internal/inspection", "internal/goscan")...)
	sum := digest([]byte(engine + judges))
	return "sha256:" + sum, err
}

// JudgeDigest returns the digest of the sources that decide whether a mutant is killed,
// 64 hexadecimal digits.
func JudgeDigest(root fs.FS) (string, error) {
	return digestOf(root, goscan.Digest, JudgeSources()...)
}

// MutantsDigest returns the digest of the files of mutants, 64 hexadecimal digits.
func MutantsDigest(root fs.FS) (string, error) {
	names, err := fs.Glob(root, Folder+"/*.yaml")
	if err != nil {
		return "", err
	}
	return digestOf(root, digest, names...)
}

// digestOf returns the digest of files with their names: the named files, and the Go and JSON
// files and the snapshots in the named folders, except tests and test data.
func digestOf(root fs.FS, of func([]byte) string, names ...string) (string, error) {
	sum := sha256.New()
	for _, name := range names {
		err := fs.WalkDir(root, name, func(at string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && entry.Name() == "testdata":
				return fs.SkipDir
			case entry.IsDir(), at != name && !isSource(at):
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

func isSource(name string) bool {
	return path.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") || path.Ext(name) == ".json" || path.Ext(name) == ".snapshot"
}

// CaseDigest returns the digest of a case's name and text, 64 hexadecimal digits.
func CaseDigest(c cases.Case) string { return digest(slices.Concat([]byte(c.Name+"\n"), c.Text)) }
