package verification

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
)

// A kept line is the head of a state, which says what it is about, or an observation.
type kept struct {
	About string       `json:"about,omitempty"`
	Key   string       `json:"key,omitempty"`
	Seen  *Observation `json:"seen,omitempty"`
}

// about identifies what observations are of. The cases are part of it; a contract is not, since it is
// only one side.
func (s Subject) about() string {
	sum := sha256.Sum256(append(bytes.Clone(file), program...))
	return s.Contract.Name + " " + s.Program.Path + " " + s.Program.Version + " " + hex.EncodeToString(sum[:8])
}

// Keep returns a function that writes observations, so that Kept reads them.
func Keep(s Subject, w io.Writer) func(key string, o Observation) error { return keep(s.about(), w) }

func keep(about string, w io.Writer) func(key string, o Observation) error {
	lines := json.NewEncoder(w)
	begun := false
	return func(key string, o Observation) error {
		if !begun {
			if err := lines.Encode(kept{About: about}); err != nil {
				return err
			}
			begun = true
		}
		return lines.Encode(kept{Key: key, Seen: &o})
	}
}

// Kept reads observations that Keep has written. A last line that is cut off is left out. The error
// says why they are not of this subject.
func Kept(s Subject, state []byte) (map[string]Observation, error) {
	// An interrupted run leaves a line that can't be read.
	about, all, _ := Noted(state)
	if len(state) > 0 && about != s.about() {
		return nil, errors.New("it is about another program, version or list of cases")
	}
	return all, nil
}

// Noted reads what Notes or a function of Keep has written, up to a line that can't be read. The first
// line says what it is about: for Notes, the version.
func Noted(text []byte) (about string, all map[string]Observation, err error) {
	all = map[string]Observation{}
	for line := range bytes.Lines(text) {
		var one kept
		if err := json.Unmarshal(line, &one); err != nil {
			return about, all, err
		}
		if one.Seen == nil {
			about = one.About
			continue
		}
		all[one.Key] = *one.Seen
	}
	return about, all, nil
}
