package sheet_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

func TestDiff(t *testing.T) {
	general := func(lines ...sheet.Line) sheet.Sheet {
		return sheet.Sheet{Parts: []sheet.Part{{Title: "hooks", Lines: lines}}}
	}
	at := func(name hook.Event, moment dialect.Moment, lines ...sheet.Line) sheet.Sheet {
		return sheet.Sheet{Events: []sheet.Event{{Name: name, Moment: moment, Parts: []sheet.Part{{Title: "effects", Lines: lines}}}}}
	}
	both := func(a, b sheet.Sheet) sheet.Sheet { return sheet.Sheet{Events: append(a.Events, b.Events...)} }
	tests := []struct {
		name   string
		a, b   sheet.Sheet
		want   []string
		reason string
	}{
		{
			"the same", general(sheet.Line{What: "timeout", Says: "x", Facts: []string{"a.1"}}), general(sheet.Line{What: "timeout", Says: "x", Facts: []string{"b.9"}}), nil,
			"who says the same does so by a fact of their own",
		},
		{"another value", general(sheet.Line{What: "timeout", Says: "x"}), general(sheet.Line{What: "timeout", Says: "y"}), []string{"hooks timeout x|y"}, ""},
		{"gone", general(sheet.Line{What: "timeout", Says: "x"}), general(), []string{"hooks timeout x|"}, "the second has no such line"},
		{"new", general(), general(sheet.Line{What: "timeout", Says: "y"}), []string{"hooks timeout |y"}, "the first has no such line"},
		{
			"another outcome", at("E", "", sheet.Line{What: "deny", Says: "x", Outcome: dialect.Prevented}), at("E", "", sheet.Line{What: "deny", Says: "x", Outcome: dialect.Ends}),
			[]string{"E: effects deny prevented: x|ends: x"}, "the same words may represent more than one outcome",
		},
		{
			"what is read", at("E", "", sheet.Line{What: "deny", Says: "x", Model: "m"}), at("E", "", sheet.Line{What: "deny", Says: "x"}),
			[]string{"E: effects deny x; the model reads `m`|x"}, "the model reads of it in one of them",
		},
		{
			"another name", at("E", dialect.Notice), at("F", dialect.Notice), []string{"E name E (notice)|F (notice)"}, "the moment is the same, so the event is",
		},
		{
			"another moment", at("E", dialect.Notice), at("F", dialect.ToolBefore), []string{"E E E (notice)|", "F F |F (tool.before)"}, "two events of different moments are two",
		},
		{
			"one of two at a moment", both(at("E", dialect.Notice), at("F", dialect.Notice)), at("F", dialect.Notice), []string{"E E E (notice)|"},
			"F matches F, so E has no counterpart",
		},
		{
			"two at a moment", both(at("E", dialect.Notice), at("F", dialect.Notice)), at("G", dialect.Notice), []string{"E name E (notice)|G (notice)", "F F F (notice)|"},
			"G is compared with the first, and not with both",
		},
		{
			"the same name at no moment", at("E", ""), at("E", dialect.Notice), nil, "names identify events where moments do not",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, d := range sheet.Diff(tt.a, tt.b) {
				got = append(got, d.Place()+" "+d.What+" "+words(d.First)+"|"+words(d.Second))
			}
			assert.Equal(t, tt.want, got, tt.reason)
			assert.Len(t, sheet.Diff(tt.b, tt.a), len(tt.want), "as many from the other side")
		})
	}
}

func words(l *sheet.Line) string {
	if l == nil {
		return ""
	}
	return l.Words()
}

func TestNothingDiffersFromItself(t *testing.T) {
	for _, s := range all(t) {
		assert.Empty(t, sheet.Diff(s, s), s.Name)
	}
}
