package cases_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
)

// tabled is a case with a table, whose rows have what words can have.
const tabled = `# a guard answers
# requirement: HOOK-003

hook guard says='{"reason":"a=b"}'
on BeforeTool guard

table  label  answer            payload...
row    plain  '{"a":"it''s"}'   write_file {}
# A word that would be a comment stands in quotes.
row    rest   '#1'              read_file '{"b":"x y"}' again

clause HOOK-003.1/<label>
fire BeforeTool <payload...> # <answer> is wanted
! want finalOutput is '[<answer>]'
want finalOutput.<label> is <answer>
end

control
ran guard 2
`

func TestTables(t *testing.T) {
	c := parsed(t, tabled)
	text, from := c.Runnable(func(cases.Statement) string { return "" })
	script := strings.Split(string(text), "\n")
	assert.Equal(t, []string{
		"", "clause HOOK-003.1/plain", "fire BeforeTool write_file {} # <answer> is wanted", `! want finalOutput is '[{"a":"it''s"}]'`, `want finalOutput.plain is '{"a":"it''s"}'`,
		"clause HOOK-003.1/rest", `fire BeforeTool read_file '{"b":"x y"}' again # <answer> is wanted`, "! want finalOutput is '[#1]'", "want finalOutput.rest is '#1'",
		"end", "", "control", "ran guard 2", "",
	}, script[5:], "outside of quotes a value is what was written in its row, in quotes it is text")
	assert.Equal(t, []int{1, 2, 3, 4, 5, 6, 12, 13, 14, 15, 12, 13, 14, 15, 16, 17, 18, 19, 20}, from)

	assert.Equal(t, []cases.Scope{
		{Check: "HOOK-003.1/plain", Clause: "HOOK-003.1", Line: 12, End: 15, Row: 8},
		{Check: "HOOK-003.1/rest", Clause: "HOOK-003.1", Line: 12, End: 15, Row: 10},
	}, c.Scopes, "lines are those of the file, for each row the same")
	assert.Equal(t, strings.Join(script[10:14], "\n"), c.ScopeText(c.Scopes[1]))
	assert.Equal(t, []cases.Part{{First: 7, Last: 16}}, c.Parts()[:1], "a table can go as a whole")

	var args []string
	for _, s := range c.Script {
		if s.Command == "want" && s.Row == 10 {
			args = append(args, s.Args...)
		}
	}
	assert.Equal(t, []string{"finalOutput", "is", "[#1]", "finalOutput.rest", "is", "#1"}, args)
}

func TestFaultsOfTables(t *testing.T) {
	const head = "# a case\n# requirement: HOOK-003\n"
	const tail = "clause HOOK-003.9\n"
	const two = "row 1\nrow 2\n"
	tests := []struct{ name, in, want, reason string }{
		{"no column", "table\n" + two + "clause HOOK-003.1\nend\n", "3: table takes the names of its columns\n4: 1 word in a row of 0: the columns are \n5: 1 word in a row of 0: the columns are ", "it would be the same line twice"},
		{"a name that could be a value", "table A\n" + two + "clause HOOK-003.<a>\nend\n", `3: "A" is not a column's name: a-z and -, and after the last one ... for all words that are left`, ""},
		{"the rest in the middle", "table a... b\nrow 1 2\nrow 1 2\nclause HOOK-003.<b>\nend\n", `3: "a..." is not a column's name: a-z and -, and after the last one ... for all words that are left`, "it would not be clear where it ends"},
		{"a column twice", "table a a\nrow 1 2\nrow 1 2\nclause HOOK-003.<a>\nend\n", "3: the column a is there twice", "which one counts"},
		{"a column and the rest of it", "table a a...\nrow 1 2\nrow 1 2\nclause HOOK-003.<a>\nend\n", "3: the column a is there twice", "which one counts"},
		{"a column in vain", "table a b\nrow 1 2\nrow 2 3\nclause HOOK-003.<a>\nend\n", "3: no line has the column <b>", "a typo in a name, or an unused column"},
		{"a name that no column has", "table a\n" + two + "clause HOOK-003.<a>\nwant <b> absent\nend\n", "7: <b> is not a column of the table: a", "it would be text by mistake"},
		{"the rest by another name", "table a...\n" + two + "clause HOOK-003.<a>\nend\n", "6: <a> is not a column of the table: a...\n3: no line has the column <a...>", "a reader of the line knows that it may be several words"},
		{"a short row", "table a b\nrow 1\nrow 1 2\nclause HOOK-003.<a>\nwant <b> absent\nend\n", "4: 1 word in a row of 2: the columns are a, b", "what is left out would be empty"},
		{"a long row", "table a\nrow 1 2\nrow 2\nclause HOOK-003.<a>\nend\n", "4: 2 words in a row of 1: the columns are a", "what is too much would be lost"},
		{"a row that lacks more than the rest", "table a b rest...\nrow 1\nrow 1 2\nclause HOOK-003.<a>\nwant <b> <rest...>\nend\n", "4: 1 word in a row of 3: the columns are a, b, rest...", "the rest alone may be nothing"},
		{"one row", "table a\nrow 1\nclause HOOK-003.<a>\nend\n", "3: a table has two rows or more", "lines are enough for one"},
		{"no lines", "table a\n" + two + "end\n", "3: no line has the column <a>\n3: what a table repeats begins with a scope: clause, control or needs", "it says nothing"},
		{"no scope", "table a\n" + two + "fire <a>\nclause HOOK-003.<a>\nend\n", "6: what a table repeats begins with a scope: clause, control or needs", "the line would belong to the row before"},
		{"no end", "table a\n" + two + "clause HOOK-003.<a>\n", "3: the table has no end\n1: the script opens no clause", "all that follows would be filled in"},
		{"a table in another", "table a\n" + two + "clause HOOK-003.<a>\ntable b\nend\n", "7: a table can't stand in another: the one on line 3 has no end yet", ""},
		{"a row of nothing", "row 1\n", "3: row comes after the table that it belongs to, and there is none", ""},
		{"a late row", "table a\n" + two + "clause HOOK-003.<a>\nrow 3\nend\n", "7: the rows of a table stand in front of the lines that they fill in", "it would look like a line that is filled in"},
		{"an end of nothing", "end\n", "3: end comes after the lines of a table, and there is none", ""},
		{"a table somewhere alone", "[linux] table a\n" + two + "clause HOOK-003.<a>\nend\n", "3: table is written alone, without a condition and without !", "on another machine the checks would be missing"},
		{"an open quote", "table a\n" + two + "clause HOOK-003.<a>\nwant 'x\nend\n", "7: a quote is opened and not closed", "reported once, not for each row"},
		{"an open quote in a row", "table a\nrow 'x\nrow 1\nclause HOOK-003.<a>\nend\n", "4: a quote is opened and not closed", "the lines that it would fill in are none"},
		{"a fault in one row", "table a\nrow HOOK-003.1\nrow x\nclause <a>\nend\n", `6: "x" is not a check: a clause such as HOOK-003.1, and a label of a-z, 0-9 and - after a slash (in the row on line 5)`, "the line alone does not show the fault"},
		{"a check of two rows", "table a\nrow x\nrow x\nclause HOOK-003.1/<a>\nend\n", "6: check HOOK-003.1/x is opened twice: give it a label (in the row on line 5)", "the second would hide the first"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := head + tt.in
			if !strings.Contains(tt.want, "opens no clause") {
				text += tail
			}
			_, err := cases.Parse("x/HOOK-003-x.txtar", []byte(text))
			var want []string
			for line := range strings.SplitSeq(strings.ReplaceAll(tt.want, "such as HOOK-003.1,", "such as HOOK-016a.1,"), "\n") {
				want = append(want, "x/HOOK-003-x.txtar:"+line)
			}
			assert.EqualError(t, err, strings.Join(want, "\n"), tt.reason)
		})
	}
}

// A misspelled name is an error, not a hook that does nothing or never runs.
func TestBodies(t *testing.T) {
	const script = "# a case\n# requirement: HOOK-003\nclause HOOK-003.1\n"
	tests := []struct{ name, in, want, reason string }{
		{"a hook and its file", "hook guard\non BeforeTool guard\n-- guard --\n", "", "an empty body is one"},
		{"a hook without a file", "hook gaurd\n-- guard --\n", "x/HOOK-003-x.txtar:4: the hook gaurd has no body: no file is called so. One that is to do nothing is a spy", "a slip in a name"},
		{"a hook that says something", "hook guard says='no'\non BeforeTool guard matcher=a\n", "", "its body is the text"},
		{"a spy", "spy guard\non BeforeTool guard\n", "", "it has no body"},
		{"a spy with a file", "spy guard\n-- guard --\n", "x/HOOK-003-x.txtar:4: the spy guard has a body, the file of that name: make it a hook", "the file would never run"},
		{"a spy at first", "spy guard\nfire BeforeAgent\nhook guard\n-- guard --\n", "", "made again, it has a body"},
		{"a group of an unknown hook", "spy guard\non BeforeTool '{\"command\":\"x\"}' gaurd guard\n", "x/HOOK-003-x.txtar:5: no line makes the hook gaurd", "it would be a command that is not found"},
		{"a hook made later", "on BeforeTool guard\nspy guard\n", "", "settings are read when a session is opened"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := cases.Parse("x/HOOK-003-x.txtar", []byte(script+tt.in))
			if tt.want == "" {
				require.NoError(t, err, tt.reason)
				assert.Equal(t, []string{"guard"}, c.Hooks())
			} else {
				assert.EqualError(t, err, tt.want, tt.reason)
			}
		})
	}
}
