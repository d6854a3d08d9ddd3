package verification

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/driver"
	"github.com/hooktest/hooktest/engine/dialect"
)

// AddVersion returns the text of a contract's file with a version in the list "seen" of each fact that
// it confirmed, and in "differs" of each that it contradicted; it is then not in the fact's other list.
// Nothing else of the text changes. Facts of another file are left out.
func AddVersion(text string, facts []dialect.Fact, version string, results []FactResult) string {
	lines := strings.SplitAfter(text, "\n")
	for _, fact := range facts {
		i := slices.IndexFunc(results, func(r FactResult) bool { return r.ID == fact.ID })
		if i < 0 {
			continue
		}
		// The file may know more than the facts of this program, which was built before.
		seen, differs := versionsOf(lines, fact.ID, "seen", fact.Seen), versionsOf(lines, fact.ID, "differs", fact.Differs)
		switch results[i].Status {
		case Confirmed:
			lines = setVersions(lines, fact.ID, "differs", differs, excluding(differs, version))
			lines = setVersions(lines, fact.ID, "seen", seen, including(seen, version))
		case Contradicted:
			lines = setVersions(lines, fact.ID, "seen", seen, excluding(seen, version))
			lines = setVersions(lines, fact.ID, "differs", differs, including(differs, version))
		}
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

// Noted reads what Notes has written.
func Noted(text []byte) (version string, all map[string]Observation, err error) { return read(text) }

// including returns the versions and one more, the oldest first.
func including(versions []string, version string) []string {
	all := append(excluding(versions, version), version)
	slices.SortFunc(all, driver.CompareVersions)
	return all
}

func excluding(versions []string, version string) []string {
	return slices.DeleteFunc(slices.Clone(versions), func(v string) bool { return v == version })
}

// blockOf returns the first and the last line of a fact; the first is below 0 if there is none.
func blockOf(lines []string, id string) (at, last int) {
	at = slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "  "+id+":") })
	last = at
	for last >= 0 && last+1 < len(lines) && strings.HasPrefix(lines[last+1], "    ") {
		last++
	}
	return at, last
}

// inBlock matches a list of versions.
func inBlock(list string) *regexp.Regexp { return regexp.MustCompile(`\b` + list + `: \[([^\]]*)\]`) }

// versionsOf returns the versions that a fact lists itself, or else others.
func versionsOf(lines []string, id, list string, others []string) []string {
	at, last := blockOf(lines, id)
	if at < 0 {
		return others
	}
	found := inBlock(list).FindStringSubmatch(strings.Join(lines[at:last+1], ""))
	if found == nil {
		return others
	}
	return strings.Split(found[1], ", ")
}

// setVersions sets a list of a fact. A list that is in a fragment, which the fact is like, is left
// there, and the fact gets one of its own.
func setVersions(lines []string, id, list string, old, versions []string) []string {
	if slices.Equal(old, versions) {
		return lines
	}
	at, last := blockOf(lines, id)
	if at < 0 {
		return lines
	}
	value := list + ": [" + strings.Join(versions, ", ") + "]"
	there := inBlock(list)
	i := slices.IndexFunc(lines[at:last+1], there.MatchString)
	switch {
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
