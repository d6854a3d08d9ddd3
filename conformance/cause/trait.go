package cause

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/lists"
)

// A Trait is a mismatch without what differs between cases: names of hooks, indexes,
// paths, and texts of the case.
type Trait struct {
	// What is the member or the observation, such as finalOutput.blocking; empty if
	// a fault prevented all observations.
	What string
	// Want and Got are the kinds of value, or the value itself if it is one of few,
	// such as true. Got is the fault if What is empty.
	Want, Got string
}

func (t Trait) String() string {
	if t.What == "" {
		return t.Got
	}
	return t.What + ": want " + t.Want + ", got " + t.Got
}

// traits are those of a check, each once, in the order of its mismatches. There
// is at least one.
func traits(c stream.Check) []Trait {
	switch {
	case c.Verdict == outcome.UnexpectedPass && c.Expected != nil:
		return []Trait{{What: "the known failure " + c.Expected.Pattern, Want: string(c.Expected.Verdict), Got: string(outcome.Pass)}}
	case len(prerequisites(c)) > 0:
		return lists.Of(prerequisites(c), func(w string) Trait { return Trait{Got: stream.Head([]byte("waits for "+w), maxWhat).Text} })
	case len(c.Mismatches) == 0:
		return []Trait{{Got: string(c.Verdict)}}
	}
	var all []Trait
	for _, m := range c.Mismatches {
		t := Trait{What: what(m.What), Want: want(m.Want), Got: kind(m.Got)}
		if _, noun, a := strings.Cut(t.Got, " "); a && strings.HasSuffix(t.Want, t.Got) {
			t.Got = "another " + noun
		}
		if t.Got == "nothing" || t.Got == "null" {
			t = t.outermost()
		}
		if fault, ok := faultOf(c.Verdict, m.Got); ok {
			t = Trait{Got: fault}
		}
		if !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return all
}

// prerequisites returns what blocks a check except its own control, which its
// mismatches show.
func prerequisites(c stream.Check) []string {
	return slices.DeleteFunc(slices.Clone(c.Waits), func(w string) bool { return w == "control" && len(c.Mismatches) > 0 })
}

// outermost returns the trait of the outermost value around a missing nested one: most
// likely the whole value is missing.
func (t Trait) outermost() Trait {
	saw, path, ok := strings.Cut(t.What, ": ")
	if !ok {
		saw, path = "", t.What
	} else {
		saw += ": "
	}
	if steps := strings.Split(path, "."); len(steps) > 2 {
		t.What, t.Want = saw+strings.Join(steps[:2], "."), "a value"
	}
	return t
}

var (
	runsOf = lazyregexp.New(`^runs of .*$`)
	saw    = lazyregexp.New(`^what .* saw: `)
	place  = lazyregexp.New(`\.\d+(\.|$)`)
	number = lazyregexp.New(`\d+(\.\d+)?`)
	path   = lazyregexp.New(`(/[^/\s"']+){2,}`)
)

// maxWhat bounds what is kept of a text that a case has made up.
const maxWhat = 120

// what is an observation without the hook's name and places in lists.
func what(text string) string {
	text = runsOf.ReplaceAllString(text, "runs of a hook")
	text = saw.ReplaceAllString(text, "what a hook saw: ")
	for place.MatchString(text) {
		text = place.ReplaceAllString(text, "$1")
	}
	// A component's output has the same members as the merged output.
	text = strings.TrimPrefix(text, "finalOutput.")
	return stream.Head([]byte(text), maxWhat).Text
}

var operator = lazyregexp.New(`(?s)^(not )?(is|contains|includes|matches|has|one with|at-least|at-most)( (.*))?$`)

// want returns the expectation without what is specific to the case.
func want(text string) string {
	m := operator.FindStringSubmatch(text)
	if m == nil {
		return kind(text)
	}
	switch m[2] {
	case "is":
		if m[1] == "" {
			return kind(m[4])
		}
		return "not " + kind(m[4])
	case "contains", "matches":
		return m[1] + m[2] + " a text"
	case "at-least", "at-most":
		return m[2] + " a number"
	}
	return m[1] + m[2] + " …"
}

// words are those of the protocol, which mean the same in every case.
var words = []string{"allow", "deny", "block", "ask", "approve", "AUTO", "ANY", "NONE"}

// kind is a value where it is one of few, and else what kind it is.
func kind(text string) string {
	text = strings.TrimSpace(text)
	switch text {
	case "true", "false", "null", "[]", "{}", "absent", "present":
		return text
	case "(absent)":
		return "nothing"
	}
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		if slices.Contains(words, text) {
			return text
		}
		return "a text"
	}
	switch v := v.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case string:
		if slices.Contains(words, v) {
			return v
		}
		return "a text"
	}
	return "a number"
}

// faultOf returns the fault that prevented judging a check, without numbers and paths.
// It begins with the verdict or says that the request failed, so faults with different
// blame are never equal.
func faultOf(v outcome.Verdict, got string) (string, bool) {
	line, _, _ := strings.Cut(strings.TrimSpace(got), "\n")
	word, _, _ := strings.Cut(line, ":")
	if !keepsFromJudging(outcome.Verdict(word)) && !strings.HasPrefix(line, suite.RequestFailed) {
		if !keepsFromJudging(v) {
			return "", false
		}
		line = string(v) + ": " + line
	}
	line = number.ReplaceAllString(path.ReplaceAllString(line, "…"), "N")
	return stream.Head([]byte(line), maxWhat).Text, true
}

func keepsFromJudging(v outcome.Verdict) bool {
	return slices.Contains([]outcome.Verdict{outcome.Timeout, outcome.Crash, outcome.ProtocolViolation, outcome.AdapterError, outcome.SuiteError}, v)
}
