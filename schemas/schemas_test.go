package schemas_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

func TestAllFaultsInTheirOrder(t *testing.T) {
	text := `{
  // guards
  "enableHooks": "yes",
  "hooks": {
    "BeforeTol": [],
    "BeforeTool": [
      {"matcher": 1, "hooks": [
        {"command": "x", "timeout": -5},
        {"type": "prompt"},
        {"type": "command"},
        7
      ]},
      {}
    ]
  }
}`
	err := schemas.ValidateBytes("settings", "settings.json", []byte(text), document.Options{AllowComments: true})
	require.EqualError(t, err, strings.Join([]string{
		`settings.json:3:18: /enableHooks: must be a boolean, is a string`,
		`settings.json:5:5: /hooks/BeforeTol: is an unknown field, did you mean "BeforeTool"`,
		`settings.json:7:19: /hooks/BeforeTool/0/matcher: must be a string or null, is a number`,
		`settings.json:8:9: /hooks/BeforeTool/0/hooks/0: lacks the field "type"`,
		`settings.json:8:37: /hooks/BeforeTool/0/hooks/0/timeout: must be greater than 0, is -5`,
		`settings.json:9:18: /hooks/BeforeTool/0/hooks/1/type: must be "command" or "plugin", is "prompt"`,
		`settings.json:10:9: /hooks/BeforeTool/0/hooks/2: lacks the field "command"`,
		`settings.json:11:9: /hooks/BeforeTool/0/hooks/3: must be an object, is a number`,
		`settings.json:13:7: /hooks/BeforeTool/1: lacks the field "hooks"`,
	}, "\n"))
}

func TestFaultsOfAValueInMemory(t *testing.T) {
	input := jsonvalue.New(
		jsonvalue.Member{Key: "session_id", Value: "s"},
		jsonvalue.Member{Key: "transcript_path", Value: ""},
		jsonvalue.Member{Key: "cwd", Value: "/"},
		jsonvalue.Member{Key: "timestamp", Value: "yesterday"},
		jsonvalue.Member{Key: "hook_event_name", Value: "AfterTool"},
		jsonvalue.Member{Key: "tool_nam", Value: "x"},
		jsonvalue.Member{Key: "tool_input", Value: jsonvalue.New(jsonvalue.Member{Key: "a/b~c", Value: json.Number("1")})},
	)
	err := schemas.Validate(schemas.Stdin("BeforeTool"), input)
	var found *schemas.Error
	require.ErrorAs(t, err, &found)
	assert.Equal(t, []schemas.Fault{
		{Pointer: "", Keyword: "required", Property: "tool_name", Message: `lacks the field "tool_name"`},
		{Pointer: "/timestamp", Keyword: "pattern", Message: `must look like "2026-01-31T12:00:00.000Z", is "yesterday"`},
		{Pointer: "/hook_event_name", Keyword: "const", Message: `must be "BeforeTool", is "AfterTool"`},
		{Pointer: "/tool_nam", Keyword: "unevaluatedProperties", Property: "tool_nam", Message: `is an unknown field, did you mean "tool_name"`},
	}, found.Faults)
	assert.Equal(t, `lacks the field "tool_name"`+"\n"+
		`/timestamp: must look like "2026-01-31T12:00:00.000Z", is "yesterday"`, strings.Join(strings.Split(err.Error(), "\n")[:2], "\n"))
}

func TestOneFaultPerPlace(t *testing.T) {
	input := `{"session_id":"s","transcript_path":"","cwd":"/","timestamp":"2026-01-31T12:00:00.000Z","hook_event_name":"AfterModel",
"llm_request":{"messages":[]},"llm_response":{"candidates":[{"content":{"role":"model","parts":[1]},"safetyRatings":[{"blocked":true}]}]}}`
	err := schemas.ValidateBytes(schemas.Stdin("AfterModel"), "", []byte(input), document.Options{})
	require.EqualError(t, err,
		"2:97: /llm_response/candidates/0/content/parts/0: must be a string, is a number\n"+
			"2:119: /llm_response/candidates/0/safetyRatings/0/blocked: must not be there")
}

func TestValidateTakesAnyJSONLikeValue(t *testing.T) {
	type handler struct {
		Type    string `json:"type"`
		Command string `json:"command,omitempty"`
	}
	require.NoError(t, schemas.Validate("hook-configuration", map[string]any{"hooks": []handler{{"command", "x"}}}))
	require.EqualError(t, schemas.Validate("hook-configuration", map[string]any{"hooks": []handler{{Type: "command"}}}),
		`/hooks/0: lacks the field "command"`)
	require.EqualError(t, schemas.Validate("hook-tool-config", "x"), `must be an object, is a string`)
	require.ErrorContains(t, schemas.Validate("hook-tool-config", func() {}), "the value is not JSON")
	require.ErrorContains(t, schemas.Validate("hook-tool-config", json.Number("x")), "the value is not JSON")
}

func TestTheLastDuplicateIsValidated(t *testing.T) {
	in := `{"mode":1e99999999,"mode":"ANY"}`
	require.NoError(t, schemas.ValidateBytes("hook-tool-config", "", []byte(in), document.Options{}), "INT-14: the last duplicate wins")
	in = `{"mode":"ANY","mode":"any"}`
	require.EqualError(t, schemas.ValidateBytes("hook-tool-config", "f", []byte(in), document.Options{}),
		`f:1:22: /mode: must be "AUTO", "ANY" or "NONE", is "any", did you mean "ANY"`)
}

func TestNumbersOutOfRangeAreFaults(t *testing.T) {
	tests := []struct {
		name, number string
		want         *schemas.Fault
	}{
		{"largest exponent", "1e1000", nil},
		{"many digits", strings.Repeat("9", 1000), nil},
		{"smallest exponent", "1e-1000", &schemas.Fault{Keyword: "type", Message: "must be an integer, is a number"}},
		{"exponent too large", "1e1001", &schemas.Fault{Keyword: "number", Message: "number out of range"}},
		{"exponent that the library can't hold", "1e99999999", &schemas.Fault{Keyword: "number", Message: "number out of range"}},
		{"exponent beyond an int", "-1E+99999999999999999999", &schemas.Fault{Keyword: "number", Message: "number out of range"}},
		{"exponent too small", "1e-99999999", &schemas.Fault{Keyword: "number", Message: "number out of range"}},
		{"too many digits", strings.Repeat("9", 2000), &schemas.Fault{Keyword: "number", Message: "number out of range"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			// index has a type and a minimum, which are computed exactly.
			in := `{"candidates":[{"index":` + tt.number + `}]}`
			err := schemas.ValidateBytes("llm-response", "", []byte(in), document.Options{})
			if tt.want == nil {
				require.NoError(t, err)
				return
			}
			tt.want.Pointer = "/candidates/0/index"
			tt.want.Position = document.Position{Line: 1, Column: 25, Offset: 24}
			var found *schemas.Error
			require.ErrorAs(t, err, &found)
			assert.Equal(t, []schemas.Fault{*tt.want}, found.Faults)
		})
	}
}

func TestAnUnknownFieldIsAFaultWithAnyNumber(t *testing.T) {
	err := schemas.ValidateBytes("settings", "f", []byte(`{"hooks":{"x":1e9999}}`), document.Options{})
	require.EqualError(t, err, "f:1:15: /hooks/x: number out of range\nf:1:11: /hooks/x: is an unknown field")
}

func TestSyntaxErrorsPassThrough(t *testing.T) {
	err := schemas.ValidateBytes("settings", "s.json", []byte("{\n,}"), document.Options{})
	var syntax *document.SyntaxError
	require.ErrorAs(t, err, &syntax)
	assert.Equal(t, 2, syntax.Position.Line)
}

func TestUnknownNames(t *testing.T) {
	tests := []struct{ name, want string }{
		{"setings", `unknown schema "setings", did you mean "settings"`},
		{schemas.Stdin("BeforeTol"), `unknown schema "stdin/before-tol", did you mean "stdin/before-tool"`},
		{"STDOUT/AFTER-TOOL", `unknown schema "STDOUT/AFTER-TOOL", did you mean "stdout/after-tool"`},
		{"../schemas", `unknown schema "../schemas"`},
		{"", `unknown schema ""`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.EqualError(t, schemas.Validate(tt.name, nil), tt.want)
			_, err := schemas.Source(tt.name)
			require.EqualError(t, err, tt.want)
		})
	}
}

func TestStdinAndStdoutNames(t *testing.T) {
	assert.Equal(t, "stdin/before-tool-selection", schemas.Stdin("BeforeToolSelection"))
	assert.Equal(t, "stdout/notification", schemas.Stdout("Notification"))
}

func TestValidateFromManyGoroutines(t *testing.T) {
	var wait sync.WaitGroup
	for range 4 {
		for _, name := range schemas.Names() {
			wait.Go(func() {
				assert.EqualError(t, schemas.Validate(name, []any{}), "must be an object, is an array", name)
			})
		}
	}
	wait.Wait()
}

func FuzzValidateBytes(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(v.Schema, v.Data)
	}
	for _, number := range []string{"1e99999999", "-1e-99999999", "1e400", strings.Repeat("1", 5000), "0e0"} {
		f.Add("llm-response", []byte(`{"candidates":[{"index":`+number+`}],"candidates":[]}`))
		f.Add("hook-configuration", []byte(`{"hooks":[{"type":"command","command":"x","timeout":`+number+`}]}`))
	}
	f.Add("settings", []byte("{\"hooks\":{\"%2F~1\u00e9\\u0000 ?#\":[],\"\":[]}}"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		err := schemas.ValidateBytes(name, "f", data, document.Options{AllowComments: true, AllowTrailingCommas: true})
		node, parseErr := document.Parse("f", data, document.Options{AllowComments: true, AllowTrailingCommas: true})
		if parseErr != nil || err == nil {
			return
		}
		if _, sourceErr := schemas.Source(name); sourceErr != nil {
			require.EqualError(t, err, sourceErr.Error())
			return
		}
		var found *schemas.Error
		require.ErrorAs(t, err, &found, "the validator must not give up")
		require.NotEmpty(t, found.Faults)
		for _, fault := range found.Faults {
			_, ok := node.Pointer(fault.Pointer)
			require.True(t, ok, "%q leads nowhere", fault.Pointer)
			require.False(t, fault.Position.IsZero())
			require.NotEmpty(t, fault.Keyword)
			require.NotEmpty(t, fault.Message)
		}
	})
}
