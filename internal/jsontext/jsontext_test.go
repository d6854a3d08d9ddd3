package jsontext_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/jsontext"
)

func TestWhatIsReadIsWrittenAgain(t *testing.T) {
	for _, text := range []string{`null`, `"<&>"`, `{"a":1.50,"b":12345678901234567890,"c":1e400}`, `[]`} {
		var v any
		require.NoError(t, jsontext.Decode([]byte(" "+text+"\n"), &v))
		again, err := jsontext.Encode(v)
		require.NoError(t, err)
		assert.Equal(t, text, string(again))
	}
}

func TestFaults(t *testing.T) {
	var v any
	for text, want := range map[string]string{"": "EOF", "{} {}": "text after the value", "{": "unexpected EOF"} {
		assert.EqualError(t, jsontext.Decode([]byte(text), &v), want, "%q", text)
	}
	_, err := jsontext.Encode(json.Number("x"))
	assert.Error(t, err, "what is none can't be written")
}
