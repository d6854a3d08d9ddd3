package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/atomicfile"
)

// RecordsFolder is the name of the folder of records, in the module's root.
const RecordsFolder = ".hooktest"

// Records are what was observed and proven in a tree, kept in a folder of files so
// that it need not be observed and proven again. What is given back says which state of
// the tree it is about; the folder may be removed at any time.
//
// They are safe for concurrent use, also by several programs that record the same
// tree: what is kept last is what is given.
type Records struct{ path string }

// RecordsIn gives those of a module's root; nothing is made until something is
// kept.
func RecordsIn(root string) Records { return Records{filepath.Join(root, RecordsFolder)} }

// An Observation is one run of the suite against the engine of the tree.
type Observation struct {
	// Digests say what was observed.
	Digests     Digests
	Run         stream.Run
	Witness     *proof.Witness
	Inspections map[string]Inspection
}

// about is the first line of an observation; the run's own lines follow. They are
// one file, because two could be those of different observations.
type about struct {
	Digests     Digests               `json:"digests"`
	Witness     *proof.Witness        `json:"witness"`
	Inspections map[string]Inspection `json:"inspections"`
}

const (
	observation = "observation.ndjson"
	proofs      = "proofs"
	mutants     = "mutants.json"
)

// Observation gives the last one that was kept, and whether there is one. A
// broken record counts as none.
func (k Records) Observation() (Observation, bool) {
	text, err := os.ReadFile(filepath.Join(k.path, observation))
	if err != nil {
		return Observation{}, false
	}
	first, events, _ := bytes.Cut(text, []byte("\n"))
	var a about
	if json.Unmarshal(first, &a) != nil || a.Witness == nil {
		return Observation{}, false
	}
	run, err := stream.Read(bytes.NewReader(events))
	if err != nil || !run.Ended {
		return Observation{}, false
	}
	return Observation{a.Digests, run, a.Witness, a.Inspections}, true
}

// Keep puts an observation in the place of the last one.
func (k Records) Keep(o Observation) error {
	if err := k.make(); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(about{o.Digests, o.Witness, o.Inspections}); err != nil {
		return err
	}
	if err := o.Run.Write(&text); err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(k.path, observation), 0o644, text.Bytes())
}

// keptMutants are mutants with what they are about.
type keptMutants struct {
	Of string
	MutantSet
}

// Mutants gives the mutants that were kept last, and what identifies the tree that they
// are about; both are zero where there are none. A broken record counts as none.
func (k Records) Mutants() (m MutantSet, of string) {
	text, err := os.ReadFile(filepath.Join(k.path, mutants))
	var kept keptMutants
	if err != nil || json.Unmarshal(text, &kept) != nil {
		return MutantSet{}, ""
	}
	return kept.MutantSet, kept.Of
}

// KeepMutants puts mutants in the place of the last ones.
func (k Records) KeepMutants(m MutantSet, of string) error {
	if err := k.make(); err != nil {
		return err
	}
	text, err := json.Marshal(keptMutants{of, m})
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(k.path, mutants), 0o644, text)
}

// Proof gives the result that was kept under a key.
func (k Records) Proof(key string) (proof.Result, bool) {
	text, err := os.ReadFile(filepath.Join(k.path, proofs, key+".json"))
	if err != nil {
		return proof.Result{}, false
	}
	var r proof.Result
	if json.Unmarshal(text, &r) != nil || r.Key != key {
		return proof.Result{}, false
	}
	return r, true
}

// KeepProof keeps a result under its key, which it must have.
func (k Records) KeepProof(r proof.Result) error {
	if r.Key == "" {
		return fmt.Errorf("the result of %s has no key to keep it under", r.Mutant)
	}
	if err := k.make(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(k.path, proofs), 0o755); err != nil {
		return err
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(k.path, proofs, r.Key+".json"), 0o644, text)
}

// Prune removes the results that were kept before a time, but for those under the
// present keys.
func (k Records) Prune(before time.Time, present map[string]bool) error {
	entries, err := os.ReadDir(filepath.Join(k.path, proofs))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	faults := []error{err}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || present[strings.TrimSuffix(e.Name(), ".json")] || !info.ModTime().Before(before) {
			continue
		}
		if err := os.Remove(filepath.Join(k.path, proofs, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// make makes the folder, which no version control should look at.
func (k Records) make() error {
	if err := os.MkdirAll(k.path, 0o755); err != nil {
		return fmt.Errorf("making the folder of records: %w", err)
	}
	ignore := filepath.Join(k.path, ".gitignore")
	if _, err := os.Stat(ignore); err == nil {
		return nil
	}
	return atomicfile.WriteBytes(ignore, 0o644, []byte("*\n"))
}
