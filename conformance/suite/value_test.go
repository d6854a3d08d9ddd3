package suite_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/verdict"
)

func TestIs(t *testing.T) {
	tests := []struct {
		name, answer, in string
		want             verdict.Verdict
	}{
		{"a string as it stands", `"kept"`, "want value is kept", verdict.Pass},
		{"a string as JSON", `"a\nb"`, `want value is '"a\nb"'`, verdict.Pass},
		{"a string that looks like a number", `"7"`, "want value is 7", verdict.Pass},
		{"another string", `"lost"`, "want value is kept", verdict.Fail},
		{"a number in another spelling", "1.50", "want value is 1.5", verdict.Pass},
		{"an object in another order", `{"a":1,"b":[2]}`, `want value is {"b":[2],"a":1}`, verdict.Pass},
		{"an object with a member more", `{"a":1,"b":2}`, `want value is {"a":1}`, verdict.Fail},
		{"null where a text is wanted", "null", "want value is kept", verdict.Fail},
		{"an object where a text is wanted", `{"text":"kept"}`, "want value is kept", verdict.Fail},
		{"null is not that text", "null", "! want value is kept", verdict.Pass},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			door := &cannedDoor{answers: map[string]string{adapter.MethodComponentTranslate: `{"value":` + tt.answer + `}`}}
			got := verdicts(t, door, "\ntranslate toHookLLMRequest {}\nclause HOOK-003.1\n"+tt.in+"\n")
			assert.Equal(t, map[string]verdict.Verdict{"HOOK-003.1": tt.want}, got)
		})
	}
}
