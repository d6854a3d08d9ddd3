package stream_test

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/stream"
)

// recipe names a line of the sample by number, with an optional replacement of
// one text by another, repeated at most a thousand times.
var recipe = regexp.MustCompile(`^([0-9])(?: ([^=]+)=([^*]*)(?:\*([0-9]{1,3}))?)?$`)

// cook turns recipes into a stream and keeps every other line. A stream of a
// thousand bytes then takes an input of ten or twenty: small inputs are quick to
// mutate and to minimize, and most of them get past the header.
func cook(in string, sample []string) string {
	lines := strings.SplitAfter(in, "\n")
	for i, line := range lines {
		m := recipe.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			continue
		}
		number, _ := strconv.Atoi(m[1])
		lines[i] = sample[number]
		if m[2] != "" {
			times := 1
			if m[4] != "" {
				times, _ = strconv.Atoi(m[4])
			}
			lines[i] = strings.Replace(lines[i], m[2], strings.Repeat(m[3], times), 1)
		}
	}
	return strings.Join(lines, "")
}

// FuzzRead checks that each fault names its line and comes with the run up to it,
// and that reading and writing a run repeatedly does not change it.
func FuzzRead(f *testing.F) {
	text, _ := sample(f)
	lines := strings.SplitAfter(string(text), "\n")[:10]
	for _, seed := range []string{
		"0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n1\n3\n", "1\n", "0\n0\n", "0\n\n", "0\n[]\n", "0\n1\n{\"kind\":\"check\"}\n", "0 {=}\n",
		"0\n1\n2\n3\n4\n5\n6\n7\n8\n9 checks=cheques\n", "0\n2\n5\n7\n", "0 \"seed\":7=\"seed\":-1\n", "0\n1\n4 \"false\"=\"12\"*1\n", "{\"kind\":\"header\"}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		text := cook(in, lines)
		run, err := stream.Read(strings.NewReader(text))
		if err != nil {
			var fault *stream.LineError
			require.ErrorAs(t, err, &fault)
			require.LessOrEqual(t, len(err.Error()), 8*len(text)+1000)
			holdsUpTo(t, text, run, fault.Line)
			return
		}
		var once, twice bytes.Buffer
		require.NoError(t, run.Write(&once))
		require.LessOrEqual(t, once.Len(), 6*len(text)+4000)
		again := read(t, once.Bytes())
		if !strings.Contains(once.String(), " more bytes)") {
			require.Equal(t, stream.Normalize(run).Cases, stream.Normalize(again).Cases)
		}
		require.True(t, again.Footer.Totals.Equal(run.Footer.Totals))
		require.Equal(t, run.Outcome(), again.Outcome())
		require.NoError(t, again.Write(&twice))
		require.Equal(t, once.String(), twice.String())
	})
}

// holdsUpTo checks that a fault's line is a line of the text, or the missing one
// after it, and that the lines before it have no fault.
func holdsUpTo(t *testing.T, text string, run stream.Run, line int) {
	t.Helper()
	lines := strings.SplitAfter(text, "\n")
	require.True(t, line >= 1 && line <= len(lines), "line %d of %d", line, len(lines))
	if line == 1 {
		require.Empty(t, run.Cases)
		return
	}
	require.Equal(t, run, read(t, []byte(strings.Join(lines[:line-1], ""))))
}
