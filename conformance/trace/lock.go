package trace

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/jsontext"
)

// LockFile is the path of the lock from the module's root.
const LockFile = "conformance/trace/trace.lock"

// A Lock is the last accepted and proven state. It makes changed texts, changed
// artifacts and lost rungs visible. The tool writes the file, and it is committed.
type Lock struct {
	Clauses map[string]LockedClause
	Mutants map[string]LockedMutant
}

// A LockedClause holds digests, shortened to 16 hexadecimal digits.
type LockedClause struct {
	Clause string `json:"clause"`
	// Text is the digest of the clause and of its requirement's statement. If it
	// changes, the links are suspect until a user accepts them.
	Text string `json:"text"`
	// Code is the digest of the linked declarations, Test that of the cases.
	Code string `json:"code,omitempty"`
	Test string `json:"test,omitempty"`
	// Rung is the highest rung reached so far. It never falls.
	Rung Rung `json:"rung"`
	// Accepted is the reason why the links are right after a changed text.
	Accepted string `json:"accepted,omitempty"`
}

// A LockedMutant is a mutant that was killed.
type LockedMutant struct {
	Mutant string `json:"mutant"`
	// Key identifies the inputs of the proof.
	Key string `json:"key"`
	// Killer is a check of the clause that failed.
	Killer string `json:"killer"`
	// Noticed are all checks of the clause that failed, if there are several.
	Noticed []string `json:"noticed,omitempty"`
}

const lockHeader = `{"trace":1}`

// ErrVersion is the error of a lock of another version. It proves nothing: all of it is
// to be made again.
var ErrVersion = errors.New("the lock is of another version of hooktest")

// maxLockLine is the maximal length of a line in bytes.
const maxLockLine = 1 << 20

// ParseLock reads a lock with one JSON object per line. Each line must be exactly as
// Text writes it, so that no edit goes unnoticed. Empty data is an empty lock. The
// error joins all faults, each with its line.
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
			header := strings.TrimSpace(string(line))
			if header != lockHeader && strings.HasPrefix(header, `{"trace":`) {
				return Lock{}, ErrVersion
			}
			if header != lockHeader {
				fault("this is not a lock file; remove it and run '%s'", proof.Command)
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
				fault("%s is here twice", entry.Clause)
			}
			if !slices.Contains(Rungs(), entry.Rung) {
				fault("%s has the unknown rung %q", entry.Clause, entry.Rung)
			}
			l.Clauses[entry.Clause] = entry.LockedClause
			written = entry.LockedClause
		case entry.Mutant != "" && entry.Clause == "":
			if _, twice := l.Mutants[entry.Mutant]; twice {
				fault("%s is here twice", entry.Mutant)
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
		// Reading from memory fails only for a line that is too long.
		fault("longer than %d bytes", maxLockLine)
	}
	return l, errors.Join(faults...)
}

// Text returns the content of the lock file: clauses, then mutants, each by id.
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

// lockLine returns an entry with its line feed.
func lockLine(entry any) ([]byte, error) {
	text, err := jsontext.Encode(entry)
	return append(text, '\n'), err
}

// sortedIDs returns the ids of clauses and mutants in the order of the catalogue, then
// by name.
func sortedIDs[V any](m map[string]V) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		clauseA, nameA, _ := strings.Cut(a, "/")
		clauseB, nameB, _ := strings.Cut(b, "/")
		return cmp.Or(catalogue.Compare(clauseA, clauseB), strings.Compare(nameA, nameB))
	})
}
