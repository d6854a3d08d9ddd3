package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/jsontext"
)

// LockFile is the place of the lock, from the module's root.
const LockFile = "conformance/trace/trace.lock"

// A Lock is what was last accepted and proven: the file that makes a changed
// text, a changed artefact and a lost rung visible. It is written by the tool
// and committed.
type Lock struct {
	Clauses map[string]LockedClause
	Mutants map[string]LockedMutant
}

// A LockedClause holds digests, shortened to 16 hexadecimal digits.
type LockedClause struct {
	Clause string `json:"clause"`
	// Text is that of the clause and of its requirement's statement. When it
	// changes, the links are suspect until somebody accepts them.
	Text string `json:"text"`
	// Code is that of the linked declarations, Test that of the cases.
	Code string `json:"code,omitempty"`
	Test string `json:"test,omitempty"`
	// Rung is the highest that was reached. It only rises.
	Rung Rung `json:"rung"`
	// Accepted is why a changed text left the links right.
	Accepted string `json:"accepted,omitempty"`
}

// A LockedMutant is a mutant that was killed.
type LockedMutant struct {
	Mutant string `json:"mutant"`
	// Key identifies everything that the kill rests on.
	Key string `json:"key"`
	// Killer is a check of the clause that failed.
	Killer string `json:"killer"`
	// Noticed are all checks of the clause that failed, where there are more.
	Noticed []string `json:"noticed,omitempty"`
}

const lockHeader = `{"trace":1}`

// maxLockLine is how many bytes a line of a lock may have.
const maxLockLine = 1 << 20

// ParseLock reads a lock: one JSON object a line, each as Text writes it, so that
// nothing of a line goes unnoticed. Empty data is an empty lock. All faults are
// reported at once, each with its line.
func ParseLock(name string, data []byte) (Lock, error) {
	l := Lock{Clauses: map[string]LockedClause{}, Mutants: map[string]LockedMutant{}}
	in := bufio.NewScanner(bytes.NewReader(data))
	in.Buffer(nil, maxLockLine)
	var faults []error
	n := 1
	fault := func(format string, args ...any) {
		faults = append(faults, fmt.Errorf("%s:%d: %s", name, n, fmt.Sprintf(format, args...)))
	}
	for ; in.Scan(); n++ {
		line := in.Bytes()
		if n == 1 {
			if strings.TrimSpace(string(line)) != lockHeader {
				fault("this is no lock file of this version of hooktest; remove it and run '%s'", proof.Command)
				break
			}
			continue
		}
		var entry struct {
			LockedClause
			LockedMutant
		}
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&entry); err != nil {
			fault("%v", err)
			continue
		}
		var written any
		switch {
		case entry.Clause != "" && entry.Mutant == "":
			if _, twice := l.Clauses[entry.Clause]; twice {
				fault("%s stands here twice", entry.Clause)
			}
			if !slices.Contains(Rungs(), entry.Rung) {
				fault("%s has the unknown rung %q", entry.Clause, entry.Rung)
			}
			l.Clauses[entry.Clause] = entry.LockedClause
			written = entry.LockedClause
		case entry.Mutant != "" && entry.Clause == "":
			if _, twice := l.Mutants[entry.Mutant]; twice {
				fault("%s stands here twice", entry.Mutant)
			}
			l.Mutants[entry.Mutant] = entry.LockedMutant
			written = entry.LockedMutant
		default:
			fault("neither a clause nor a mutant")
			continue
		}
		if want, err := lockLine(written); err != nil || !bytes.Equal(line, bytes.TrimSuffix(want, []byte("\n"))) {
			fault("this is not as hooktest writes it, which is %s", bytes.TrimSpace(want))
		}
	}
	if err := in.Err(); err != nil {
		// Reading from memory fails for a line that is too long, and for nothing
		// else.
		fault("longer than %d bytes", maxLockLine)
	}
	return l, errors.Join(faults...)
}

// Text is the lock as its file holds it: clauses, then mutants, each by id.
func (l Lock) Text() ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(lockHeader + "\n")
	line := func(v any) error {
		text, err := lockLine(v)
		out.Write(text)
		return err
	}
	for _, id := range sortedIDs(l.Clauses) {
		if err := line(l.Clauses[id]); err != nil {
			return nil, err
		}
	}
	for _, id := range sortedIDs(l.Mutants) {
		if err := line(l.Mutants[id]); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

// lockLine is an entry with its line feed.
func lockLine(entry any) ([]byte, error) {
	text, err := jsontext.Encode(entry)
	return append(text, '\n'), err
}

// sortedIDs orders clauses and mutants as the catalogue does, then by name.
func sortedIDs[V any](m map[string]V) []string {
	ids := make([]string, 0, len(m))
	for id := range m {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int {
		clauseA, nameA, _ := strings.Cut(a, "/")
		clauseB, nameB, _ := strings.Cut(b, "/")
		if order := catalogue.Compare(clauseA, clauseB); order != 0 {
			return order
		}
		return strings.Compare(nameA, nameB)
	})
	return ids
}

// short is a digest as the lock holds it.
func short(digest string) string { return digest[:min(16, len(digest))] }
