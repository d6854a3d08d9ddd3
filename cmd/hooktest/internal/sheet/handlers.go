package sheet

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

func (b builder) hooks() []Line {
	lines := lists.Of(b.c.Handlers.Types, func(h dialect.Handler) Line {
		return line("type "+h.Type, clauses(
			where(h.Asks == dialect.AsksNone, "%s", map[bool]string{true: "runs", false: "does not run"}[h.Starts]),
			where(h.Asks != dialect.AsksNone, "asks a %s", string(h.Asks)),
			where(h.Command, "needs a command"),
			where(len(h.Needs) > 0, "needs %s", english.And(h.Needs)),
			where(h.Once, "the same hook twice runs once"),
			where(h.Timeout > 0, "timeout %s where none is given", number(float64(h.Timeout)/float64(b.c.Handlers.Timeout.Unit))),
			where(len(h.Events) > 0 && len(h.Events) <= 5, "on %s alone", english.And(lists.Texts(h.Events))),
			where(len(h.Events) > 5, "on %d of %d events", len(h.Events), len(b.c.Events)),
			h.Alone,
		), h.Rule, h.EventsFact)
	})
	lines = append(lines, b.asked()...)
	if c := b.c.Handlers.Closing; c.Field != "" {
		lines = append(lines, line(c.Field, clauses(
			quoted(c.Value)+" makes the hook refuse where it requests "+english.Or(lists.Texts(c.Covers)),
			where(c.Open != "", "%s does not", quoted(c.Open)),
			where(len(c.Except) > 0, "not read on %s", english.And(lists.Texts(c.Except))),
		), c.Reply.Fact))
	}
	if b := b.c.Handlers.Background; b.Field != "" {
		lines = append(lines, line(b.Field, "with true the agent continues at once and ignores what the hook answers", b.Fact))
	}
	if s := b.c.Handlers.Sequence; s.Field != "" {
		lines = append(lines, line(s.Field, clauses(
			"true in a group makes the event's hooks run one after another",
			map[bool]string{true: "hooks after a refusal run all the same", false: "hooks after a refusal do not run"}[s.Cut == ""],
		), s.Cut, s.Fact))
	}
	if s := b.c.Handlers.Sequence; s.Always {
		lines = append(lines, line("order", "hooks of an event run one after another, each with the input that those before it have changed; hooks after one that refuses or asks do not run", s.Cut, s.Fact))
	}
	lines = append(lines, b.particulars()...)
	t := b.c.Handlers.Timeout
	var others []string
	for _, event := range slices.Sorted(maps.Keys(t.Events)) {
		others = append(others, fmt.Sprintf("%s on %s", number(float64(t.Events[event])/float64(t.Unit)), event))
	}
	if len(others) > 0 {
		lines = append(lines, line("timeout by event", english.And(others)+" where none is given", t.EventsFact))
	}
	return append(lines, line("timeout", clauses(
		fmt.Sprintf("in %s, %s where none is given", t.Units, number(float64(t.Default)/float64(t.Unit))),
		where(t.Milliseconds > 0, "from %s on in milliseconds", number(t.Milliseconds)),
		where(t.Whole, "whole numbers alone"),
	), t.Rule))
}

// asked describes how servers and models are called, and the effect of their responses.
func (b builder) asked() []Line {
	var lines []Line
	if s := b.c.Handlers.Server; s.Fact != "" {
		lines = append(lines, line("servers", clauses(
			"the payload is posted to "+s.URL,
			fmt.Sprintf("%s and %s", s.Headers, s.Allowed)+" say what else is sent",
			where(s.InURL, "variables may be in the address, too"),
			where(s.EverySecure, "by https alone"),
			where(s.Local != "", "on this machine where %s is 1", s.Local),
			where(len(s.Secure) > 0, "on %s by https everywhere", english.And(lists.Texts(s.Secure))),
			where(len(s.URLs.Path) > 0, "where a file has %s, one of its patterns has to fit the address", s.URLs.Title()),
			where(len(s.Variables.Path) > 0, "where a file has %s, it has to name a variable, too", s.Variables.Title()),
		), s.Fact, s.URLs.Fact, s.Variables.Fact))
		lines = append(lines, line("answers of servers", clauses(
			"2xx with a JSON object is an answer as on stdout",
			where(s.Typed, "of the type application/json"),
			"any other text requests "+string(s.Other),
			"one that is broken "+string(s.Broken),
			"any other status, and no answer, "+string(s.Failed),
			"a redirect "+string(s.Redirects),
		), s.AnswersFact))
	}
	if m := b.c.Handlers.Model; m.Fact != "" {
		lines = append(lines, line("questions to models", clauses(
			m.Prompt+" is the question",
			where(m.Name != "", "%s names the model", m.Name),
			where(m.Placeholder != "", "%s represents what hooks read", m.Placeholder),
			where(m.Appended, "which is appended to a question without it"),
		), m.Fact))
		var refusals, from []string
		for _, r := range slices.Concat(m.Refusals, m.FinalRefusals) {
			refusals = append(refusals, fmt.Sprintf("%s on %s", map[bool]string{true: "abandoned", false: string(r.Reply.Outcome)}[r.Ends], english.And(lists.Texts(r.Events))))
			from = append(from, r.Reply.Fact)
		}
		lines = append(lines, line("answers of models", clauses(
			fmt.Sprintf("%s decides", m.Decision.At),
			where(m.As != "", "a refusal is the answer %s", m.As),
			where(len(refusals) > 0, "a refusal is %s", strings.Join(slices.Compact(refusals), ", ")),
			where(m.Goes != "", "%s: true continues the turn", m.Goes),
			fmt.Sprintf("an invalid answer: %s", m.Unusable.Outcome),
		), append(from, m.Decision.Fact, m.Unusable.Fact)...))
	}
	return lines
}

// particulars returns the fields by which a hook sets when and how it is started.
func (b builder) particulars() []Line {
	var lines []Line
	h := b.c.Handlers
	if c := h.Condition; c.Field != "" {
		lines = append(lines, line(c.Field, "a rule about the call, such as Bash(git *), without which the hook is not started; it never is where there is no call", c.Fact, c.Elsewhere, c.Unseen))
	}
	if c := h.Choice; c.Field != "" {
		others := lists.Of(c.Others, func(s dialect.NamedShell) string { return s.Name })
		lines = append(lines, line(c.Field, fmt.Sprintf("the shell: %s, which is the usual one, or %s", c.Usual, english.Or(others)), c.Fact))
	}
	if a := h.Arguments; a.Field != "" {
		lines = append(lines, line(a.Field, "a list of arguments, with which the command is started without a shell", a.Fact))
	}
	for _, f := range h.Fields {
		lines = append(lines, line("type of "+f.Name, clauses(
			jsonvalue.Article(f.Kind),
			where(f.Items != "", "of which each item is %s", jsonvalue.Article(f.Items)),
			where(len(f.Values) > 0, "%s", english.Or(f.Values)),
			where(len(f.Types) > 0, "in %s hooks", english.And(f.Types)),
		), h.FieldsFact))
	}
	for _, u := range h.Unused {
		lines = append(lines, line(u.Name, "has no effect that is known", u.Fact))
	}
	return lines
}
