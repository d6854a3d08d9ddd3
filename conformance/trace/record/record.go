// Package record keeps what was observed about a source tree in a folder of that
// tree: the run of the suite with its coverage, the inspections, and the results
// of mutants. What it gives back says which state of the tree it is about.
//
// It observes nothing itself. The folder can be removed at any time; whatever is
// missing is observed again.
package record

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

	"github.com/hooktest/hooktest/conformance/proof"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/atomicfile"
)

// Name is that of the folder, in the module's root.
const Name = ".hooktest"

// A Folder is where the records lie. It is safe for concurrent use, also by
// several programs that record the same tree: what is kept last is what is given.
type Folder struct{ path string }

// In gives the folder of a module's root; nothing is made until something is
// kept.
func In(root string) Folder { return Folder{filepath.Join(root, Name)} }

// An Observation is one run of the suite against the engine of the tree.
type Observation struct {
	// Digests say what was observed.
	Digests     trace.Digests
	Run         stream.Run
	Witness     *proof.Witness
	Inspections map[string]trace.Inspection
}

// about is the first line of an observation; the run's own lines follow. They are
// one file, because two could be those of different observations.
type about struct {
	Digests     trace.Digests               `json:"digests"`
	Witness     *proof.Witness              `json:"witness"`
	Inspections map[string]trace.Inspection `json:"inspections"`
}

const (
	observation = "observation.ndjson"
	proofs      = "proofs"
)

// Observation gives the last one that was kept, and whether there is one. A
// broken record counts as none.
func (f Folder) Observation() (Observation, bool) {
	text, err := os.ReadFile(filepath.Join(f.path, observation))
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
func (f Folder) Keep(o Observation) error {
	if err := f.make(); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(about{o.Digests, o.Witness, o.Inspections}); err != nil {
		return err
	}
	if err := o.Run.Write(&text); err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(f.path, observation), 0o644, text.Bytes())
}

// Proof gives the result that was kept under a key.
func (f Folder) Proof(key string) (proof.Result, bool) {
	text, err := os.ReadFile(filepath.Join(f.path, proofs, key+".json"))
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
func (f Folder) KeepProof(r proof.Result) error {
	if r.Key == "" {
		return fmt.Errorf("the result of %s has no key to keep it under", r.Mutant)
	}
	if err := f.make(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(f.path, proofs), 0o755); err != nil {
		return err
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(f.path, proofs, r.Key+".json"), 0o644, text)
}

// Prune removes the results that were kept before a time, but for those under the
// present keys.
func (f Folder) Prune(before time.Time, present map[string]bool) error {
	entries, err := os.ReadDir(filepath.Join(f.path, proofs))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	faults := []error{err}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || present[strings.TrimSuffix(e.Name(), ".json")] || !info.ModTime().Before(before) {
			continue
		}
		if err := os.Remove(filepath.Join(f.path, proofs, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// make makes the folder, which no version control should look at.
func (f Folder) make() error {
	if err := os.MkdirAll(f.path, 0o755); err != nil {
		return fmt.Errorf("making the folder of records: %w", err)
	}
	ignore := filepath.Join(f.path, ".gitignore")
	if _, err := os.Stat(ignore); err == nil {
		return nil
	}
	return atomicfile.WriteBytes(ignore, 0o644, []byte("*\n"))
}
