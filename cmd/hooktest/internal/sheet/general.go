package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/ruling"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// The parts that hold on every event.
const (
	Settings = "settings"
	Mistakes = "mistakes in settings"
	Hooks    = "hooks"
	Process  = "process"
	Base     = "reads on every event"
	Matchers = "matchers"
	Exits    = "exit codes"
	Texts    = "texts"
	Several  = "several hooks"
	Tools    = "tools"
	Modes    = "modes"
	Also     = "also"
)

func (b builder) general() []Part {
	parts := []Part{
		{Settings, b.settings()}, {Mistakes, b.mistakes()}, {Hooks, b.hooks()}, {Process, b.process()}, {Base, b.base()}, {Matchers, b.matchers()},
	}
	if b.c.Reading == nil {
		parts = append(parts, Part{Exits, b.requiredExits()})
	} else {
		parts = append(parts, Part{Exits, exitLines(b.c.Reading.Exits)}, Part{Texts, b.texts()}, Part{Several, b.several()})
	}
	return append(parts, Part{Tools, b.tools()}, Part{Modes, b.modes()})
}

// modes describes what differs in each mode in which the agent was seen.
func (b builder) modes() []Line {
	var lines []Line
	for _, name := range dialect.ModeNames() {
		mode, seen := b.c.Modes[dialect.Mode(name)]
		if !seen {
			continue
		}
		l := line(name, clauses(
			where(len(mode.Unfired) > 0, "not fired: %s", english.And(lists.Texts(mode.Unfired))),
			where(mode.AsksTrust, "the user is asked about trust"),
			where(len(mode.Trusts) > 0, "no trust is needed for %s", english.And(mode.Trusts)),
			where(mode.Ask.Outcome != "", "if a hook asks before a tool, the agent %s", cmp.Or(mode.Ask.Agent, ruling.Sentence(dialect.ToolBefore, mode.Ask.Outcome))),
		), mode.Fact, mode.Ask.Fact)
		l.Says = cmp.Or(l.Says, b.meaning(mode.Fact))
		l.Model, l.User = mode.Ask.Model, mode.Ask.User
		lines = append(lines, l)
	}
	return lines
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func (b builder) process() []Line {
	var lines []Line
	l := b.c.Launch
	for _, s := range l.Shells {
		what := "shell"
		if s.On != "" {
			what += " on " + s.On
		}
		programs := s.Programs
		if s.Fallback != "" {
			programs = append(slices.Clone(programs), s.Fallback)
		}
		lines = append(lines, line(what, strings.TrimSpace(english.Or(programs)+" "+strings.Join(s.Flags, " "))))
	}
	set := lists.Of(l.Set, func(v dialect.Variable) string { return v.Name + "=" + v.Value })
	for _, named := range []struct {
		what  string
		names []string
	}{{"project folder in", l.Variables}, {"sets", set}, {"removes", l.Removed}} {
		if len(named.names) > 0 {
			lines = append(lines, line(named.what, english.And(named.names)))
		}
	}
	if len(l.Inserted) > 0 {
		lines = append(lines, line("puts in, in quotes,", english.And(l.Inserted), l.InsertedFact))
	}
	if l.SessionFolder {
		lines = append(lines, line("folder", "that of the session, which may be below the project's"))
	}
	return append(lines, line("end", fmt.Sprintf("%v between the request to end and the kill; pipes that another process holds open are read for %v", b.c.Ending.Grace, b.c.Ending.Pipes), b.c.Ending.Rule))
}

func (b builder) base() []Line {
	var lines []Line
	for _, f := range b.c.Base {
		from := map[dialect.Origin]string{
			dialect.Session: "the session's id", dialect.Folder: "the project folder", dialect.Folders: "a list of the project folder", dialect.EventName: "the event's name",
			dialect.Timestamp: "the time, as a text", dialect.Milliseconds: "the time, in milliseconds since 1970",
		}[f.Is]
		lines = append(lines, line(f.Name, clauses(
			cmp.Or(from, "the agent's own"),
			where(len(f.Except) > 0, "not on %s", english.And(lists.Texts(f.Except))),
		)))
	}
	return lines
}

func (b builder) matchers() []Line {
	m := b.c.Matcher
	return []Line{
		line("everything", clauses(english.Or(append([]string{"the empty matcher"}, m.Everything...)), where(m.Trim, "blanks around it do not count"))),
		b.expressions(),
		line("invalid", map[bool]string{true: "matches the subject that equals it", false: "matches nothing"}[m.Literal], m.Rule),
	}
}

// expressions describes matchers that don't match everything.
func (b builder) expressions() Line {
	if b.c.Reading == nil {
		return line("any other", "a JavaScript expression that may match a part", "HOOK-021")
	}
	return line("any other", b.meaning(b.c.Matcher.Rule), b.c.Matcher.Rule)
}

// requiredExits returns the exit codes in the requirements, which are in no table.
func (b builder) requiredExits() []Line {
	a := b.c.Answer
	return []Line{
		line(strconv.Itoa(a.Answers), "stdout is the answer, or a message where it is not JSON", "HOOK-063", "HOOK-064"),
		line(strconv.Itoa(a.Refuses), "refuses, with stderr as the reason, or "+quoted(a.Reason), "HOOK-066", "HOOK-067a", "HOOK-067b"),
		line("any other", "is a failure", "HOOK-068"),
	}
}

func exitLines(exits []dialect.Exit) []Line {
	return lists.Of(exits, func(e dialect.Exit) Line {
		return line(codesOf(e), clauses(
			read(e),
			exitEffect(e),
			where(e.Prefix != "", "%s comes before the text", quoted(e.Prefix)),
		), e.Fact)
	})
}

func codesOf(e dialect.Exit) string {
	var codes []string
	for _, code := range e.Codes {
		if code == dialect.Killed {
			codes = append(codes, "a signal")
		} else {
			codes = append(codes, strconv.Itoa(code))
		}
	}
	return cmp.Or(strings.Join(codes, ", "), "any other")
}

// read describes which part of the output counts.
func read(e dialect.Exit) string {
	on := ""
	if e.Answer != "" {
		on = " on " + string(e.Answer)
	}
	switch {
	case e.JSON && e.Plain:
		return "an answer" + on + " is used, and so is plain text"
	case e.JSON:
		return "an answer" + on + " is used"
	case e.Plain:
		return "what is printed" + on + " is used as text"
	}
	return "no answer is read"
}

// exitEffect describes the effect of the exit code itself.
func exitEffect(e dialect.Exit) string {
	if e.Effect == "" || e.Effect == dialect.Nothing && e.Empty == "" {
		return ""
	}
	reason := where(e.From != dialect.Nowhere, "with the reason from %s", e.From)
	switch {
	case reason != "" && e.Default != "":
		reason += ", or " + quoted(e.Default)
	case e.Default != "":
		reason = "with the reason " + quoted(e.Default)
	}
	text := sentence(requests(e.Effect), where(e.Instead, "if there is no answer"), where(e.AnswerFirst, "unless an answer denies"))
	if reason != "" {
		text += ", " + reason
	}
	return sentence(text, where(e.Empty != "", "(%s where that is empty)", e.Empty))
}

func requests(what dialect.Effect) string {
	if what == dialect.UnknownEffect {
		return "the result has not been seen"
	}
	return "requests " + string(what)
}

// texts describes how JSON output is distinguished from other text. It returns nil if no exit
// code reads JSON.
func (b builder) texts() []Line {
	read := func(e dialect.Exit) bool { return e.JSON }
	if !slices.ContainsFunc(b.c.Reading.Exits, read) && !slices.ContainsFunc(b.c.Events, func(e dialect.Event) bool { return slices.ContainsFunc(e.Rules.Exits, read) }) {
		return nil
	}
	t := b.c.Reading.Text
	begins := "is one where it parses as JSON"
	if t.Openers != "" {
		begins = "means to be one where it begins with " + english.Or(strings.Split(t.Openers, ""))
	}
	lines := []Line{
		line("an answer", clauses(
			"is looked for on "+string(t.From), begins,
			where(t.Quoted, "may be encoded twice"),
			where(t.Strict, "may have no field that the event does not know"),
			where(t.Typed, "has to have values of the right kind"),
			where(len(t.Converted) > 0, "may have any value as %s, which JavaScript writes as a text", english.Or(lists.Texts(t.Converted))),
			where(t.Named != "", "has to name the event in %s", t.Named),
		), t.Fact),
		line("broken JSON", requests(t.Broken), t.Fact),
		line("JSON that is not an object", requests(t.NoObject), t.Fact),
		line("several JSON texts", requests(cmp.Or(t.Several, t.Broken)), t.Fact),
	}
	if c := t.Cap; c.Characters > 0 {
		lines = append(lines, line("long texts", fmt.Sprintf("of more than %d characters the model reads %d", c.Characters, c.Preview), c.Fact))
	}
	return lines
}

func (b builder) several() []Line {
	o := b.c.Reading.Others
	if m := o.Merged; m != nil {
		return []Line{
			line("answers", clauses("become one first", where(len(m.Joined) > 0, "where any block wins, the texts of %s are joined", english.And(lists.Texts(m.Joined)))), o.Fact),
			line("texts", "are joined with "+quoted(o.Join), o.Fact),
		}
	}
	return []Line{
		line("decision", whose(o.Decision), o.Fact),
		line("reason", whose(o.Reason), o.Fact),
		line("changed value", whose(o.Rewrite), o.Fact),
		line("texts", "are joined with "+quoted(o.Join), o.Fact),
	}
}

// whose describes which hook's value counts among several. For decisions it is the strictest.
func whose(w dialect.Whose) string {
	switch w {
	case "":
		return "the strictest"
	case dialect.Unsure:
		return "it is not known whose"
	}
	return "that of " + string(w)
}

func (b builder) tools() []Line {
	var lines []Line
	var others []string
	for _, t := range b.c.Tools.Builtin {
		if t.Role == "" {
			others = append(others, t.Name)
			continue
		}
		lines = append(lines, line(string(t.Role), clauses(t.Name, where(t.Argument != "", "works on %s", t.Argument)), b.c.Tools.Fact))
	}
	if len(others) > 0 {
		lines = append(lines, line("others", strings.Join(others, ", "), b.c.Tools.Fact))
	}
	for _, t := range b.c.Tools.Builtin {
		if len(t.Required)+len(t.Arguments) == 0 {
			continue
		}
		may := slices.DeleteFunc(slices.Clone(t.Arguments), func(argument string) bool { return slices.Contains(t.Required, argument) })
		lines = append(lines, line("arguments of "+t.Name, clauses(
			where(len(t.Required) > 0, "needs %s", english.And(t.Required)), where(len(may) > 0, "may have %s", english.And(may)),
			where(len(t.Arguments) > 0, "has no others"), where(len(t.Arguments) == 0, "it is not known which others"),
		), b.c.Tools.ArgumentsFact))
	}
	if elsewhere := b.c.Tools.Elsewhere; len(elsewhere.Names) > 0 {
		lines = append(lines, line("of other sessions", strings.Join(elsewhere.Names, ", "), elsewhere.Fact))
	}
	if b.c.Tools.MCPPrefix != "" {
		lines = append(lines, line("of MCP servers", "begin with "+b.c.Tools.MCPPrefix, b.c.Tools.Fact))
	}
	return lines
}

func merges(how dialect.MergeRule) string {
	return map[dialect.MergeRule]string{
		dialect.AnyBlockWins:    "one refusal refuses, one stop stops, texts are joined",
		dialect.LaterReplaces:   "what a later hook says counts",
		dialect.UnitesTools:     "one refusal refuses, one stop stops, lists of tools are united",
		dialect.IntersectsTools: "one refusal refuses, one stop stops, a tool has to be on every list",
	}[how]
}

// subject describes what the matchers of an event are tested against.
func subject(s dialect.Subject) string {
	switch {
	case s.Unknown:
		return "it is not known against what they are tested"
	case s.Field == "":
		return "ignored"
	case s.Tool:
		return "tested against " + s.Field + ", a tool"
	}
	return clauses("tested against "+s.Field, where(len(s.Values) > 0, "such as %s", english.Or(s.Values)))
}
