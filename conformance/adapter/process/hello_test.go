package process

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// plainHello is a valid result of initialize with few claims.
const plainHello = `{"protocolVersion":1,"nonce":"n","implementation":{"name":"a"},"dialect":"llxprt","maxInFlight":1}`

func TestHello(t *testing.T) {
	tests := []struct{ name, old, new, fault, reason string }{
		{"plain", "", "", "", "absent lists claim nothing"},
		{"null", `"maxInFlight"`, `"profiles":null,"features":null,"observes":null,"maxInFlight"`, "", "some languages write an empty list so"},
		{"unknown member", `"nonce"`, `"colour":"red","nonce"`, "", "a later version may know it"},
		{"another case", `"maxInFlight"`, `"MaxInFlight"`, "maxInFlight is 0, want at least 1", "keys have their exact case"},
		{"another case after it", `"maxInFlight":1`, `"maxInFlight":1,"maxinflight":900`, "", "it is another, unknown member"},
		{"twice", `"implementation":{"name":"a"}`, `"implementation":{"name":"a"},"implementation":{"version":"1"}`, "implementation.name is empty", "the last one counts, nothing is merged"},
		{"feature twice", `"maxInFlight"`, `"features":{"fly":true},"features":{},"maxInFlight"`, "", "the last one counts"},
		{"fraction", `"maxInFlight":1`, `"maxInFlight":1.5`, "the result can't be read: maxInFlight must be a whole number, not 1.5", ""},
		{"all faults", `"nonce":"n","implementation":{"name":"a"}`, `"nonce":1,"implementation":[]`, "the result can't be read: nonce must be a string, not a number\nimplementation must be an object, not an array", "one look at a broken adapter is to be enough"},
		{"nonce", `"nonce":"n"`, `"nonce":"m"`, `the nonce is "m", want "n"`, "an answer that was recorded"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := strings.Replace(plainHello, tt.old, tt.new, 1)
			hello, err := checkHello(json.RawMessage(in), "n")
			if tt.fault != "" {
				require.EqualError(t, err, tt.fault, tt.reason)
				return
			}
			require.NoError(t, err, tt.reason)
			assert.Equal(t, 1, hello.MaxInFlight, tt.reason)
			assert.Empty(t, hello.Features, tt.reason)
		})
	}
}

// FuzzHello checks that an accepted result of initialize has the same values when
// it is read key by key and when it is written again, and that the length of the
// error messages is bounded by the length of the input.
func FuzzHello(f *testing.F) {
	for _, seed := range []string{
		plainHello, `{}`, `null`, `[]`, `{"protocolVersion":2,"dialect":"gemni","profiles":["cores"],"features":{"fir":false},"observes":["x"]}`,
		strings.Replace(plainHello, `"nonce"`, `"profiles":["core","bus"],"features":{"chain":true,"fire":false},"observes":["warnings"],"nonce"`, 1),
		strings.Replace(plainHello, `"nonce"`, `"profiles":["core"],"features":{"chain":true},"Nonce":"m","nonce"`, 1),
		strings.Replace(plainHello, `1}`, `1e3}`, 1), strings.Replace(plainHello, `1}`, `99999999999999999999}`, 1),
	} {
		f.Add([]byte(seed))
	}
	dialects := []string{"llxprt", "gemini"}
	f.Fuzz(func(t *testing.T, text []byte) {
		// What comes this far is JSON.
		if !json.Valid(text) {
			return
		}
		hello, err := checkHello(text, "n", dialects...)
		if err != nil {
			require.LessOrEqual(t, len(err.Error()), 20*len(text)+1000)
			return
		}
		var plain struct{ version, inFlight int }
		var given, implementation map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(text, &given))
		require.NoError(t, json.Unmarshal(given["protocolVersion"], &plain.version))
		require.NoError(t, json.Unmarshal(given["maxInFlight"], &plain.inFlight))
		require.NoError(t, json.Unmarshal(given["implementation"], &implementation))
		require.Equal(t, adapter.Version, plain.version)
		require.Equal(t, hello.MaxInFlight, plain.inFlight)
		require.Positive(t, plain.inFlight)
		require.Equal(t, "n", textOf(t, given["nonce"]))
		require.Contains(t, dialects, textOf(t, given["dialect"]))
		require.NotEmpty(t, textOf(t, implementation["name"]))
		var features map[adapter.Feature]bool
		if text := given["features"]; text != nil {
			require.NoError(t, json.Unmarshal(text, &features))
		}
		require.Len(t, hello.Features, len(features))
		for _, info := range adapter.Features() {
			require.Equal(t, features[info.Feature] || slices.Contains(hello.Profiles, info.Profile), hello.Supports(info.Feature), info.Feature)
		}
		again, err := json.Marshal(hello)
		require.NoError(t, err)
		read, err := checkHello(again, "n", dialects...)
		require.NoError(t, err)
		require.True(t, same(hello, read), "%s", again)
	})
}

func textOf(t *testing.T, value json.RawMessage) (text string) {
	t.Helper()
	require.NoError(t, json.Unmarshal(value, &text))
	return text
}
