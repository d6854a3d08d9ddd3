package stream_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/spyhook"
	"github.com/hooktest/hooktest/conformance/stream"
)

func TestExcerpts(t *testing.T) {
	no := new(false)
	tests := []struct {
		name, in string
		limit    int
		head     stream.Text
		tail     stream.Text
	}{
		{"whole", "abc", 3, stream.Text{Text: "abc", Bytes: 3}, stream.Text{Text: "abc", Bytes: 3}},
		{"cut", "abcd", 3, stream.Text{Text: "abc", Bytes: 4, Dropped: 1}, stream.Text{Text: "bcd", Bytes: 4, Dropped: 1}},
		{"between the bytes of a character", "aéé", 4, stream.Text{Text: "aé", Bytes: 5, Dropped: 2}, stream.Text{Text: "éé", Bytes: 5, Dropped: 1}},
		{"within four bytes", "\U0001F600\U0001F600", 7, stream.Text{Text: "\U0001F600", Bytes: 8, Dropped: 4}, stream.Text{Text: "\U0001F600", Bytes: 8, Dropped: 4}},
		{"not UTF-8", "\xffa", 9, stream.Text{Text: "\uFFFDa", Bytes: 2, ValidUTF8: no}, stream.Text{Text: "\uFFFDa", Bytes: 2, ValidUTF8: no}},
		{"empty", "", 9, stream.Text{}, stream.Text{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.head, stream.Head([]byte(tt.in), tt.limit))
			assert.Equal(t, tt.tail, stream.Tail([]byte(tt.in), tt.limit))
		})
	}
}

func TestAnExcerptOfTextIsText(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.String().Draw(rt, "text")
		limit := rapid.IntRange(0, 20).Draw(rt, "limit")
		head, tail := stream.Head([]byte(text), limit), stream.Tail([]byte(text), limit)
		for _, cut := range []stream.Text{head, tail} {
			require.Nil(rt, cut.ValidUTF8)
			require.Equal(rt, len(text), cut.Bytes)
			require.Equal(rt, len(text), len(cut.Text)+cut.Dropped)
			require.True(rt, len(cut.Text) <= limit && len(cut.Text) >= min(len(text), limit-utf8.UTFMax+1))
		}
		require.True(rt, strings.HasPrefix(text, head.Text) && strings.HasSuffix(text, tail.Text))
	})
}

// A replacement character takes more space than the invalid byte that it replaces.
func TestAnExcerptIsNoLongerThanItsLimit(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := []byte(strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"a", "\xff", "é", "\xc3"})).Draw(rt, "text"), ""))
		limit := rapid.IntRange(0, 20).Draw(rt, "limit")
		for _, cut := range []stream.Text{stream.Head(text, limit), stream.Tail(text, limit)} {
			require.LessOrEqual(rt, len(cut.Text), limit)
			require.Equal(rt, len(text), cut.Bytes)
			require.LessOrEqual(rt, cut.Dropped, cut.Bytes)
		}
	})
}

// A stream that is read and written again, as in a merge of shards, has the same
// notes about cut texts as the first one.
func TestWhatWasCutIsNotCutAgain(t *testing.T) {
	c := check("HOOK-002-a", "HOOK-002.1", outcome.Fail)
	long := strings.Repeat("x", 5000)
	c.Mismatches[0].Got, c.Repro = long, long
	c.Evidence = stream.EvidenceOf([]spyhook.Record{{Hook: long, Run: 1, Argv: []string{long}, CWD: long, Stdin: []byte(strings.Repeat("a\xff", 20_000))}}, nil, nil, nil, "")
	first := write(t, header(), map[string][]stream.Check{"HOOK-002-a": {c}}, "HOOK-002-a")
	var again bytes.Buffer
	require.NoError(t, read(t, first).Write(&again))
	assert.Equal(t, string(first), again.String())
	stdin := read(t, first).Cases[0].Checks[0].Evidence.Runs[0].Stdin
	assert.LessOrEqual(t, stdin.Dropped, stdin.Bytes, "dropped output is counted in bytes of the original")
}

// The worst case: everything is at its limit, and every byte takes six as JSON.
func TestNoEventIsLongerThanALine(t *testing.T) {
	nul := strings.Repeat("\x00", 1<<17)
	c := check("HOOK-002-a", "HOOK-002.1", outcome.ExpectedFailure)
	var records []spyhook.Record
	for i := range 100 {
		r := spyhook.Record{Hook: nul, Run: i + 1, CWD: nul, Stdin: []byte(nul), Ended: 1}
		for range 100 {
			r.Argv = append(r.Argv, nul[:1<<10])
			r.Signals = append(r.Signals, spyhook.Signal{Name: nul[:1<<10]})
		}
		records = append(records, r)
	}
	c.Evidence = stream.EvidenceOf(records, []byte(nul), []byte(nul), []byte(nul), "")
	for range 1000 {
		c.Mismatches = append(c.Mismatches, stream.Mismatch{Line: 1, What: nul, Want: nul, Got: nul})
	}
	c.Repro, c.Expected.Reason = nul, nul

	var b bytes.Buffer
	w, err := stream.NewWriter(&b, header())
	require.NoError(t, err)
	require.NoError(t, w.Start(start("HOOK-002-a", "HOOK-002")))
	b.Reset()
	require.NoError(t, w.Check(c))
	assert.Less(t, b.Len(), stream.MaxLine)

	got := w.Run().Cases[0].Checks[0]
	require.Equal(t, 68, got.Evidence.RunsDropped)
	assert.Equal(t, stream.Mismatch{Line: 3, What: "954 more", Want: "no mismatch", Got: "left out"}, got.Mismatches[len(got.Mismatches)-1])
	assert.Len(t, got.Mismatches, 48)
	assert.True(t, strings.HasSuffix(got.Mismatches[1].Got, "… (127012 more bytes)"), "what is cut says so")
	assert.Equal(t, "… and 69 more", got.Evidence.Runs[0].Argv[31])
	assert.Len(t, c.Mismatches, 1001, "the caller's own event is left as it is")
}

func TestEvidenceHidesTheWorkFolder(t *testing.T) {
	got := stream.EvidenceOf([]spyhook.Record{{
		Hook: "guard", Run: 1, Argv: []string{"/tmp/w-1/hooks/guard", "x"}, CWD: "/tmp/w-1/project", Stdin: []byte(`{"cwd":"/tmp/w-1/project"}`), Started: 5,
	}}, []byte(`"/tmp/w-1"`), []byte(`"/tmp/w-10"`), []byte("/tmp/w-1: no\n"), "/tmp/w-1")
	assert.Equal(t, stream.Evidence{
		Runs:    []stream.HookRun{{Hook: "guard", Run: 1, Argv: []string{"$WORK/hooks/guard", "x"}, CWD: "$WORK/project", Stdin: &stream.Text{Text: `{"cwd":"$WORK/project"}`, Bytes: 23}}},
		Request: &stream.Text{Text: `"$WORK"`, Bytes: 7}, Answer: &stream.Text{Text: `"$WORK0"`, Bytes: 8},
		Stderr: &stream.Text{Text: "$WORK: no\n", Bytes: 10},
	}, got)
	assert.Equal(t, stream.Evidence{}, stream.EvidenceOf(nil, nil, nil, nil, ""))
}

func TestSuiteDigest(t *testing.T) {
	a, b := cases.Case{Name: "a", Text: []byte("xy")}, cases.Case{Name: "b", Text: []byte("z")}
	digest := stream.SuiteDigest([]cases.Case{a, b})
	assert.Regexp(t, `^sha256:[0-9a-f]{64}$`, digest)
	assert.Equal(t, digest, stream.SuiteDigest([]cases.Case{b, a}), "the order of cases is not part of a suite")
	for name, other := range map[string][]cases.Case{
		"another text":                  {a, {Name: "b", Text: []byte("Z")}},
		"another name":                  {a, {Name: "c", Text: []byte("z")}},
		"a case less":                   {a},
		"the same bytes, cut elsewhere": {{Name: "ax", Text: []byte("y")}, b},
	} {
		assert.NotEqual(t, digest, stream.SuiteDigest(other), name)
	}
	files := fstest.MapFS{"a.txtar": {Data: []byte("xy")}, "b.txtar": {Data: []byte("z")}, "embed.go": {Data: []byte("package c")}}
	ofFiles, err := stream.FilesDigest(files)
	require.NoError(t, err)
	assert.Equal(t, digest, ofFiles, "case files are not parsed, and other files are not part of a suite")
}

func TestTheCataloguesClauses(t *testing.T) {
	c, err := catalogue.Load()
	require.NoError(t, err)
	digest, err := stream.CatalogueDigest(c)
	require.NoError(t, err)
	assert.Regexp(t, `^sha256:[0-9a-f]{64}$`, digest)

	ledger := c.Ledger()
	tests, inspections := 0, 0
	requirements := stream.Requirements(c)
	for _, r := range requirements {
		tests += len(r.Tests)
		inspections += len(r.Inspections)
	}
	assert.Len(t, requirements, ledger.Active, "merged requirements have no clauses")
	assert.Equal(t, ledger.Tests, tests)
	assert.Equal(t, ledger.Inspections, inspections)

	h := header()
	h.Requirements, h.Catalogue = requirements, digest
	run := read(t, write(t, h, nil))
	assert.Equal(t, ledger.Clauses, run.Footer.Totals.All)
}
