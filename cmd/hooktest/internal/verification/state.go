package verification

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
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

// AddVersion returns the text of a contract's file with a version in the list "seen" of each fact that
// it confirmed, and in "differs" of each that it contradicted; it is then not in the fact's other list.
// Nothing else of the text changes. Facts of another file are left out.
func AddVersion(text string, facts []dialect.Fact, version string, results []FactResult) string {
	lines := strings.SplitAfter(text, "\n")
	for _, fact := range facts {
		i := slices.IndexFunc(results, func(r FactResult) bool { return r.ID == fact.ID })
		if i < 0 || results[i].Status != Confirmed && results[i].Status != Contradicted {
			continue
		}
		confirmed := results[i].Status == Confirmed
		lines = setVersion(lines, fact.ID, "differs", fact.Differs, version, !confirmed)
		lines = setVersion(lines, fact.ID, "seen", fact.Seen, version, confirmed)
	}
	return strings.Join(lines, "")
}

// Notes returns what the agent did in each confirmed case, a line each: which hooks were started, whether
// the tool ran, and whether the model was asked again. Texts are left out, since they are the agent's own.
// The first line has the version. The test of testdata/seen compares them with predictions.
func Notes(version string, r Report) ([]byte, error) {
	var text bytes.Buffer
	note := keep(version, &text)
	for _, one := range r.Results {
		if one.Status != Confirmed || one.Observation.Started == nil {
			continue
		}
		seen := one.Observation
		seen.Texts, seen.Stdin = nil, nil
		if seen.Ended != "" {
			seen.Ended = "it ended"
		}
		if err := note(one.Case, seen); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}

// setVersion adds a version to a list of a fact, or takes it out. A list that is in a fragment, which
// the fact is like, is left there, and the fact gets one of its own.
func setVersion(lines []string, id, list string, inherited []string, version string, has bool) []string {
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "  "+id+":") })
	if at < 0 {
		return lines
	}
	last := at
	for last+1 < len(lines) && strings.HasPrefix(lines[last+1], "    ") {
		last++
	}
	there := regexp.MustCompile(`\b` + list + `: \[([^\]]*)\]`)
	i := slices.IndexFunc(lines[at:last+1], there.MatchString)
	// The file may know more than the facts of this program, which was built before.
	old := inherited
	if i >= 0 {
		old = strings.Split(there.FindStringSubmatch(lines[at+i])[1], ", ")
	}
	versions := slices.DeleteFunc(slices.Clone(old), func(v string) bool { return v == version })
	if has {
		versions = append(versions, version)
		slices.SortFunc(versions, driver.CompareVersions)
	}
	value := list + ": [" + strings.Join(versions, ", ") + "]"
	switch {
	case slices.Equal(old, versions):
	case i >= 0 && len(versions) > 0:
		lines[at+i] = there.ReplaceAllLiteralString(lines[at+i], value)
	case i > 0:
		return slices.Delete(lines, at+i, at+i+1)
	case i == 0:
		lines[at] = regexp.MustCompile(`(, )?`+there.String()).ReplaceAllLiteralString(lines[at], "")
	case len(versions) == 0:
	case last == at:
		lines[at] = strings.TrimSuffix(lines[at], "}\n") + ", " + value + "}\n"
	default:
		lines[last] += "    " + value + "\n"
	}
	return lines
}
