package cases_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/testscripts"
)

// guard is a case with one of everything. Its third file looks like a script.
const guard = `# a guard refuses
# requirement: HOOK-003
# level: requirement
# features: fire plan
# budget: 20s

hook guard other
[linux] spy third
fire BeforeTool write_file '{"a":"it''s"}'

control
ran guard 1

# what is asked first
clause HOOK-003.1
want finalOutput.decision is deny

# the reason
! want finalOutput.reason is '' # a comment

clause HOOK-003.1/again
fire BeforeTool write_file {}
want 'allOutputs.#' is 1

control
ran guard 2

clause HOOK-003.2
idle other
-- guard --
echo no >&2
-- not a file
exit 2
-- other --
-- sub/clause.txt --
clause HOOK-003.9
control
`

func parsed(t *testing.T, text string) cases.Case {
	t.Helper()
	c, err := cases.Parse("01-x/HOOK-003-guard.txtar", []byte(text))
	require.NoError(t, err)
	return c
}

func TestACase(t *testing.T) {
	c := parsed(t, guard)
	assert.Equal(t, "01-x/HOOK-003-guard", c.Name)
	assert.Equal(t, "a guard refuses", c.Title)
	assert.Equal(t, "HOOK-003", c.Requirement)
	assert.Equal(t, 2, c.RequirementLine)
	assert.Equal(t, []adapter.Feature{adapter.FeatureFire, adapter.FeaturePlan}, c.Features)
	assert.Equal(t, 20*time.Second, c.Budget)
	assert.Equal(t, []string{"guard", "other", "third"}, c.Hooks(), "each once")
	assert.Equal(t, []cases.File{
		{Name: "guard", Line: 30, Text: "echo no >&2\n-- not a file\nexit 2\n"},
		{Name: "other", Line: 34},
		{Name: "sub/clause.txt", Line: 35, Text: "clause HOOK-003.9\ncontrol\n"},
	}, c.Files, "only a line that ends as it begins names a file")
	f, ok := c.File("other")
	assert.True(t, ok)
	assert.Equal(t, 34, f.Line)
	_, ok = c.File("third")
	assert.False(t, ok)
}

// A scope ends where another one or the control begins.
func TestScopes(t *testing.T) {
	c := parsed(t, guard)
	assert.Equal(t, []cases.Scope{
		{Check: "HOOK-003.1", Clause: "HOOK-003.1", Line: 15, End: 19},
		{Check: "HOOK-003.1/again", Clause: "HOOK-003.1", Line: 21, End: 23},
		{Check: "HOOK-003.2", Clause: "HOOK-003.2", Line: 28, End: 29},
	}, c.Scopes)
	assert.Equal(t, "clause HOOK-003.1/again\nfire BeforeTool write_file {}\nwant 'allOutputs.#' is 1", c.Lines(21, 23))
	assert.Equal(t, "# a guard refuses", c.Lines(-3, 1))
	assert.Empty(t, c.Lines(90, 95))
}

func TestTheScript(t *testing.T) {
	c := parsed(t, guard)
	tests := []struct {
		name   string
		line   int
		want   cases.Statement
		reason string
	}{
		{"a condition", 8, cases.Statement{Conditional: true, Command: "spy", Args: []string{"third"}}, "the command is after it"},
		{"quotes", 9, cases.Statement{Command: "fire", Args: []string{"BeforeTool", "write_file", `{"a":"it's"}`}}, "two quotes are one"},
		{"negation and a comment", 19, cases.Statement{Negated: true, Command: "want", Args: []string{"finalOutput.reason", "is", ""}}, "a word may be empty"},
		{"a quoted #", 23, cases.Statement{Command: "want", Args: []string{"allOutputs.#", "is", "1"}}, "in quotes it begins no comment"},
	}
	at := map[int]cases.Statement{}
	for _, s := range c.Script {
		at[s.Line] = s
	}
	assert.Len(t, at, 15, "comments, empty lines and files are none")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := at[tt.line]
			assert.Equal(t, tt.want.Command, got.Command, tt.reason)
			assert.Equal(t, tt.want.Args, got.Args, tt.reason)
			assert.Equal(t, tt.want.Conditional, got.Conditional, tt.reason)
			assert.Equal(t, tt.want.Negated, got.Negated, tt.reason)
		})
	}
}

func TestRunnable(t *testing.T) {
	c := parsed(t, guard)
	same, from := c.Runnable(func(cases.Statement) string { return "" })
	assert.Equal(t, guard, string(same))
	assert.Equal(t, []int{1, 2, 3, 4}, from[:4], "without a table, a line is its own")
	got, _ := c.Runnable(func(s cases.Statement) string {
		if s.Command == "want" || s.Command == "spy" {
			return "at "
		}
		return ""
	})
	want := strings.NewReplacer("[linux] spy", "[linux] at spy", "! want", "! at want", "\nwant", "\nat want").Replace(guard)
	assert.Equal(t, want, string(got))
}

// No part contains a comment, or a header line other than the needs.
func TestParts(t *testing.T) {
	c := parsed(t, guard)
	var lost []string
	for _, p := range c.Parts() {
		lines := c.Lines(p.First, p.Last)
		assert.False(t, strings.HasPrefix(lines, "#"), lines)
		if strings.HasPrefix(lines, "-- ") && strings.HasSuffix(strings.SplitN(lines, "\n", 2)[0], " --") {
			lost = append(lost, lines)
			smaller, err := c.Without(p)
			if strings.HasPrefix(lines, "-- sub/") {
				require.NoError(t, err)
				assert.Len(t, smaller.Files, len(c.Files)-1)
			} else {
				assert.ErrorContains(t, err, "has no body", "a hook's body stays as long as the hook")
			}
		}
	}
	assert.Equal(t, []string{"-- guard --\necho no >&2\n-- not a file\nexit 2", "-- other --", "-- sub/clause.txt --\nclause HOOK-003.9\ncontrol"}, lost,
		"a file goes as a whole")
	assert.Contains(t, c.Parts(), cases.Part{First: 31, Last: 31}, "and line by line")
	needy := parsed(t, "# t\n# requirement: HOOK-003\n# needs: HOOK-004\nstatus\nclause HOOK-003.1\n")
	assert.Equal(t, []cases.Part{{First: 3, Last: 3}, {First: 4, Last: 4}, {First: 5, Last: 5}}, needy.Parts(),
		"a case that needs a requirement that no other case judges would be blocked")
	_, err := parsed(t, "# t\n# requirement: HOOK-003\nclause HOOK-003.1\n").Without(cases.Part{First: 3, Last: 3})
	assert.EqualError(t, err, "01-x/HOOK-003-guard.txtar:1: the script opens no clause")
}

func TestFaults(t *testing.T) {
	const head = "# a case\n# requirement: HOOK-003\n"
	const outside = ` would lie outside of the case's folder, or is written otherwise than a/b: no "..", "/" in front, "\", ":" or "$"`
	tests := []struct{ name, in, want, reason string }{
		{"no title", "# requirement: HOOK-003\nclause HOOK-003.1\n", "1: a case begins with a comment that says what it shows", "reports name cases by it"},
		{"no requirement", "# a case\nclause HOOK-003.1\n", "1: header key requirement is missing", "a case is about one"},
		{"no clause", head + "status\n", "1: the script opens no clause", "it would judge nothing"},
		{"another requirement", head + "clause HOOK-004.1\n", "3: clause HOOK-004.1 does not belong to HOOK-003", "the file's name would lie"},
		{"unknown key", head + "# colour: red\nclause HOOK-003.1\n", `3: unknown header key "colour": requirement, level, features, budget or needs`, "a slip would go unnoticed"},
		{"key twice", head + "# requirement: HOOK-003\nclause HOOK-003.1\n", `3: header key "requirement" is there twice`, "which one counts"},
		{"unknown feature", head + "# features: flying\nclause HOOK-003.1\n", `3: unknown feature "flying"`, "no adapter claims it"},
		{"budget", head + "# budget: soon\nclause HOOK-003.1\n", `3: budget "soon" is not a duration`, "and none that is zero"},
		{"clause twice", head + "clause HOOK-003.1\nclause HOOK-003.1\n", "4: check HOOK-003.1 is opened twice: give it a label", "the second would hide the first"},
		{"clause without a check", head + "clause\n", "3: clause takes one check, such as HOOK-016a.1 or HOOK-016a.1/reason\n1: the script opens no clause", "all faults at once"},
		{"conditional clause", head + "[linux] clause HOOK-003.1\n", "3: clause is written alone, without a condition and without !", "on another machine the check would be missing"},
		{"negated control", head + "! control\nclause HOOK-003.1\n", "3: control is written alone, without a condition and without !", "a control has no opposite"},
		{"control of another case", head + "control HOOK-004.1\nclause HOOK-003.1\n", "3: control names HOOK-004.1, which the script does not open", "it would control nothing"},
		{"a need of nothing", head + "needs\nclause HOOK-003.1\n", "3: needs takes a requirement or a clause, such as HOOK-107 or HOOK-107.2, and the checks that need it", "it would not say what to wait for"},
		{"a need of a check", head + "needs HOOK-009.1/again\nclause HOOK-003.1\n", `3: "HOOK-009.1/again" is neither a requirement nor a clause`, "labels are a matter of the suite, not of the text"},
		{"a negated need", head + "! needs HOOK-009\nclause HOOK-003.1\n", "3: needs is written alone, without a condition and without !", "a need has no opposite"},
		{"a need of another case's check", head + "needs HOOK-009 HOOK-004.1\nclause HOOK-003.1\n", "3: needs names HOOK-004.1, which the script does not open", "no check would wait"},
		{"a need of itself", head + "needs HOOK-003.1\nstatus\nclause HOOK-003.1\nclause HOOK-003.2\n", "3: HOOK-003.1 can't need HOOK-003.1, which it is there to judge", "it could never fail"},
		{"a need of the whole requirement", head + "needs HOOK-003 HOOK-003.1\nstatus\nclause HOOK-003.1\nclause HOOK-003.2\n", "3: HOOK-003.1 can't need HOOK-003, which it is there to judge", "it could never fail"},
		{"header that needs nothing", head + "# needs:\nclause HOOK-003.1\n", "3: needs takes requirements or clauses, such as HOOK-107 or HOOK-213.2", "a slip would go unnoticed"},
		{"header that needs a check", head + "# needs: HOOK-004.1/label\nclause HOOK-003.1\n", `3: "HOOK-004.1/label" is neither a requirement nor a clause, such as HOOK-107 or HOOK-213.2`, "a label is an accident of the suite"},
		{"need of an interpretation", head + "# needs: HOOK-004 INT-04\nclause HOOK-003.1\n", "3: INT-04 is an interpretation, which is not binding: only a requirement or a clause can be needed", "an implementation that decides otherwise would never be judged"},
		{"need of its own requirement", head + "# needs: HOOK-003.2, HOOK-004\nclause HOOK-003.1\nneeds HOOK-003\n", "3: HOOK-003.2 is what the case itself is about: it can't wait for that\n5: HOOK-003 is what the case itself is about: it can't wait for that", "a failure would be its own excuse"},
		{"need twice", head + "# needs: HOOK-004\nclause HOOK-003.1\nclause HOOK-003.2\nneeds HOOK-004.1\nneeds HOOK-004\n", "7: HOOK-004 is needed twice", "reported once, for any number of scopes"},
		{"open quote", head + "clause HOOK-003.1\nwant x is 'a\n", "4: a quote is opened and not closed", "the rest of the line would be swallowed"},
		{"nothing to negate", head + "clause HOOK-003.1\n!\n", "4: a condition or ! without a command after it", ""},
		{"a file above", head + "clause HOOK-003.1\n-- a --\n1\n-- ../x --\n", `6: the file "../x"` + outside, "it would be written next to the case"},
		{"a file that climbs later", head + "clause HOOK-003.1\n-- a/../../x --\n", `4: the file "a/../../x"` + outside, "it climbs, too"},
		{"a rooted file", head + "clause HOOK-003.1\n-- /etc/x --\n", `4: the file "/etc/x"` + outside, "it would be written anywhere"},
		{"a drive", head + "clause HOOK-003.1\n-- C:x --\n", `4: the file "C:x"` + outside, "other systems have other roots"},
		{"a backslash", head + "clause HOOK-003.1\n-- ..\\x --\n", `4: the file "..\\x"` + outside, "and other separators"},
		{"a variable", head + "clause HOOK-003.1\n-- $HOME/x --\n", `4: the file "$HOME/x"` + outside, "names are completed from the environment before they are written: an unset one leaves /x"},
		{"the folder itself", head + "clause HOOK-003.1\n-- . --\n", `4: the file "."` + outside, ""},
		{"a file without a name", head + "clause HOOK-003.1\n-- --\nx\n", "4: a file has no name", "the archive's own reader would panic"},
		{"a file twice", head + "clause HOOK-003.1\n-- a --\n-- a --\n", `5: the file "a" is there twice`, "the second would replace the first"},
		{"a file as a folder", head + "clause HOOK-003.1\n-- a --\n-- a/b --\n", `5: the files "a" and "a/b" can't both be there: one is the other's folder`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := cases.Parse("x/HOOK-003-x.txtar", []byte(tt.in))
			var want []string
			for line := range strings.SplitSeq(tt.want, "\n") {
				want = append(want, "x/HOOK-003-x.txtar:"+line)
			}
			assert.EqualError(t, err, strings.Join(want, "\n"), tt.reason)
		})
	}
}

func TestLoad(t *testing.T) {
	good := &fstest.MapFile{Data: []byte("# a case\n# requirement: HOOK-003\nclause HOOK-003.1\n")}
	all, err := cases.Load(fstest.MapFS{"b/HOOK-003-b.txtar": good, "a/HOOK-003-a.txtar": good, "a/README.md": good})
	require.NoError(t, err)
	require.Len(t, all, 2)
	assert.Equal(t, []string{"a/HOOK-003-a", "b/HOOK-003-b"}, []string{all[0].Name, all[1].Name})
	assert.Zero(t, all[0].Smoke, "a suite need not have a smoke test")
	smoke := &fstest.MapFile{Data: []byte("b/HOOK-003-b\n")}
	all, err = cases.Load(fstest.MapFS{"b/HOOK-003-b.txtar": good, "a/HOOK-003-a.txtar": good, cases.SmokeFile: smoke})
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1}, []int{all[0].Smoke, all[1].Smoke})
	all, err = cases.Load(fstest.MapFS{"a/HOOK-003-a.txtar": good, cases.SmokeFile: &fstest.MapFile{}})
	require.NoError(t, err)
	assert.Zero(t, all[0].Smoke)
	_, err = cases.Load(fstest.MapFS{"a/HOOK-003-a.txtar": good, cases.SmokeFile: smoke})
	require.EqualError(t, err, `smoke.txt:1: there is no case "b/HOOK-003-b"`)
	_, err = cases.Load(fstest.MapFS{"b/HOOK-003-a.txtar": good, "a/HOOK-003-a.txtar": good, "c/HOOK-003-c.txtar": &fstest.MapFile{Data: []byte("# c\n# requirement: HOOK-003\n")}})
	assert.EqualError(t, err, "b/HOOK-003-a.txtar:1: the name is taken by a/HOOK-003-a.txtar\nc/HOOK-003-c.txtar:1: the script opens no clause")
}

// FuzzParse checks, for any input, the properties that users of a case rely on.
func FuzzParse(f *testing.F) {
	all, err := cases.Load(testscripts.Files)
	require.NoError(f, err)
	for _, c := range all {
		// Small inputs are quick to vary and to cut.
		if len(c.Text) < 500 {
			f.Add(c.Text)
		}
	}
	f.Add([]byte(guard))
	f.Add([]byte(tabled))
	f.Add([]byte("# a\n# requirement: HOOK-003\ntable x\nrow a\nrow b\nclause HOOK-003.1/<x>\nfire <x>\nend\nfire after\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := cases.Parse("HOOK-003-x.txtar", text)
		lines := strings.Count(string(text), "\n") + 1
		if err != nil {
			for line := range strings.SplitSeq(err.Error(), "\n") {
				if !strings.HasPrefix(line, "HOOK-003-x.txtar:") {
					t.Fatalf("a fault without a place: %q", line)
				}
			}
			return
		}
		last := 0
		for _, s := range c.Scopes {
			// The scopes of a table are on the same lines for each row.
			if s.Line <= last && s.Row == 0 || s.End < s.Line || s.End > lines || s.Row >= s.Line {
				t.Fatalf("scope %+v after line %d of %d", s, last, lines)
			}
			last = s.End
			for _, n := range s.Needs {
				if n.Here || n.Line < 2 || n.Line > lines || strings.HasPrefix(n.Of, c.Requirement+".") || n.Of == c.Requirement {
					t.Fatalf("scope %+v of %s needs %+v", s, c.Requirement, n)
				}
			}
		}
		for i, one := range c.Files {
			if one.Line <= last || one.Line > lines {
				t.Fatalf("file %d is named on line %d after %d", i, one.Line, last)
			}
			last = one.Line
		}
		plain, from := c.Runnable(func(s cases.Statement) string {
			if s.Command == "end" {
				// Like the end of a table, it ends the scope: what comes after is in none.
				return "control # "
			}
			return ""
		})
		tables := slices.ContainsFunc(c.Script, func(s cases.Statement) bool { return s.Command == "end" })
		if !tables && string(plain) != string(text) {
			t.Fatalf("the text became %q", plain)
		}
		for _, at := range from {
			if at < 1 || at > lines {
				t.Fatalf("a line of the script comes from line %d of %d", at, lines)
			}
		}
		spelled, err := cases.Parse("HOOK-003-x.txtar", plain)
		if err != nil || len(spelled.Scopes) != len(c.Scopes) {
			t.Fatalf("spelled out, it has %d scopes instead of %d, or is none: %v", len(spelled.Scopes), len(c.Scopes), err)
		}
		for i, s := range spelled.Scopes {
			if s.Check != c.Scopes[i].Check || spelled.ScopeText(s) != c.ScopeText(c.Scopes[i]) {
				t.Fatalf("scope %s says %q, and spelled out %q", c.Scopes[i].Check, c.ScopeText(c.Scopes[i]), spelled.ScopeText(s))
			}
		}
		all, _ := c.Runnable(func(cases.Statement) string { return "at " })
		marked, err := cases.Parse("HOOK-003-x.txtar", all)
		if err == nil {
			t.Fatal("a case parses although its clauses are after another command")
		}
		if len(marked.Script) != len(c.Script) || len(marked.Files) != len(c.Files) {
			t.Fatalf("%d statements and %d files became %d and %d", len(c.Script), len(c.Files), len(marked.Script), len(marked.Files))
		}
		for _, p := range c.Parts() {
			if p.First < 1 || p.Last < p.First || p.Last > lines {
				t.Fatalf("part %+v of %d lines", p, lines)
			}
			_, _ = c.Without(p)
		}
	})
}
