package stream_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/schemas"
)

var update = flag.Bool("update", false, "write the golden files")

func TestTheLinesOfAStream(t *testing.T) {
	text, _ := sample(t)
	if *update {
		require.NoError(t, os.WriteFile("testdata/sample.ndjson", text, 0o644))
	}
	want, err := os.ReadFile("testdata/sample.ndjson")
	require.NoError(t, err)
	assert.Equal(t, string(want), string(text))
}

func TestEveryLineFitsTheSchema(t *testing.T) {
	text, _ := sample(t)
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	require.Len(t, lines, 10)
	for i, line := range lines {
		err := schemas.ValidateBytes("conformance-events", fmt.Sprintf("line %d", i+1), []byte(line), document.Options{})
		require.NoError(t, err)
	}
}

func TestWhatWasWrittenIsRead(t *testing.T) {
	text, run := sample(t)
	assert.Equal(t, run, read(t, text))

	var again bytes.Buffer
	require.NoError(t, run.Write(&again))
	assert.Equal(t, run, read(t, again.Bytes()), "a run written case by case is the same run")
}

func TestHalfAStreamIsReadable(t *testing.T) {
	text, whole := sample(t)
	firstLine := bytes.IndexByte(text, '\n')
	for end := range text {
		run, err := stream.Read(bytes.NewReader(text[:end]))
		if end < firstLine {
			require.ErrorContains(t, err, "line 1: ")
			continue
		}
		require.NoError(t, err, "cut after %d bytes", end)
		if end == len(text)-1 {
			assert.Equal(t, whole, run, "only the last line feed is missing")
			continue
		}
		require.False(t, run.Ended)
		require.False(t, run.Footer.Complete)
		require.NotEmpty(t, run.Footer.Why)
		require.Equal(t, stream.Unfinished, run.Outcome())
		for i, c := range run.Cases {
			require.Equal(t, whole.Cases[i].Start, c.Start)
			require.Equal(t, whole.Cases[i].Checks[:len(c.Checks):len(c.Checks)], append([]stream.Check{}, c.Checks...))
		}
	}
}

func TestARunThatWasCutOffIsWrittenWithAFooterThatSaysSo(t *testing.T) {
	text, _ := sample(t)
	run := read(t, text[:len(text)/2])
	var b bytes.Buffer
	require.NoError(t, run.Write(&b))
	again := read(t, b.Bytes())
	assert.True(t, again.Ended)
	assert.Equal(t, run.Footer, again.Footer)
	assert.Equal(t, run.Cases, again.Cases)
}

func TestReadIsStrict(t *testing.T) {
	text, _ := sample(t)
	lines := strings.SplitAfter(string(text), "\n")
	all := strings.Join(lines, "")
	tests := []struct{ name, in, want string }{
		{"empty", "", "line 1: the stream has no header"},
		{"torn header", lines[0][:40], "line 1: the stream has no header"},
		{"no header", lines[1], "line 1: the first line is not a header"},
		{"two headers", lines[0] + lines[0], "line 2: a second header"},
		{"empty line", lines[0] + "\n", "line 2: no event: unexpected end of JSON input"},
		{"an array", lines[0] + "[]\n", "line 2: no event: json: cannot unmarshal array"},
		{"not UTF-8", lines[0] + "\"\xff\"\n", "line 2: not UTF-8"},
		{"broken within", strings.Replace(all, lines[3], "{\n", 1), "line 4: no event: unexpected end of JSON input"},
		{"unknown kind", lines[0] + `{"kind":"case-over"}` + "\n", `line 2: unknown kind "case-over"`},
		{"two kinds", strings.Replace(all, `"kind":"case-end"`, `"kind":"case-end","kind":"case-start"`, 1), `line 8: kind is "case-end" and "case-start"`},
		{"escaped kind", lines[0] + `{"kind":"case\u002dover"}` + "\n", `line 2: unknown kind "case-over"`},
		{"unknown key", strings.Replace(all, `"attempts":1`, `"attempts":1,"tries":1`, 1), `line 8: no case-end: json: unknown field "tries"`},
		{"unknown key within", strings.Replace(all, `"bytes":5`, `"bytes":5,"octets":5`, 1), `line 5: no check: json: unknown field "octets"`},
		{"two values", lines[0] + strings.TrimSpace(lines[1]) + "{}\n", "line 2: no case-start: text after it"},
		{"after the footer", all + lines[1], "line 11: a line after the footer"},
		{"half a line after the footer", all + lines[1][:9], "line 11: a line after the footer"},
		{"case twice", lines[0] + lines[1] + lines[1], "line 3: case HOOK-001-a begins twice"},
		{"check before its case", lines[0] + lines[3], `line 2: case "HOOK-001-a" has not begun`},
		{"check twice", lines[0] + lines[1] + lines[3] + lines[3], "line 4: case HOOK-001-a has two checks HOOK-001.1"},
		{"check after its case", strings.Replace(all, lines[9], lines[6], 1), "line 10: case HOOK-001-a has ended"},
		{"another level", strings.Replace(all, `"line":3,"level":"requirement"`, `"line":3,"level":"interpretation"`, 1), "line 4: check HOOK-001.1 has the level interpretation, its case requirement"},
		{"unknown level", strings.Replace(all, `"level":"requirement"`, `"level":"wish"`, 1), `line 2: unknown level "wish"`},
		{"another requirement", strings.Replace(all, lines[3], strings.NewReplacer("HOOK-001.1", "HOOK-002.1", `"requirement":"HOOK-001"`, `"requirement":"HOOK-002"`).Replace(lines[3]), 1), "line 4: check HOOK-002.1 is about HOOK-002, its case about HOOK-001"},
		{"clause of another check", strings.Replace(all, `"clause":"HOOK-001.1"`, `"clause":"HOOK-001.3"`, 1), `line 4: check "HOOK-001.1" is not about clause "HOOK-001.3"`},
		{"unknown clause", strings.ReplaceAll(all, "HOOK-001.1", "HOOK-001.9"), "line 4: check HOOK-001.9: the header has no clause HOOK-001.9"},
		{"unknown verdict", strings.Replace(all, `"verdict":"pass"`, `"verdict":"green"`, 1), `line 4: check HOOK-001.1: unknown verdict "green"`},
		{"another blame", strings.Replace(all, `"blame":"implementation"`, `"blame":"suite"`, 1), `line 5: check HOOK-001.1/reason: the blame for fail is "implementation", not "suite"`},
		{"pass without assertion", strings.Replace(all, `"assertions":1`, `"assertions":0`, 1), "line 4: check HOOK-001.1 passes with 0 assertions and 0 mismatches"},
		{"not expected by any entry", strings.Replace(all, `,"expected":{"pattern":"HOOK-001.3","verdict":"fail","reason":"known"}`, "", 1), "line 7: check HOOK-001.3: nothing says that its failure is expected"},
		{"case better than its checks", strings.Replace(all, lines[8], strings.Replace(lines[8], `"fail"`, `"pass"`, 1), 1), `line 9: case HOOK-001-a ends with "pass", the worst of its checks is fail`},
		{"open case in a complete run", strings.Replace(all, lines[8], "", 1), "line 9: the run is complete, but case HOOK-001-a has not ended"},
		{"incomplete without why", strings.Replace(all, `"complete":true`, `"complete":false`, 1), "line 10: a run that is not complete says why, and only such a one"},
		{"other totals", strings.Replace(all, `"conformant":0`, `"conformant":1`, 1), "line 10: the totals are not those of the checks"},
		{"other counts", strings.Replace(all, `"interpretations":{"fail":1}`, `"interpretations":{}`, 1), "line 10: the totals are not those of the checks"},
		{"known failure without a position", strings.Replace(all, `"position":"hooktest.expect.toml:5"`, `"position":""`, 1), `line 10: known failure "HOOK-002.*" at "" lacks a pattern or a position`},
		{"known failure that is out of date for ever", strings.Replace(all, `"until":"2026-01-01",`, "", 1), "line 10: known failure HOOK-002.* has run out, but has no last day"},
		{"known failure with less than no check", strings.Replace(all, `"until":"2026-12-31","checks":1`, `"until":"2026-12-31","checks":-1`, 1), "line 10: known failure HOOK-001.3 covers -1 checks"},
		{"known failure that is too wide and does not say so", strings.Replace(all, `"until":"2026-12-31","checks":1`, `"until":"2026-12-31","checks":21`, 1), `line 10: known failure HOOK-001.3 covers 21 checks: its fault is "over-wide", not ""`},
		{"fault of a known failure that is none", strings.Replace(all, `"until":"2026-12-31","checks":1`, `"until":"2026-12-31","checks":1,"fault":"unmatched"`, 1), `line 10: known failure HOOK-001.3 covers 1 checks: its fault is "", not "unmatched"`},
		{"part of a run that proves too much", strings.Replace(all, `"until":"2026-12-31","checks":1`, `"until":"2026-12-31","checks":0,"fault":"unmatched"`, 1), `line 10: known failure HOOK-001.3 covers 0 checks: its fault is "", not "unmatched"`},
		{"another schema", strings.Replace(all, stream.Schema, "urn:x", 1), `line 1: the schema is "urn:x", want "` + stream.Schema + `"`},
		{"too long", lines[0] + `{"kind":"` + strings.Repeat("x", stream.MaxLine), fmt.Sprintf("line 2: longer than %d bytes", stream.MaxLine)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.NotEqual(t, all, tt.in, "the case must break something")
			_, err := stream.Read(strings.NewReader(tt.in))
			var lineError *stream.LineError
			require.ErrorAs(t, err, &lineError)
			assert.True(t, strings.HasPrefix(err.Error(), tt.want), err)
		})
	}
}

func TestAnErrorComesWithTheRunUpToIt(t *testing.T) {
	text, whole := sample(t)
	lines := strings.SplitAfter(string(text), "\n")
	run, err := stream.Read(strings.NewReader(strings.Join(lines[:4], "") + "rubbish\n"))
	require.EqualError(t, err, "line 5: no event: invalid character 'r' looking for beginning of value")
	require.Len(t, run.Cases, 2)
	assert.Equal(t, whole.Cases[0].Checks[:1], run.Cases[0].Checks)
	assert.False(t, run.Footer.Complete)
}

func TestConcurrentWriters(t *testing.T) {
	var b bytes.Buffer
	w, err := stream.NewWriter(&b, header())
	require.NoError(t, err)
	var group sync.WaitGroup
	for i := range 32 {
		group.Go(func() {
			name := fmt.Sprintf("HOOK-004-%02d", i)
			assert.NoError(t, w.Start(start(name, "HOOK-004")))
			assert.NoError(t, w.Check(check(name, "HOOK-004.1", outcome.Pass)))
			assert.NoError(t, w.Check(check(name, "HOOK-004.2", outcome.Pass)))
			assert.NoError(t, w.End(caseEnd(name, outcome.Pass)))
		})
	}
	group.Wait()
	require.NoError(t, w.Finish(stream.Cut{}, time.Second))
	run := read(t, b.Bytes())
	assert.Equal(t, stream.Counts{outcome.Pass: 64}, run.Footer.Totals.Checks)
	assert.Equal(t, w.Run(), run)
}

// lineWriter stores each write separately and can fail.
type lineWriter struct {
	writes  []string
	flushes int
	err     error
}

func (w *lineWriter) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	w.writes = append(w.writes, string(p))
	return len(p), nil
}

func (w *lineWriter) Flush() error { w.flushes++; return nil }

func TestEachLineIsOneWriteAndFlushed(t *testing.T) {
	var lines lineWriter
	w, err := stream.NewWriter(&lines, header())
	require.NoError(t, err)
	require.NoError(t, w.Start(start("HOOK-004-a", "HOOK-004")))
	require.Error(t, w.Start(start("HOOK-004-a", "HOOK-004")))
	require.Len(t, lines.writes, 2, "a refused event is not written")
	assert.Equal(t, 2, lines.flushes)
	for _, line := range lines.writes {
		assert.Equal(t, 1, strings.Count(line, "\n"))
		assert.True(t, strings.HasSuffix(line, "}\n"))
	}

	full := errors.New("disk full")
	lines.err = full
	require.ErrorIs(t, w.Check(check("HOOK-004-a", "HOOK-004.1", outcome.Pass)), full)
	lines.err = nil
	require.ErrorIs(t, w.Finish(stream.Cut{}, 0), full, "half a line may be there: nothing follows it")
}
