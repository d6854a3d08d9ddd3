package expect

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/verdict"
)

var today = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func parse(t *testing.T, text string) *File {
	t.Helper()
	f, err := Parse("hooktest.expect.toml", []byte(text), today)
	require.NoError(t, err)
	return f
}

func TestJudge(t *testing.T) {
	f := parse(t, `
[[failure]]
check = "HOOK-067b.1"
message = "no block"
reason = "refusals need text"

[[failure]]
check = "HOOK-118.*"
verdict = "timeout"
reason = "never kills"

[[failure]]
check = "HOOK-001.1"
reason = "old"
until = 2026-01-31
`)
	tests := []struct {
		name, check string
		in          verdict.Verdict
		message     string
		want        verdict.Verdict
		reason      string
	}{
		{"as foretold", "HOOK-067b.1", verdict.Fail, "want deny, got no block", verdict.ExpectedFailure, "CI stays green"},
		{"a labelled check of the clause", "HOOK-067b.1/again", verdict.Fail, "no block", verdict.ExpectedFailure, "a clause covers its checks"},
		{"another message", "HOOK-067b.1", verdict.Fail, "crashed", verdict.Fail, "another failure hides behind none"},
		{"another verdict", "HOOK-067b.1", verdict.Crash, "no block", verdict.Crash, "a crash is never the promised failure"},
		{"it passes", "HOOK-067b.1", verdict.Pass, "", verdict.UnexpectedPass, "a list must shrink"},
		{"a pattern", "HOOK-118.2", verdict.Timeout, "", verdict.ExpectedFailure, "* stands for any run"},
		{"a pattern's neighbour", "HOOK-118", verdict.Timeout, "", verdict.Timeout, "the dot is a dot"},
		{"unlisted", "HOOK-002.1", verdict.Fail, "", verdict.Fail, "nobody expects it"},
		{"run out", "HOOK-001.1", verdict.Fail, "", verdict.Fail, "an entry past its day counts no more"},
		{"set-up fails", "HOOK-067b.1", verdict.SuiteError, "no block", verdict.SuiteError, "a fault of the suite is never expected"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := f.Judge(tt.check, tt.in, tt.message)
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestParseFindsAllFaults(t *testing.T) {
	_, err := Parse("x.toml", []byte(`
[[failure]]
check = "HOOK-001.1"
reasn = "typo"

[[failure]]
check = "HOOK-001.1"
reason = "again"
verdict = "pass"
`), today)
	require.Error(t, err)
	for _, want := range []string{
		"x.toml: unknown key failure.reasn", "x.toml:2: reason is missing", "x.toml:6: HOOK-001.1 is listed twice",
		`x.toml:6: verdict "pass" is no failure of an implementation`,
	} {
		assert.Contains(t, err.Error(), want)
	}
	_, err = Parse("x.toml", []byte("[[failure]\n"), today)
	assert.ErrorContains(t, err, "x.toml:2: ", "the reader notices at the line end")
}

func TestUses(t *testing.T) {
	f := parse(t, `
[[failure]]
check = "HOOK-*"
reason = "everything"
[[failure]]
check = "INT-01"
reason = "never met"
[[failure]]
check = "INT-02"
reason = "old"
until = 2026-11-01
[[failure]]
check = "HOOK-067b.1"
reason = "refusals need text"
`)
	for i := range 21 {
		f.Judge(fmt.Sprintf("HOOK-%03d.1", i), verdict.Fail, "")
	}
	f.Judge("HOOK-067b.1", verdict.Fail, "")
	type use struct {
		position string
		checks   int
		fault    Fault
	}
	uses := func(partial bool) []use {
		var all []use
		for _, u := range f.Uses(partial) {
			all = append(all, use{u.Entry.Position, u.Checks, u.Fault})
		}
		return all
	}
	assert.Equal(t, []use{
		{"hooktest.expect.toml:2", 22, OverWide},
		{"hooktest.expect.toml:5", 0, Unmatched},
		{"hooktest.expect.toml:8", 0, Expired},
		{"hooktest.expect.toml:12", 1, ""},
	}, uses(false))
	assert.Equal(t, use{"hooktest.expect.toml:5", 0, ""}, uses(true)[1], "a selection proves nothing of what it left out")
	var none *File
	assert.Nil(t, none.Uses(false))
}

func TestUntilCountsItsWholeDayEverywhere(t *testing.T) {
	e := Entry{Until: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)}
	assert.False(t, e.expired(time.Date(2026, 11, 22, 11, 0, 0, 0, time.UTC)))
	assert.True(t, e.expired(time.Date(2026, 11, 23, 1, 0, 0, 0, time.UTC)))
}
