package explore

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// A Difference is one place where the subject and the reference differ. An empty
// text means nothing.
type Difference struct {
	Path string `json:"path"`
	Want string `json:"want"`
	Got  string `json:"got"`
}

// kind returns the path without the hook's name, with an extra word if only the
// order of joined texts differs.
func (d Difference) kind() string {
	steps := strings.SplitN(d.Path, ".", 3)
	if len(steps) > 1 && slices.Contains([]string{"ran", "saw", "warned"}, steps[0]) && d.Path != "warned.settings" {
		steps = slices.Delete(steps, 1, 2)
	}
	kind := strings.Join(steps, ".")
	if strings.HasPrefix(kind, "final.") && sameLines(d.Want, d.Got) {
		kind += ".order"
	}
	return kind
}

func sameLines(a, b string) bool {
	var x, y string
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	linesX, linesY := strings.Split(x, "\n"), strings.Split(y, "\n")
	slices.Sort(linesX)
	slices.Sort(linesY)
	return slices.Equal(linesX, linesY)
}

// stages are the kinds of differences by what comes first in a firing.
var stages = []string{
	"fault", "plan.hooks", "plan", "ran", "order", "overlap", "saw", "errors", "success", "outputs", "final.decision", "final.reason", "final.stopReason",
	"final.continue", "final.systemMessage", "final.suppressOutput", "final.additionalContext", "final.hookSpecificOutput", "final.", "final", "warned",
}

func stage(kind string) int {
	return slices.IndexFunc(stages, func(prefix string) bool { return strings.HasPrefix(kind, prefix) })
}

// followers list which kinds of differences follow from which. Differences that
// follow from others are not explored.
var followers = []struct{ of, what string }{
	{"plan.hooks plan.sequential", "ran order overlap saw errors success outputs final warned"},
	{"ran", "order overlap"},
	{"ran order overlap", "saw errors success outputs final warned"},
	{"outputs", "final"},
}

// roots returns the kinds of differences that do not follow from others. Of those
// of the final output it returns only the first, because its members depend on
// each other.
func roots(all []Difference) []string {
	var kinds []string
	for _, d := range all {
		if kind := d.kind(); !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	final := false
	return slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool {
		for _, f := range followers {
			if begins(kind, f.what) && slices.ContainsFunc(kinds, func(other string) bool { return begins(other, f.of) }) {
				return true
			}
		}
		another := final
		final = final || begins(kind, "final")
		return another && begins(kind, "final")
	})
}

// begins reports whether a kind is one of the words or below one.
func begins(kind, words string) bool {
	return slices.ContainsFunc(strings.Fields(words), func(word string) bool {
		return kind == word || strings.HasPrefix(kind, word+".")
	})
}

// compare lists the differences that the subject can observe, the likeliest cause
// first.
func compare(reference, subject observations, hello adapter.InitializeResult) []Difference {
	var all []Difference
	for path, got := range subject {
		if strings.HasPrefix(path, "fault.") {
			return []Difference{{Path: path, Got: got}}
		}
	}
	paths := maps.Clone(reference)
	maps.Copy(paths, subject)
	for path := range paths {
		want, got := reference[path], subject[path]
		if want != got && compared(path, reference, subject, hello) {
			all = append(all, Difference{path, want, got})
		}
	}
	slices.SortFunc(all, func(a, b Difference) int {
		return cmp.Or(cmp.Compare(stage(a.Path), stage(b.Path)), cmp.Compare(a.Path, b.Path))
	})
	return all
}

// compared reports whether a difference counts: the subject can observe it, and it
// does not follow from another one.
func compared(path string, reference, subject observations, hello adapter.InitializeResult) bool {
	observes := func(o adapter.Observation) bool { return slices.Contains(hello.Observes, o) }
	switch {
	case strings.HasPrefix(path, "warned."):
		return observes(adapter.ObserveWarnings)
	case path == "plan.timeouts":
		return observes(adapter.ObserveTimeouts) && subject["plan.hooks"] == reference["plan.hooks"]
	case path == "plan.hooks":
		return subject[path] != ""
	case strings.HasPrefix(path, "plan."):
		return subject["plan.hooks"] == reference["plan.hooks"]
	case strings.HasPrefix(path, "saw."):
		// An implementation may give a hook more than the specification says. A hook
		// that did not run saw nothing.
		return reference[path] != "" && subject.sawAnything(path)
	case strings.HasPrefix(path, "final."):
		return subject["final"] == reference["final"] && (path != "final.class" || subject[path] != "")
	}
	return true
}

func (o observations) sawAnything(path string) bool {
	hook := strings.SplitN(path, ".", 3)[1]
	_, ok := o["saw."+hook+".@cwd"]
	return ok
}
