package suite_test

import (
	"testing"

	"github.com/hooktest/hooktest/conformance/outcome"
)

func TestPaths(t *testing.T) {
	const (
		obstacle = "what can't have such a step is neither the way to something nor the way to nothing"
		lists    = "a step of digits and # go into lists alone"
	)
	runAssertionTests(t, []assertionTest{
		{"a member of a member", `{"a":{"b":"kept"}}`, "want value.a.b is kept", outcome.Pass, "a key goes into an object"},
		{"an item", `["a","b"]`, "want value.1 is b", outcome.Pass, "an index goes into a list"},
		{"an index that is a key", `{"1":"b"}`, "want value.1 is b", outcome.Fail, lists},
		{"a key that is not there", `{}`, "want value.a absent", outcome.Pass, "an object without it"},
		{"a key of what is not there", `{}`, "want value.a.b.0 absent", outcome.Pass, "of nothing, everything is absent"},
		{"a key of null", "null", "want value.a absent", outcome.Pass, "of null, everything is absent"},
		{"an index past the end", `["a"]`, "want value.1 absent", outcome.Pass, "a list without it"},
		{"a key that is there", `{"a":null}`, "want value.a absent", outcome.Fail, "null is a value"},
		{"what is there", `{"a":null}`, "want value.a present", outcome.Pass, "null is a value"},
		{"what is not there", `{}`, "want value.a present", outcome.Fail, "nothing is there"},
		{"not absent", `{"a":1}`, "! want value.a absent", outcome.Pass, "it is there"},
		{"not present", `{}`, "! want value.a present", outcome.Pass, "nothing is there"},

		{"a key of text", `"{}"`, "want value.a absent", outcome.Fail, obstacle},
		{"a key of text, negated", `"{}"`, "! want value.a present", outcome.Fail, obstacle},
		{"not absent from text", `"{}"`, "! want value.a absent", outcome.Fail, obstacle},
		{"a key of a list", "[]", "want value.a absent", outcome.Fail, obstacle},
		{"an index of an object", "{}", "want value.0 absent", outcome.Fail, obstacle},
		{"a key of a number", "7", "want value.a absent", outcome.Fail, obstacle},
		{"a key of false", "false", "want value.a.b absent", outcome.Fail, obstacle},

		{"the length of a list", `["a","b"]`, "want 'value.#' is 2", outcome.Pass, lists},
		{"the length of another list", `["a","b"]`, "want 'value.#' is 1", outcome.Fail, "it has two items"},
		{"the length of text", `"ab"`, "want 'value.#' is 2", outcome.Fail, lists},
		{"the length of an object", `{"a":1}`, "want 'value.#' is 1", outcome.Fail, lists},
		{"the length of null", "null", "want 'value.#' is 0", outcome.Fail, lists},
		{"the bytes of text", `"größe"`, "want 'value.#bytes' is 7", outcome.Pass, "two letters take two bytes each"},
		{"the bytes of a list", `["a"]`, "want 'value.#bytes' is 1", outcome.Fail, "#bytes goes into text alone"},
		{"the bytes of an object", `{"#bytes":1}`, "want 'value.#bytes' is 1", outcome.Fail, "#bytes goes into text alone"},
	})
}

func TestBrokenJSONOfSettingsAndPayloadsIsAFaultOfTheCase(t *testing.T) {
	const reason = "what begins like JSON and is none would be sent as text by mistake"
	for _, tt := range []struct{ name, in string }{
		{"a member of a payload", `fire Notification 'details={"tool":'`},
		{"a timeout", "spy guard\non BeforeTool guard timeout=[1"},
		{"sequential", "spy guard\non BeforeTool guard sequential=\"true"},
		{"the switch", "switch {"},
	} {
		runAssertionTests(t, []assertionTest{{tt.name, "1", "want value is 1\n" + tt.in, outcome.SuiteError, reason}})
	}
}
