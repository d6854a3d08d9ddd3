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

// Records are the observations and proofs of a tree, stored in a folder so that they
// need not be repeated. Each record says which state of the tree it is about. The
// folder may be removed at any time.
//
// They are safe for concurrent use, also by several processes for the same tree: the
// last record written is the one read.
type Records struct{ path string }

// RecordsIn returns the records of a module's root. It creates no files.
func RecordsIn(root string) Records { return Records{filepath.Join(root, RecordsFolder)} }

// An Observation is one run of the suite against the engine of the tree.
type Observation struct {
	// Digests identify what was observed.
	Digests     Digests               `json:"digests"`
	Source      Source                `json:"source"`
	Run         stream.Run            `json:"-"`
	Witness     *proof.Witness        `json:"witness"`
	Inspections map[string]Inspection `json:"inspections"`
}

// about is the first line of an observation; the run's own lines follow. They are in
// one file, because two files could belong to different observations.
type about struct {
	Version int `json:"version"`
	Observation
}

// observationVersion changes with the meaning of what is recorded.
const observationVersion = 1

const (
	observation = "observation.ndjson"
	proofs      = "proofs"
	mutants     = "mutants.json"
)

// Observation returns the last observation, and whether there is one. A record that is
// broken or of another version counts as missing.
func (k Records) Observation() (Observation, bool) {
	text, err := os.ReadFile(filepath.Join(k.path, observation))
	if err != nil {
		return Observation{}, false
	}
	first, events, _ := bytes.Cut(text, []byte("\n"))
	var a about
	if json.Unmarshal(first, &a) != nil || a.Version != observationVersion || a.Witness == nil {
		return Observation{}, false
	}
	if a.Run, err = stream.Read(bytes.NewReader(events)); err != nil || !a.Run.Ended {
		return Observation{}, false
	}
	return a.Observation, true
}

// Keep replaces the last observation.
func (k Records) Keep(o Observation) error {
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(about{observationVersion, o}); err != nil {
		return err
	}
	if err := o.Run.Write(&text); err != nil {
		return err
	}
	return k.write(observation, text.Bytes())
}

// keptMutants are mutants with an identification of their tree.
type keptMutants struct {
	Of string
	MutantSet
}

// Mutants returns the stored mutants and an identification of their tree; both are zero
// if there are none. A broken record counts as missing.
func (k Records) Mutants() (m MutantSet, of string) {
	text, err := os.ReadFile(filepath.Join(k.path, mutants))
	var kept keptMutants
	if err != nil || json.Unmarshal(text, &kept) != nil {
		return MutantSet{}, ""
	}
	return kept.MutantSet, kept.Of
}

// KeepMutants replaces the stored mutants.
func (k Records) KeepMutants(m MutantSet, of string) error {
	text, err := json.Marshal(keptMutants{of, m})
	if err != nil {
		return err
	}
	return k.write(mutants, text)
}

// Proof returns the result that is stored under a key.
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

// KeepProof stores a result under its key. It is an error if there is no key.
func (k Records) KeepProof(r proof.Result) error {
	if r.Key == "" {
		return fmt.Errorf("the result of %s has no key to keep it under", r.Mutant)
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return k.write(filepath.Join(proofs, r.Key+".json"), text)
}

// Prune removes the results that were stored before a time, except those with a current
// key.
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

// write replaces a file of the folder. It makes the folder, and excludes it from version control.
func (k Records) write(name string, text []byte) error {
	path := filepath.Join(k.path, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("making the folder of records: %w", err)
	}
	ignore := filepath.Join(k.path, ".gitignore")
	if _, err := os.Stat(ignore); err != nil {
		if err := atomicfile.WriteBytes(ignore, 0o644, []byte("*\n")); err != nil {
			return err
		}
	}
	return atomicfile.WriteBytes(path, 0o644, text)
}
