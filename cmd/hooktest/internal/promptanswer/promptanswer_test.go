package promptanswer_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/promptanswer"
	"github.com/hooktest/hooktest/engine/inquiry"
)

func read(t *testing.T, text string) (*promptanswer.Answers, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "answers.yaml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return promptanswer.Read(path)
}

// An answer that names a question is given each time that question is asked; the others are given
// once each, in order.
func TestAnswers(t *testing.T) {
	answers, err := read(t, `
- {answer: {ok: false, reason: first}}
- {prompt: tidy, answer: {ok: true}}
- {sha256: 2CF24DBA5FB0A30E26E83B2AC5B9E29E1B161E5C1FA7425E73043362938B9824, answer: a sentence}
- {answer: {ok: true, n: 1}}
`)
	require.NoError(t, err)
	for _, tt := range []struct {
		prompt, want string
		ok           bool
		reason       string
	}{
		{"Is it tidy?", `{"ok":true}`, true, "it contains the text"},
		{"hello", "a sentence", true, "its SHA-256, in upper or lower case; a text is returned as it is"},
		{"hello?", `{"ok":false,"reason":"first"}`, true, "the first that names no question"},
		{"Is it tidy?", `{"ok":true}`, true, "again"},
		{"hello?", `{"ok":true,"n":1}`, true, "the second"},
		{"hello?", "", false, "there is none left"},
	} {
		text, ok := answers.For(inquiry.Asking{Prompt: tt.prompt})
		assert.Equal(t, tt.ok, ok, tt.reason)
		assert.Equal(t, tt.want, text, tt.reason)
	}
}

func TestFilesThatDoNotFit(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"{answer: 1}", ":1:1: must be a list of answers, not an object"},
		{"- ok", ":1:3: must be a mapping with the key answer, not a string"},
		{"- {prompt: x}", ":1:3: answer is missing, which is what the model says"},
		{"- {answer: 1, promt: x}", `:1:15: unknown key "promt": known here are answer, prompt and sha256`},
		{"- {answer: 1, prompt: ''}", ":1:23: prompt must be a text that is not empty"},
	} {
		_, err := read(t, tt.text)
		assert.ErrorContains(t, err, tt.want, tt.text)
	}
	_, err := promptanswer.Read(t.TempDir())
	assert.ErrorContains(t, err, "not a regular file")
}
