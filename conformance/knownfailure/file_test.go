package knownfailure

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/outcome"
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
check = "HOOK-119.1/"
reason = "the plain check alone"

[[failure]]
check = "HOOK-001.1"
reason = "old"
until = 2026-01-31
`)
	tests := []struct {
		name, check string
		in          outcome.Verdict
		message     string
		want        outcome.Verdict
		reason      string
	}{
		{"as foretold", "HOOK-067b.1", outcome.Fail, "want deny, got no block", outcome.ExpectedFailure, "CI stays green"},
		{"a labelled check of the clause", "HOOK-067b.1/again", outcome.Fail, "no block", outcome.ExpectedFailure, "a clause covers its checks"},
		{"the check without a label", "HOOK-119.1", outcome.Fail, "", outcome.ExpectedFailure, "a slash means this one"},
		{"a labelled check next to it", "HOOK-119.1/late", outcome.Pass, "", outcome.Pass, "the other checks of its clause may hold"},
		{"another message", "HOOK-067b.1", outcome.Fail, "crashed", outcome.Fail, "an expected failure does not hide another failure"},
		{"another verdict", "HOOK-067b.1", outcome.Crash, "no block", outcome.Crash, "a crash is never the promised failure"},
		{"it passes", "HOOK-067b.1", outcome.Pass, "", outcome.UnexpectedPass, "a list must shrink"},
		{"a pattern", "HOOK-118.2", outcome.Timeout, "", outcome.ExpectedFailure, "* matches any text"},
		{"a pattern's neighbour", "HOOK-118", outcome.Timeout, "", outcome.Timeout, "the dot is a dot"},
		{"unlisted", "HOOK-002.1", outcome.Fail, "", outcome.Fail, "no entry expects it"},
		{"run out", "HOOK-001.1", outcome.Fail, "", outcome.Fail, "an entry past its day counts no more"},
		{"set-up fails", "HOOK-067b.1", outcome.SuiteError, "no block", outcome.SuiteError, "a fault of the suite is never expected"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := f.Judge(tt.check, tt.in, tt.message)
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}

func TestClasses(t *testing.T) {
	const entry = "[[failure]]\ncheck = \"HOOK-001.1\"\nreason = \"known\"\n"
	tests := []struct {
		name, class string
		want        Class
		fault       string
		reason      string
	}{
		{"none", "", "", "", "an implementer need not sort"},
		{"real", `class = "real"`, Real, "", "the text against what was seen"},
		{"adapter", `class = "adapter"`, Adapter, "", "the implementation is not to blame"},
		{"misspelt", `class = "reel"`, "", `x.toml:4:9: unknown class "reel", did you mean "real"`, "a typo is not a class"},
		{"unknown", `class = "suite"`, "", `x.toml:4:9: unknown class "suite": want one of ["real" "target" "interpretation" "dialect" "adapter"]`, "a fault of the suite is none of the implementation's failures"},
		{"empty", `class = ""`, "", `x.toml:4:9: unknown class "": want one of`, "an empty class says nothing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := Parse("x.toml", []byte(entry+tt.class), today)
			if tt.fault != "" {
				require.Error(t, err, tt.reason)
				assert.Contains(t, err.Error(), tt.fault, tt.reason)
				return
			}
			require.NoError(t, err, tt.reason)
			assert.Equal(t, tt.want, f.Entries[0].Class, tt.reason)
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
		`x.toml:4:1: unknown key failure.reasn, did you mean "reason"`, "x.toml:2:3: reason is missing", `x.toml:7:9: "HOOK-001.1" is listed twice`,
		`x.toml:9:11: verdict "pass" is not a failure of an implementation`,
	} {
		assert.Contains(t, err.Error(), want)
	}
}

func TestWhatIsNoList(t *testing.T) {
	for text, want := range map[string]string{
		"failure = 1":                          "x.toml:1:1: failure is not a list of tables: write [[failure]]",
		"[failure]":                            "x.toml:1:2: failure is not a list of tables: write [[failure]]",
		"failure = [2]":                        "x.toml:1:12: failure holds a number in the place of a table",
		"[[failures]]":                         `x.toml:1:3: unknown key failures, did you mean "failure"`,
		"[[failure]]\ncheck = 'A'\nreason = 2": "x.toml:3:10: reason is a number, want a text",
		"[[failure]]\ncheck = 'A'\nreason = 'a'\nuntil = 07:32:00":       "x.toml:4:9: until is not a day, as in 2027-01-31",
		"[[failure]]\ncheck = 'A'\nreason = 'a'\nuntil = 2027-02-30":     "x.toml:4:17: impossible date",
		"[[failure]]\ncheck = 'A'\nreason = 'a'\nuntil = ['2027-01-31']": "x.toml:4:1: until is not a day, as in 2027-01-31",
	} {
		_, err := Parse("x.toml", []byte(text), today)
		assert.ErrorContains(t, err, want, text)
	}
}

func TestSeveralChecksOfOneReason(t *testing.T) {
	f := parse(t, `
[[failure]]
check  = ["HOOK-001.1/", "HOOK-002.*"]
class  = "real"
reason = "never told"
`)
	require.Len(t, f.Entries, 2, "each of them can rot by itself")
	for check, want := range map[string]outcome.Verdict{
		"HOOK-001.1": outcome.ExpectedFailure, "HOOK-002.3": outcome.ExpectedFailure, "HOOK-001.1/label": outcome.Fail,
	} {
		got, _ := f.Judge(check, outcome.Fail, "")
		assert.Equal(t, want, got, check)
	}
	for _, use := range f.Uses(false) {
		assert.Equal(t, "never told", use.Entry.Reason)
		assert.Equal(t, Real, use.Entry.Class)
		assert.EqualValues(t, "hooktest.expect.toml:2", use.Entry.Position)
		assert.Equal(t, 1, use.Checks, "%s covers a check of its own", use.Entry.Check)
	}
	for text, want := range map[string]string{
		`check = []`:                           "x.toml:1:3: check is missing",
		`check = ["HOOK-001.1", ""]`:           "x.toml:1:3: check is missing",
		`check = ["HOOK-001.1", "HOOK-001.1"]`: `x.toml:3:24: "HOOK-001.1" is listed twice`,
		`check = ["HOOK-001.1", 2]`:            "x.toml:3:24: check is neither a text nor a list of texts",
		`check = 2`:                            "x.toml:3:9: check is neither a text nor a list of texts",
		`check = {failure = "HOOK-001.1"}`:     "x.toml:3:9: check is neither a text nor a list of texts",
	} {
		_, err := Parse("x.toml", []byte("[[failure]]\nreason = 'a'\n"+text), today)
		assert.ErrorContains(t, err, want, text)
	}
}

// A check that is blocked by clauses with known failures needs no entry of its own.
func TestWhatWaitsForAKnownFailure(t *testing.T) {
	f := parse(t, `
[[failure]]
check  = "HOOK-213.4/other"
reason = "success after every exit code"
[[failure]]
check  = ["HOOK-009.*", "HOOK-029.1"]
reason = "no accessor"
[[failure]]
check  = "HOOK-070.1/own"
reason = "not judged"
verdict = "blocked"
[[failure]]
check  = "HOOK-300.1"
reason = "was fixed"
until  = 2020-01-01
`)
	tests := []struct {
		name, check string
		verdict     outcome.Verdict
		waits       []string
		want        outcome.Verdict
		pattern     string
	}{
		{"a clause", "HOOK-070.1", outcome.Blocked, []string{"HOOK-213.4"}, outcome.ExpectedFailure, "HOOK-213.4/other"},
		{"a requirement", "HOOK-001.3", outcome.Blocked, []string{"HOOK-009"}, outcome.ExpectedFailure, "HOOK-009.*"},
		{"several", "HOOK-070.1", outcome.Blocked, []string{"HOOK-029.1", "HOOK-009.2"}, outcome.ExpectedFailure, "HOOK-029.1"},
		{"its control as well", "HOOK-070.1", outcome.Blocked, []string{"control", "HOOK-213.4"}, outcome.ExpectedFailure, "HOOK-213.4/other"},
		{"its control alone", "HOOK-070.1", outcome.Blocked, []string{"control"}, outcome.Blocked, ""},
		{"one that is not known", "HOOK-070.1", outcome.Blocked, []string{"HOOK-213.4", "HOOK-133.4"}, outcome.Blocked, ""},
		{"another clause of a known requirement", "HOOK-070.1", outcome.Blocked, []string{"HOOK-213.5"}, outcome.Blocked, ""},
		{"an entry that has expired", "HOOK-070.1", outcome.Blocked, []string{"HOOK-300.1"}, outcome.Blocked, ""},
		{"a failure", "HOOK-070.1", outcome.Fail, []string{"HOOK-213.4"}, outcome.Fail, ""},
		{"an entry that expects a failure", "HOOK-213.4/other", outcome.Blocked, []string{"HOOK-009"}, outcome.ExpectedFailure, "HOOK-009.*"},
		{"an entry of its own", "HOOK-070.1/own", outcome.Blocked, []string{"HOOK-213.4"}, outcome.ExpectedFailure, "HOOK-070.1/own"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, entry := f.Judge(tt.check, tt.verdict, "", tt.waits...)
			assert.Equal(t, tt.want, got)
			pattern := ""
			if entry != nil {
				pattern = entry.Check
			}
			assert.Equal(t, tt.pattern, pattern)
		})
	}
	for _, use := range f.Uses(true) {
		assert.LessOrEqual(t, use.Checks, 1, "%s is charged with its own checks alone", use.Entry.Check)
	}
}

func TestAFaultIsOneLine(t *testing.T) {
	for _, text := range []string{"0=0b\n", "\"0\\", "a = 1\x1b"} {
		_, err := Parse("x.toml", []byte(text), today)
		require.Error(t, err)
		assert.Regexp(t, `^x\.toml:1:[0-9]+: [ -~]+$`, err.Error(), "%q", text)
	}
}

func TestWhereTheTextEnds(t *testing.T) {
	for text, want := range map[string]string{
		"[[failure]\n": "x.toml:1:", "\x14": "x.toml:1:", "\n\"0\\": "x.toml:2:", "\"0\\": "x.toml:1:", "a = 1\n\nb = '''\n": "x.toml:", "a = 1\nb = 1979-99-99\n": "x.toml:2:",
	} {
		_, err := Parse("x.toml", []byte(text), today)
		assert.ErrorContains(t, err, want, "%q", text)
	}
}

func TestPositions(t *testing.T) {
	const body = "check = \"A\"\nreason = "
	tests := []struct {
		name, in string
		want     []string
		reason   string
	}{
		{"plain", "\n[[failure]]\n" + body + "'a'\n", []string{"x.toml:2"}, ""},
		{"a string of several lines", "[[failure]]\n" + body + "'''\n[[failure]]\n''''\n[[failure]]\ncheck = 'B'\nreason = 'b'\n", []string{"x.toml:1", "x.toml:6"}, "text in a string starts no entry"},
		{"another one", "[[failure]]\n" + body + `"""\"""` + "\n[[failure]]\n" + `""""" # '''` + "\n[[failure]]\ncheck = 'B'\nreason = 'b'\n", []string{"x.toml:1", "x.toml:6"}, "a quote may be escaped, and be at the end"},
		{"spaces and quotes", " [[ \"failure\" ]] # known\n" + body + "'a'\n", []string{"x.toml:1"}, "the header may be written so"},
		{"inline", "\nfailure = [{check = 'A', reason = 'a'},\n{check = 'B', reason = 'b'}]\n", []string{"x.toml:2", "x.toml:3"}, "a list may be written so"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := Parse("x.toml", []byte(tt.in), today)
			require.NoError(t, err)
			var got []string
			for _, e := range f.Entries {
				got = append(got, string(e.Position))
			}
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
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
		f.Judge(fmt.Sprintf("HOOK-%03d.1", i), outcome.Fail, "")
	}
	f.Judge("HOOK-067b.1", outcome.Fail, "")
	type use struct {
		position string
		checks   int
		fault    Fault
	}
	uses := func(partial bool) []use {
		var all []use
		for _, u := range f.Uses(partial) {
			all = append(all, use{string(u.Entry.Position), u.Checks, u.Fault})
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
