package sheet

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
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
	return append(parts, Part{Tools, b.tools()})
}

func (b builder) settings() []Line {
	var lines []Line
	for _, f := range b.c.Settings.Files {
		var others []string
		for _, system := range slices.Sorted(maps.Keys(f.On)) {
			others = append(others, f.On[system]+" on "+system)
		}
		lines = append(lines, line(f.Scope, clauses(
			f.Path, strings.Join(others, ", "),
			where(len(f.Variables) > 0, "or the file that %s names", english.Or(f.Variables)),
		), f.Fact))
	}
	for _, h := range b.c.Settings.Homes {
		lines = append(lines, line(h.Variable, "the folder that stands in the place of "+h.Path, h.Fact))
	}
	lines = append(lines, line("hooks", shape(b.c.Settings), b.c.Settings.Shape.Fact))
	if b.c.Settings.Comments {
		lines = append(lines, line("comments", "may stand in the files"))
	}
	if s := b.c.Settings.Switch; len(s.Path) > 0 {
		on := map[bool]string{true: "on", false: "off"}
		lines = append(lines, line("switch", clauses(
			fmt.Sprintf("%s: %t turns hooks %s", s.Name(), s.Off == s.Default, on[!s.Default]),
			fmt.Sprintf("they are %s where no file has it", on[s.Default]),
			where(len(s.Old) > 0, "%s is its older name", strings.Join(s.Old, ".")),
			where(s.Spares != "", "the %s file alone turns off its own", s.Spares),
		), s.Rule))
	}
	for _, g := range b.c.Settings.Gates {
		lines = append(lines, line(g.Name(), fmt.Sprintf("%t turns hooks off, whatever the switch says", g.Off), g.Rule))
	}
	if s := b.c.Settings.Silenced; len(s.Path) > 0 {
		counts := "the first file that has it counts"
		if s.Joined {
			counts = "those of all files count"
		}
		lines = append(lines, line(s.Title(), clauses(
			"lists hooks that are off, by "+s.Name+" or by command", counts,
			where(len(s.Old) > 0, "%s is its older name", strings.Join(s.Old, ".")),
		), s.Fact))
	}
	if a := b.c.Settings.Alone; len(a.Path) > 0 {
		lines = append(lines, line(a.Name(), fmt.Sprintf("true in the %s file turns off the hooks of all other files", a.Scope), a.Fact))
	}
	for _, t := range b.c.Settings.Trust {
		lines = append(lines, line("trust in "+map[bool]string{true: "anything", false: "the " + string(t.Of)}[t.Of == dialect.TrustsUnknown], Trust(t), t.Fact, t.Ledger.Fact))
	}
	if e := b.c.Settings.Extensions; e.Folder != "" {
		lines = append(lines, line("extensions", fmt.Sprintf("%s in the folders of %s; %s says which are on", english.Or(e.Manifests), e.Folder, e.Switches), e.Rule, e.Fact))
	}
	if f := b.c.Settings.Frontmatter; len(f) > 0 {
		var paths []string
		for _, one := range f {
			paths = append(paths, one.Path)
		}
		lines = append(lines, line("documents with hooks", "at the top of "+english.And(paths)+", while they are in use", b.c.Settings.FrontmatterFact))
	}
	for _, p := range b.c.Settings.Packages {
		lines = append(lines, line("plugins", clauses(
			p.Hooks+" beside "+p.Manifest,
			where(p.Key != "", "or what %s of it says", p.Key),
			where(len(p.Variables) > 0, "${%s} is the folder", strings.Join(p.Variables, "}, ${")),
		), p.Fact))
	}
	return lines
}

// Trust says what has to be trusted, and what becomes of hooks where it is not.
func Trust(t dialect.Trust) string {
	if t.Of == dialect.TrustsUnknown {
		return "whether anything has to be trusted is unknown"
	}
	held := "hooks of all files"
	if len(t.Scopes) > 0 {
		held = "hooks of the " + english.And(t.Scopes) + map[bool]string{true: " file", false: " files"}[len(t.Scopes) == 1]
	}
	return clauses(
		held+" wait until somebody trusts the "+string(t.Of),
		where(len(t.Switch.Path) > 0, "only with %s", t.Switch.Name()),
		where(t.Asks != "", "the agent %s", t.Asks),
		map[dialect.Unasked]string{
			dialect.UnaskedUnknown: "unknown where nobody can be asked",
			dialect.UnaskedTrusts:  "they run where nobody can be asked",
			dialect.UnaskedSkips:   "where nobody can be asked they do not run, and nobody is told",
			dialect.UnaskedEnds:    "where nobody can be asked the agent ends at once",
		}[t.Unasked],
		where(t.Flag != "", "%s asks nobody", t.Flag),
		where(t.Variable != "", "so does %s", t.Variable),
		where(t.Record != "", "%s remembers it", t.Record),
	)
}

// shape says how hooks are written.
func shape(s dialect.Settings) string {
	stand := "stand in groups with a matcher"
	switch {
	case s.Shape.Event != "":
		stand = "stand in one list and name their event in " + s.Shape.Event
	case s.Shape.Flat:
		stand = "stand below their event"
	}
	return clauses(
		stand+where(s.Hooks != "", ", under %s", s.Hooks),
		where(len(s.Shape.Command) > 0, "the command is in %s", english.Or(s.Shape.Command)),
		where(len(s.Shape.Timeout) > 0, "the timeout is in %s", english.Or(s.Shape.Timeout)),
		where(s.Shape.Version > 0, "the file has version: %d", s.Shape.Version),
		where(s.Shape.Format != "", "the file has version: %s", s.Shape.Format),
		where(s.Shape.Action != "", "what they do is in %s", s.Shape.Action),
		where(s.Shape.Enabled != "", "%s: false switches one off", s.Shape.Enabled),
		where(len(s.Shape.Beside) > 0, "%s is no event", english.Or(s.Shape.Beside)),
		where(s.Shape.Type != "", "without a type they are of the type %s", s.Shape.Type),
	)
}

// mistakes say what something wrong in a settings file costs.
func (b builder) mistakes() []Line {
	var lines []Line
	for _, m := range []struct {
		what dialect.Wrong
		name string
	}{
		{dialect.WrongSyntax, "invalid JSON"},
		{dialect.WrongEvent, "an unknown event"},
		{dialect.WrongKind, "a value of another kind"},
		{dialect.WrongMatcher, "a matcher that is no text"},
		{dialect.NullMatcher, "a matcher that is null"},
		{dialect.NoType, "a hook without a type"},
		{dialect.WrongType, "an unknown type"},
		{dialect.WrongTimeout, "a timeout that is not above 0"},
		{dialect.WrongClosing, "another value for failures"},
		{dialect.NoCommand, "a hook without a command"},
	} {
		var costs, facts []string
		var seen []hook.Event
		for _, breach := range b.c.Settings.Breaches {
			// Of several the first counts that is about an event.
			everywhere := len(breach.Events) == 0
			if breach.What != m.what || !everywhere && !slices.ContainsFunc(breach.Events, func(e hook.Event) bool { return !slices.Contains(seen, e) }) {
				continue
			}
			costs = append(costs, "costs "+loss(breach.Loses)+where(!everywhere, " on %s", english.And(texts(breach.Events))))
			facts = append(facts, breach.Fact)
			if seen = append(seen, breach.Events...); everywhere {
				break
			}
		}
		if len(costs) > 0 {
			lines = append(lines, line(m.name, strings.Join(costs, "; else "), facts...))
		}
	}
	return lines
}

func loss(l dialect.Loss) string {
	if l == dialect.LosesNothing {
		return "nothing"
	}
	return "the " + string(l)
}

func (b builder) hooks() []Line {
	var lines []Line
	for _, h := range b.c.Handlers.Types {
		lines = append(lines, line("type "+h.Type, clauses(
			where(h.Asks == dialect.AsksNobody, "%s", map[bool]string{true: "runs", false: "does not run"}[h.Starts]),
			where(h.Asks != dialect.AsksNobody, "asks a %s", string(h.Asks)),
			where(h.Command, "needs a command"),
			where(len(h.Needs) > 0, "needs %s", english.And(h.Needs)),
			where(h.Once, "the same hook twice runs once"),
			where(h.Timeout > 0, "timeout %s where none is given", number(float64(h.Timeout)/float64(b.c.Handlers.Timeout.Unit))),
			where(len(h.Events) > 0 && len(h.Events) <= 5, "on %s alone", english.And(texts(h.Events))),
			where(len(h.Events) > 5, "on %d of %d events", len(h.Events), len(b.c.Events)),
			h.Alone,
		), facts(h.Rule, h.EventsFact)...))
	}
	lines = append(lines, b.asked()...)
	if c := b.c.Handlers.Closing; c.Field != "" {
		lines = append(lines, line(c.Field, clauses(
			quoted(c.Value)+" has the hook refuse where it demands "+english.Or(texts(c.Covers)),
			where(c.Open != "", "%s does not", quoted(c.Open)),
			where(len(c.Except) > 0, "not read on %s", english.And(texts(c.Except))),
		), c.Reply.Fact))
	}
	if b := b.c.Handlers.Background; b.Field != "" {
		lines = append(lines, line(b.Field, "true has nobody wait for the hook, nor read what it answers", b.Fact))
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
	), t.Rule))
}

// facts are those of several that there are.
func facts(ids ...string) []string {
	return slices.DeleteFunc(slices.Compact(ids), func(id string) bool { return id == "" })
}

// asked are how servers and models are asked, and what comes of their answers.
func (b builder) asked() []Line {
	var lines []Line
	if s := b.c.Handlers.Server; s.Fact != "" {
		lines = append(lines, line("servers", clauses(
			"the payload is posted to "+s.URL,
			fmt.Sprintf("%s and %s", s.Headers, s.Allowed)+" say what else is sent",
			where(s.InURL, "variables may stand in the address, too"),
			where(s.EverySecure, "by https alone"),
			where(s.Local != "", "on this machine where %s is 1", s.Local),
			where(len(s.Secure) > 0, "on %s by https everywhere", english.And(texts(s.Secure))),
			where(len(s.URLs.Path) > 0, "where a file has %s, one of its patterns has to fit the address", s.URLs.Title()),
			where(len(s.Variables.Path) > 0, "where a file has %s, it has to name a variable, too", s.Variables.Title()),
		), s.Fact, s.URLs.Fact, s.Variables.Fact))
		lines = append(lines, line("answers of servers", clauses(
			"2xx with a JSON object is an answer as on stdout",
			where(s.Typed, "of the type application/json"),
			"any other text demands "+string(s.Other),
			"one that is broken "+string(s.Broken),
			"any other status, and no answer, "+string(s.Failed),
			"a redirect "+string(s.Redirects),
		), s.AnswersFact))
	}
	if m := b.c.Handlers.Model; m.Fact != "" {
		lines = append(lines, line("questions to models", clauses(
			m.Prompt+" is the question",
			where(m.Name != "", "%s names the model", m.Name),
			where(m.Placeholder != "", "%s stands for what hooks read", m.Placeholder),
			where(m.Appended, "which is put behind a question without it"),
		), m.Fact))
		var refusals, from []string
		for _, r := range slices.Concat(m.Refusals, m.Futile) {
			refusals = append(refusals, fmt.Sprintf("%s on %s", map[bool]string{true: "abandoned", false: string(r.Reply.Outcome)}[r.Ends], english.And(texts(r.Events))))
			from = append(from, r.Reply.Fact)
		}
		lines = append(lines, line("answers of models", clauses(
			fmt.Sprintf("%s decides", m.Decision.At),
			where(m.As != "", "a refusal is the answer %s", m.As),
			where(len(refusals) > 0, "a refusal is %s", strings.Join(slices.Compact(refusals), ", ")),
			where(m.Goes != "", "%s: true has the turn go on", m.Goes),
			fmt.Sprintf("an answer that is none: %s", m.Unusable.Outcome),
		), facts(append(from, m.Decision.Fact, m.Unusable.Fact)...)...))
	}
	return lines
}

// particulars are the fields by which a hook says when and how it is started.
func (b builder) particulars() []Line {
	var lines []Line
	h := b.c.Handlers
	if c := h.Condition; c.Field != "" {
		lines = append(lines, line(c.Field, "a rule about the call, such as Bash(git *), without which the hook is not started; it never is where there is no call", c.Fact, c.Elsewhere, c.Unseen))
	}
	if c := h.Choice; c.Field != "" {
		var others []string
		for _, s := range c.Others {
			others = append(others, s.Name)
		}
		lines = append(lines, line(c.Field, fmt.Sprintf("the shell: %s, which is the usual one, or %s", c.Usual, english.Or(others)), c.Fact))
	}
	if a := h.Arguments; a.Field != "" {
		lines = append(lines, line(a.Field, "a list of arguments, with which the command is started without a shell", a.Fact))
	}
	for _, u := range h.Unused {
		lines = append(lines, line(u.Name, "has no effect that is known", u.Fact))
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
	var set []string
	for _, v := range l.Set {
		set = append(set, v.Name+"="+v.Value)
	}
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
	return append(lines, line("end", fmt.Sprintf("%v between the request to end and the kill; pipes that somebody holds open are read for %v", b.c.Ending.Grace, b.c.Ending.Pipes), b.c.Ending.Rule))
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
			where(len(f.Except) > 0, "not on %s", english.And(texts(f.Except))),
		)))
	}
	return lines
}

func texts[T ~string](names []T) []string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = string(name)
	}
	return all
}

func (b builder) matchers() []Line {
	m := b.c.Matcher
	return []Line{
		line("everything", clauses(english.Or(append([]string{"the empty matcher"}, m.Everything...)), where(m.Trim, "blanks around it do not count"))),
		b.expressions(),
		line("invalid", map[bool]string{true: "matches the subject that equals it", false: "matches nothing"}[m.Literal], m.Rule),
	}
}

// expressions says what a matcher is that does not match everything.
func (b builder) expressions() Line {
	if b.c.Reading == nil {
		return line("any other", "a JavaScript expression that may match a part", "HOOK-021")
	}
	return line("any other", b.meaning(b.c.Matcher.Rule), b.c.Matcher.Rule)
}

// requiredExits are the exit codes by the requirements, which no table holds.
func (b builder) requiredExits() []Line {
	a := b.c.Answer
	return []Line{
		line(strconv.Itoa(a.Answers), "stdout is the answer, or a message where it is no JSON", "HOOK-063", "HOOK-064"),
		line(strconv.Itoa(a.Refuses), "refuses, with stderr as the reason, or "+quoted(a.Reason), "HOOK-066", "HOOK-067a", "HOOK-067b"),
		line("any other", "is a failure", "HOOK-068"),
	}
}

func exitLines(exits []dialect.Exit) []Line {
	var lines []Line
	for _, e := range exits {
		lines = append(lines, line(codesOf(e), clauses(
			read(e),
			demanded(e),
			where(e.Prefix != "", "%s stands before the text", quoted(e.Prefix)),
		), e.Fact))
	}
	return lines
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

// read says what of the output counts.
func read(e dialect.Exit) string {
	on := ""
	if e.Answer != "" {
		on = " on " + string(e.Answer)
	}
	switch {
	case e.JSON && e.Plain:
		return "an answer" + on + " counts, and so does a text that is none"
	case e.JSON:
		return "an answer" + on + " counts"
	case e.Plain:
		return "what is printed" + on + " counts as a text"
	}
	return "no answer is read"
}

// demanded says what the code itself wants.
func demanded(e dialect.Exit) string {
	if e.Demand == "" || e.Demand == dialect.Nothing && e.Mute == "" {
		return ""
	}
	reason := where(e.From != dialect.Nowhere, "with the reason from %s", e.From)
	switch {
	case reason != "" && e.Default != "":
		reason += ", or " + quoted(e.Default)
	case e.Default != "":
		reason = "with the reason " + quoted(e.Default)
	}
	demanded := sentence(demands(e.Demand), where(e.Instead, "if there is no answer"), where(e.AnswerFirst, "unless an answer denies"))
	if reason != "" {
		demanded += ", " + reason
	}
	return sentence(demanded, where(e.Mute != "", "(%s where that is empty)", e.Mute))
}

// demands says what something comes to.
func demands(what dialect.Demand) string {
	if what == dialect.Puzzles {
		return "nobody has seen what comes of it"
	}
	return "demands " + string(what)
}

// texts say how answers are told from other texts; nothing where nobody reads any.
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
			where(len(t.Spoken) > 0, "may have any value as %s, which JavaScript writes as a text", english.Or(texts(t.Spoken))),
			where(t.Named != "", "has to name the event in %s", t.Named),
		), t.Fact),
		line("broken JSON", demands(t.Broken), t.Fact),
		line("JSON that is no object", demands(t.NoObject), t.Fact),
		line("several JSON texts", demands(cmp.Or(t.Several, t.Broken)), t.Fact),
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
			line("answers", clauses("become one first", where(len(m.Joined) > 0, "where any block wins, the texts of %s are joined", english.And(texts(m.Joined)))), o.Fact),
			line("texts", "stand one behind the other with "+quoted(o.Join)+" between", o.Fact),
		}
	}
	return []Line{
		line("decision", whose(o.Decision), o.Fact),
		line("reason", whose(o.Reason), o.Fact),
		line("changed value", whose(o.Rewrite), o.Fact),
		line("texts", "stand one behind the other with "+quoted(o.Join)+" between", o.Fact),
	}
}

// whose says which of several counts; of decisions it is the strictest.
func whose(w dialect.Whose) string {
	switch w {
	case "":
		return "the strictest"
	case dialect.Unsure:
		return "nobody knows whose"
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
		lines = append(lines, line(string(t.Role), clauses(
			t.Name, where(t.Argument != "", "works on %s", t.Argument), where(len(t.Required) > 0, "needs %s", english.And(t.Required)),
		), b.c.Tools.Fact))
	}
	if len(others) > 0 {
		lines = append(lines, line("others", strings.Join(others, ", "), b.c.Tools.Fact))
	}
	if elsewhere := b.c.Tools.Elsewhere; len(elsewhere.Names) > 0 {
		lines = append(lines, line("of other sessions", strings.Join(elsewhere.Names, ", "), elsewhere.Fact))
	}
	if b.c.Tools.MCPPrefix != "" {
		lines = append(lines, line("of MCP servers", "begin with "+b.c.Tools.MCPPrefix, b.c.Tools.Fact))
	}
	return lines
}

// merges are the strategies by which answers become one.
func merges(how dialect.MergeRule) string {
	return map[dialect.MergeRule]string{
		dialect.AnyBlockWins:    "one refusal refuses, one stop stops, texts are joined",
		dialect.LaterReplaces:   "what a later hook says stands",
		dialect.UnitesTools:     "one refusal refuses, one stop stops, lists of tools are united",
		dialect.IntersectsTools: "one refusal refuses, one stop stops, a tool has to be on every list",
	}[how]
}

// subject says what the matchers of an event are tested against.
func subject(s dialect.Subject) string {
	switch {
	case s.Unknown:
		return "nobody knows against what they are tested"
	case s.Field == "":
		return "ignored"
	case s.Tool:
		return "tested against " + s.Field + ", a tool"
	}
	return clauses("tested against "+s.Field, where(len(s.Values) > 0, "such as %s", english.Or(s.Values)))
}
