package suite_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// An assertionTest judges an answer, whose only member is value, with one line.
type assertionTest struct {
	name, answer, in string
	want             outcome.Verdict
	reason           string
}

func runAssertionTests(t *testing.T, tests []assertionTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			client := &canned{answers: map[string]string{adapter.MethodComponentTranslate: `{"value":` + tt.answer + `}`}}
			got := verdicts(t, client, "\ntranslate toHookLLMRequest {}\nclause HOOK-003.1\n"+tt.in+"\n")
			assert.Equal(t, map[string]outcome.Verdict{"HOOK-003.1": tt.want}, got, tt.reason)
		})
	}
}

func TestIs(t *testing.T) {
	const (
		json   = "what is JSON in the case is that value and no text of it"
		text   = "a value that is not JSON in the case is literal text, and no other value"
		quoted = "text that is JSON is written as a JSON string"
		broken = "what begins like JSON and is none is a slip of the pen, not text"
	)
	runAssertionTests(t, []assertionTest{
		{"an object", `{"a":1,"b":[2]}`, `want value is {"b":[2],"a":1}`, outcome.Pass, "the order of keys is of no account"},
		{"an object with a member more", `{"a":1,"b":2}`, `want value is {"a":1}`, outcome.Fail, "whole values are compared"},
		{"an object as text", `"{\"a\":1}"`, `want value is {"a":1}`, outcome.Fail, json},
		{"an object with an object as text inside", `{"a":"{\"b\":1}"}`, `want value is {"a":{"b":1}}`, outcome.Fail, json},
		{"an object where its text is wanted", `{"a":1}`, `want value is '"{\"a\":1}"'`, outcome.Fail, quoted},
		{"the text of an object", `"{\"a\":1}"`, `want value is '"{\"a\":1}"'`, outcome.Pass, quoted},

		{"a list", `["a",2]`, `want value is ["a",2]`, outcome.Pass, json},
		{"a list in another order", `[2,"a"]`, `want value is ["a",2]`, outcome.Fail, "the order of items counts"},
		{"a list as text", `"[\"a\",2]"`, `want value is ["a",2]`, outcome.Fail, json},
		{"the only item where its list is wanted", `"a"`, `want value is ["a"]`, outcome.Fail, json},
		{"a list where its only item is wanted", `["a"]`, `want value is a`, outcome.Fail, text},
		{"an empty list where an object is wanted", `[]`, `want value is {}`, outcome.Fail, json},

		{"a number in another spelling", "1.50", "want value is 1.5", outcome.Pass, "the spelling of numbers is of no account"},
		{"a number as text", `"7"`, "want value is 7", outcome.Fail, json},
		{"a number where its text is wanted", "7", `want value is '"7"'`, outcome.Fail, quoted},
		{"the text of a number", `"7"`, `want value is '"7"'`, outcome.Pass, quoted},
		{"text that only looks like a number", `"007"`, "want value is 007", outcome.Pass, text},

		{"true", "true", "want value is true", outcome.Pass, json},
		{"true as text", `"true"`, "want value is true", outcome.Fail, json},
		{"false as text", `"false"`, "want value is false", outcome.Fail, json},
		{"1 where true is wanted", "1", "want value is true", outcome.Fail, json},
		{"true where its text is wanted", "true", `want value is '"true"'`, outcome.Fail, quoted},

		{"null", "null", "want value is null", outcome.Pass, json},
		{"null as text", `"null"`, "want value is null", outcome.Fail, json},
		{"empty text where null is wanted", `""`, "want value is null", outcome.Fail, json},
		{"false where null is wanted", "false", "want value is null", outcome.Fail, json},

		{"text", `"kept"`, "want value is kept", outcome.Pass, text},
		{"text as a JSON string", `"a\nb"`, `want value is '"a\nb"'`, outcome.Pass, quoted},
		{"text with the quotes of a JSON string", `"\"kept\""`, `want value is '"kept"'`, outcome.Fail, "a JSON string is the text inside"},
		{"text that holds quotes", `"\"kept\""`, `want value is '"\"kept\""'`, outcome.Pass, quoted},
		{"no text", `""`, "want value is ''", outcome.Pass, text},
		{"other text", `"lost"`, "want value is kept", outcome.Fail, text},
		{"null where text is wanted", "null", "want value is kept", outcome.Fail, text},
		{"an object where text is wanted", `{"text":"kept"}`, "want value is kept", outcome.Fail, text},

		{"not that text", `"lost"`, "! want value is kept", outcome.Pass, "another value of the same kind is not it"},
		{"null is not that text", "null", "! want value is kept", outcome.Pass, "a value of another kind is not it either"},
		{"nothing is not that text", `{}`, "! want value.a is kept", outcome.Fail, "of what is not there not even the opposite holds"},

		{"an object that is cut short", `"{\"a\":1"`, `want value is '{"a":1'`, outcome.SuiteError, broken},
		{"not an object that is cut short", `{"a":1}`, `! want value is '{"a":1'`, outcome.SuiteError, broken},
		{"a list that is none", `"[a]"`, "want value is [a]", outcome.SuiteError, broken},
		{"a string with text after it", `"\"a\" b"`, `want value is '"a" b'`, outcome.SuiteError, broken},
		{"broken JSON of what is not there", `{}`, `want value.a is '{"a":1'`, outcome.SuiteError, "a faulty case is distinguished from a failure, for any actual value"},
	})
}

func TestContainsIncludesAndMatches(t *testing.T) {
	const (
		ofText = "of another kind than text neither it nor its opposite holds"
		ofList = "of another kind than a list neither it nor its opposite holds"
	)
	runAssertionTests(t, []assertionTest{
		{"contains text", `"the gate is shut"`, "want value contains gate", outcome.Pass, "text is looked for in text"},
		{"contains other text", `"the gate is shut"`, "want value contains open", outcome.Fail, "the text is not in it"},
		{"contains JSON", `"{\"a\":1} [x"`, "want value contains '[x'", outcome.Pass, "the text to find is literal, even if it looks like JSON"},
		{"contains quotes", `"say \"a\""`, `want value contains '"a"'`, outcome.Pass, "the text to find is literal, even if it looks like JSON"},
		{"contains in a list", `["gate"]`, "want value contains gate", outcome.Fail, ofText},
		{"contains in a list, negated", `["gate"]`, "! want value contains gate", outcome.Fail, ofText},
		{"contains in an object", `{"gate":"gate"}`, "! want value contains gate", outcome.Fail, ofText},
		{"contains in a number", "17", "want value contains 7", outcome.Fail, ofText},
		{"contains in null, negated", "null", "! want value contains gate", outcome.Fail, ofText},
		{"does not contain", `"the gate is shut"`, "! want value contains open", outcome.Pass, "text without it"},

		{"includes an item", `["dig","plant"]`, "want value includes plant", outcome.Pass, "an equal item"},
		{"includes an object", `[{"a":1,"b":2}]`, `want value includes {"b":2,"a":1}`, outcome.Pass, "items are compared as by is"},
		{"includes a part of an item", `["planter"]`, "want value includes plant", outcome.Fail, "items are compared whole"},
		{"includes a part of an object", `[{"a":1,"b":2}]`, `want value includes {"a":1}`, outcome.Fail, "items are compared whole"},
		{"includes an object as text", `["{\"a\":1}"]`, `want value includes {"a":1}`, outcome.Fail, "items are compared as by is"},
		{"includes a number as text", `["7"]`, "want value includes 7", outcome.Fail, "items are compared as by is"},
		{"includes in text", `"dig, plant"`, "want value includes plant", outcome.Fail, ofList},
		{"includes in text of a list", `"[\"plant\"]"`, "want value includes plant", outcome.Fail, ofList},
		{"includes in text, negated", `"dig"`, "! want value includes plant", outcome.Fail, ofList},
		{"includes in an object", `{"0":"plant"}`, "want value includes plant", outcome.Fail, ofList},
		{"does not include", `["dig"]`, "! want value includes plant", outcome.Pass, "a list without it"},
		{"includes broken JSON", `["{a"]`, "! want value includes {a", outcome.SuiteError, "items are compared as by is"},

		{"matches", `"exit 213"`, `want value matches '\b213$'`, outcome.Pass, "a regular expression finds its text"},
		{"matches a number", "213", "want value matches 213", outcome.Fail, ofText},
		{"matches a list", `["213"]`, "want value matches 213", outcome.Fail, ofText},
		{"matches anything", "null", "want value matches ^", outcome.Fail, ofText},
		{"matches anything, negated", "null", "! want value matches a", outcome.Fail, ofText},
		{"does not match", `"exit 2"`, "! want value matches 213", outcome.Pass, "text without it"},
		{"matches no expression", "null", "want value matches (", outcome.SuiteError, "a faulty case is distinguished from a failure, for any actual value"},
	})
}

func TestHasAndLimits(t *testing.T) {
	const (
		ofObject = "of another kind than an object neither it nor its opposite holds"
		ofNumber = "of another kind than a number neither it nor its opposite holds"
		faulty   = "a faulty case is distinguished from a failure, for any actual value"
	)
	runAssertionTests(t, []assertionTest{
		{"has", `{"a":1,"b":2}`, `want value has {"a":1}`, outcome.Pass, "other members are of no account"},
		{"has another value", `{"a":2}`, `want value has {"a":1}`, outcome.Fail, "members are compared as by is"},
		{"has a number as text", `{"a":"1"}`, `want value has {"a":1}`, outcome.Fail, "members are compared as by is"},
		{"has a part of a member", `{"a":{"b":1,"c":2}}`, `want value has {"a":{"b":1}}`, outcome.Fail, "members are compared whole"},
		{"has null where nothing is", `{}`, `want value has {"a":null}`, outcome.Fail, "null is a value"},
		{"has in text of an object", `"{\"a\":1}"`, `want value has {"a":1}`, outcome.Fail, ofObject},
		{"has in text, negated", `"a"`, `! want value has {"a":1}`, outcome.Fail, ofObject},
		{"has in a list", `[{"a":1}]`, `want value has {"a":1}`, outcome.Fail, ofObject},
		{"has in null, negated", "null", `! want value has {"a":1}`, outcome.Fail, ofObject},
		{"has not", `{"a":2}`, `! want value has {"a":1}`, outcome.Pass, "an object without it"},
		{"has no object", "7", "want value has 7", outcome.SuiteError, faulty},

		{"at least", "5", "want value at-least 5", outcome.Pass, "the limit is within"},
		{"less than at least", "4.9", "want value at-least 5", outcome.Fail, "below the limit"},
		{"at most", "5", "want value at-most 5", outcome.Pass, "the limit is within"},
		{"more than at most", "5.1", "want value at-most 5", outcome.Fail, "above the limit"},
		{"at least, as text", `"7"`, "want value at-least 5", outcome.Fail, ofNumber},
		{"at least, as text, negated", `"3"`, "! want value at-least 5", outcome.Fail, ofNumber},
		{"at most, null", "null", "want value at-most 5", outcome.Fail, ofNumber},
		{"at least no number", "7", "want value at-least much", outcome.SuiteError, faulty},
		{"at least what is not a JSON number", "7", "! want value at-least NaN", outcome.SuiteError, faulty},
	})
}
