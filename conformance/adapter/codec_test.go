package adapter

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.StringMatching(`[^\r\n]{0,40}`)).Draw(t, "lines")
		rest := rapid.StringMatching(`[^\r\n]{0,10}`).Draw(t, "rest")
		text := rest
		for i := len(lines) - 1; i >= 0; i-- {
			text = lines[i] + "\n" + text
		}
		r := NewLines(iotest.OneByteReader(strings.NewReader(text)))
		for _, want := range lines {
			got, err := r.Next()
			if err != nil || string(got) != want {
				t.Fatalf("%q, %v, want %q", got, err, want)
			}
		}
		want := io.EOF
		if rest != "" {
			want = io.ErrUnexpectedEOF
		}
		if _, err := r.Next(); !errors.Is(err, want) {
			t.Fatalf("%v, want %v", err, want)
		}
	})
}

func TestLineLimit(t *testing.T) {
	full := append(bytes.Repeat([]byte("x"), MaxLine), '\n')
	got, err := NewLines(bytes.NewReader(full)).Next()
	require.NoError(t, err)
	assert.Len(t, got, MaxLine)

	// A line without an end takes no more memory than one that is too long.
	_, err = NewLines(neverEnding{}).Next()
	require.ErrorIs(t, err, ErrTooLong)
	_, err = NewLines(bytes.NewReader(append([]byte("x"), full...))).Next()
	require.ErrorIs(t, err, ErrTooLong)
}

type neverEnding struct{}

func (neverEnding) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestLinesOfALimit(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	tests := []struct {
		name  string
		in    string
		limit int
		want  []string
	}{
		{"nothing", "", 10, nil},
		{"lines", "a\nb\n", 10, []string{"a", "b"}},
		{"no last line feed", "a\nb", 10, []string{"a", "b"}},
		{"empty lines", "\n\n", 10, []string{"", ""}},
		{"carriage returns", "a\r\nb\rc\r\n\r", 10, []string{"a", "b\rc", ""}},
		{"at the limit", "0123456789\n0123456789\r\n", 10, []string{"0123456789", "0123456789"}},
		{"above the limit", "0123456789a\nb\n0123456789a", 10, []string{"!", "b", "!"}},
		{"above the limit with a carriage return", "0123456789a\r\nb", 10, []string{"!", "b"}},
		{"beyond the buffer", long + "\nb", 200_000, []string{long, "b"}},
		{"far above the limit", long + "\nb", 10, []string{"!", "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := allLines(newLines(strings.NewReader(tt.in), tt.limit))
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
			got, err = allLines(newLines(iotest.HalfReader(iotest.DataErrReader(strings.NewReader(tt.in))), tt.limit))
			require.NoError(t, err)
			assert.Equal(t, tt.want, got, "however the bytes arrive")
		})
	}
	_, err := allLines(newLines(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("ab\n"))), 10))
	assert.ErrorIs(t, err, iotest.ErrTimeout)
}

// allLines returns all lines, an overlong one as "!".
func allLines(l *Lines) ([]string, error) {
	var lines []string
	for {
		line, err := l.Next()
		switch {
		case errors.Is(err, io.EOF):
			return lines, nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return append(lines, string(line)), nil
		case errors.Is(err, ErrTooLong):
			lines = append(lines, "!")
		case err != nil:
			return lines, err
		default:
			lines = append(lines, string(line))
		}
	}
}

func FuzzLines(f *testing.F) {
	for _, seed := range []string{"", "a", "a\nb", "\r\n\r", "0123456789\r\n0123456789a\n", "\n\n"} {
		f.Add([]byte(seed))
	}
	const limit = 10
	f.Fuzz(func(t *testing.T, in []byte) {
		var want []string
		parts := bytes.Split(in, []byte("\n"))
		for i, part := range parts {
			if i == len(parts)-1 && len(part) == 0 {
				break
			}
			part = bytes.TrimSuffix(part, []byte("\r"))
			if len(part) > limit {
				want = append(want, "!")
				continue
			}
			want = append(want, string(part))
		}
		got, err := allLines(newLines(bytes.NewReader(in), limit))
		require.NoError(t, err)
		assert.Equal(t, want, got)
	})
}

// Every accepted message is valid JSON-RPC and does not change when it is
// written.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"x","params":{}}`, `[]`, `{"jsonrpc":"2.0","method":"x"}`,
		`{"jsonrpc":"2.0","id":"a","method":"x","params":null}`, `{"id":{}}`, "\xff", `{"jsonrpc":"2.0","id":01}`,
		`{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"m"}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		m, fault := ParseMessage(line)
		if fault != nil {
			assert.NotEmpty(t, fault.Message)
			assert.Negative(t, fault.Code)
			return
		}
		var object map[string]any
		require.NoError(t, json.Unmarshal(line, &object))
		assert.Equal(t, "2.0", object["jsonrpc"])
		written, err := NewLines(bytes.NewReader(m.Line())).Next()
		require.NoError(t, err)
		again, fault := ParseMessage(written)
		require.Nil(t, fault)
		assert.Equal(t, m, again)
	})
}
