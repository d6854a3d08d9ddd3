package verification

import (
	"bufio"
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
func Keep(s Subject, w io.Writer) func(key string, o Observation) error {
	lines := json.NewEncoder(w)
	begun := false
	return func(key string, o Observation) error {
		if !begun {
			if err := lines.Encode(kept{About: s.about()}); err != nil {
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
	all := map[string]Observation{}
	lines := bufio.NewScanner(bytes.NewReader(state))
	lines.Buffer(nil, len(state)+1)
	for n := 0; lines.Scan(); n++ {
		var one kept
		if json.Unmarshal(lines.Bytes(), &one) != nil {
			break
		}
		if n == 0 && one.About != s.about() {
			return nil, errors.New("it is about another program, version or list of cases")
		}
		if one.Seen != nil {
			all[one.Key] = *one.Seen
		}
	}
	return all, lines.Err()
}
