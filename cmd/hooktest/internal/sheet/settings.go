package sheet

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

func (b builder) settings() []Line {
	var lines []Line
	for _, f := range b.c.Settings.Files {
		lines = append(lines, line(f.Scope, clauses(
			f.Path, onSystems(f.On),
			where(len(f.Variables) > 0, "or the file that %s names", english.Or(f.Variables)),
		), f.Fact))
	}
	for _, h := range b.c.Settings.Homes {
		lines = append(lines, line(h.Variable, clauses(
			"replaces "+h.Path,
			where(h.Otherwise != "", "%s does where it is not set", h.Otherwise),
			onSystems(h.On),
			where(h.Former.Path != "", "what is missing there is copied from %s once, until %s exists", h.Former.Path, h.Former.Mark),
		), h.Fact, h.Former.Fact))
	}
	lines = append(lines, line("hooks", shape(b.c.Settings), b.c.Settings.Shape.Fact))
	if s := b.c.Skills; s.Folder != "" {
		lines = append(lines, line("skills", "folders with a SKILL.md in "+s.Folder, s.Fact))
	}
	if b.c.Settings.Comments {
		lines = append(lines, line("comments", "are allowed in the files"))
	}
	if s := b.c.Settings; s.MarkFact != "" {
		lines = append(lines, line("byte order mark", "is not allowed in the files", s.MarkFact))
	}
	if s := b.c.Settings.Switch; len(s.Path) > 0 {
		on := map[bool]string{true: "on", false: "off"}
		lines = append(lines, line("switch", clauses(
			fmt.Sprintf("%s: %t turns hooks %s", s.Name(), s.Off == s.Default, on[!s.Default]),
			fmt.Sprintf("they are %s where no file has it", on[s.Default]),
			where(len(s.Old) > 0, "%s is its older name", strings.Join(s.Old, ".")),
			where(s.Exempts != "", "the %s file alone turns off its own", s.Exempts),
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
		lines = append(lines, line("trust in "+map[bool]string{true: "anything", false: "the " + string(t.Of)}[t.Of == dialect.TrustsUnknown], Trust(t), t.Fact, t.Format.Fact))
	}
	if e := b.c.Settings.Extensions; e.Folder != "" {
		lines = append(lines, line("extensions", fmt.Sprintf("%s in the folders of %s; %s says which are on", english.Or(e.Manifests), e.Folder, e.Switches), e.Rule, e.Fact))
	}
	if f := b.c.Settings.Frontmatter; len(f) > 0 {
		paths := lists.Of(f, func(one dialect.File) string { return one.Path })
		lines = append(lines, line("documents with hooks", "at the top of "+english.And(paths)+", while they are in use", b.c.Settings.FrontmatterFact))
	}
	for i, p := range b.c.Settings.Packages {
		name := "plugins"
		if i > 0 {
			name += " in " + p.Installed.Folders
		}
		lines = append(lines, line(name, clauses(
			p.Hooks+" next to "+p.Manifest,
			where(p.Key != "", "or what %s of it says", p.Key),
			where(p.WrappedFact != "", "in an object %s", b.c.Settings.Hooks),
			where(p.InlineFact != "", "also in the manifest"),
			where(len(p.Variables) > 0, "${%s} is the folder", strings.Join(p.Variables, "}, ${")),
			where(p.Installed.Index != "", "%s lists those that are installed", p.Installed.Index),
			where(p.Installed.Markets.Index != "", "those of a local folder that %s lists are read there", p.Installed.Markets.Index),
			where(p.Installed.Folders != "", "those that are installed are in %s", p.Installed.Folders),
			where(len(p.Installed.On) > 0, "%s of settings says which are on", strings.Join(p.Installed.On, ".")),
			where(p.Installed.Switches != "", "%s says which are on", p.Installed.Switches),
		), p.Fact, p.WrappedFact, p.InlineFact, p.Installed.Fact, p.Installed.Markets.Fact))
	}
	return lines
}

// onSystems describes the paths of single operating systems.
func onSystems(paths map[string]string) string {
	return strings.Join(lists.Of(slices.Sorted(maps.Keys(paths)), func(system string) string { return paths[system] + " on " + system }), ", ")
}

// Trust describes what must be trusted, and what the agent does with hooks otherwise.
func Trust(t dialect.Trust) string {
	if t.Of == dialect.TrustsUnknown {
		return "whether anything has to be trusted is unknown"
	}
	held := "hooks of all files"
	if len(t.Scopes) > 0 {
		held = "hooks of the " + english.And(t.Scopes) + map[bool]string{true: " file", false: " files"}[len(t.Scopes) == 1]
	}
	return clauses(
		held+" wait until the user trusts the "+string(t.Of),
		where(len(t.Switch.Path) > 0 && !t.Switch.Default, "only with %s", t.Switch.Name()),
		where(len(t.Switch.Path) > 0 && t.Switch.Default, "unless %s is off", t.Switch.Name()),
		where(t.Asks != "", "the agent %s", t.Asks),
		map[dialect.Unasked]string{
			dialect.UnaskedUnknown: "unknown where no user can be asked",
			dialect.UnaskedTrusts:  "they run where no user can be asked",
			dialect.UnaskedSkips:   "where no user can be asked they do not run, and nothing says so",
			dialect.UnaskedEnds:    "where no user can be asked the agent ends at once",
		}[t.Unasked],
		where(t.Flag != "", "%s does not ask the user", t.Flag),
		where(t.Variable != "", "with %s the user is not asked", t.Variable),
		where(t.Record != "", "%s remembers it", t.Record),
	)
}

// shape describes how hooks are written in settings.
func shape(s dialect.Settings) string {
	stand := "are in groups with a matcher"
	switch {
	case s.Shape.Event != "":
		stand = "are in one list and name their event in " + s.Shape.Event
	case s.Shape.Flat:
		stand = "are below their event"
	}
	return clauses(
		stand+where(s.Shape.Lone != "", " or by themselves")+where(s.Hooks != "", ", under %s", s.Hooks),
		where(len(s.Shape.Command) > 0, "the command is in %s", english.Or(s.Shape.Command)),
		where(len(s.Shape.Timeout) > 0, "the timeout is in %s", english.Or(s.Shape.Timeout)),
		where(s.Shape.Version > 0, "the file has version: %d", s.Shape.Version),
		where(s.Shape.Format != "", "the file has version: %s", s.Shape.Format),
		where(s.Shape.Action != "", "what they do is in %s", s.Shape.Action),
		where(s.Shape.Enabled != "", "%s: false switches one off", s.Shape.Enabled),
		where(len(s.Shape.OtherKeys) > 0, "%s is not an event", english.Or(s.Shape.OtherKeys)),
		where(len(s.Shape.Elsewhere) > 0, "%s are of another contract of the same program", english.And(s.Shape.Elsewhere)),
		where(s.Shape.Type != "", "without a type they are of the type %s", s.Shape.Type),
	)
}

// mistakes describes the effect of mistakes in a settings file.
func (b builder) mistakes() []Line {
	var lines []Line
	for _, m := range []struct {
		what dialect.Wrong
		name string
	}{
		{dialect.WrongSyntax, "invalid JSON"},
		{dialect.WrongEvent, "an unknown event"},
		{dialect.WrongKind, "a value of another kind"},
		{dialect.NoHooks, "a group without hooks"},
		{dialect.WrongMatcher, "a matcher that is not text"},
		{dialect.NullMatcher, "a matcher that is null"},
		{dialect.NoType, "a hook without a type"},
		{dialect.WrongType, "an unknown type"},
		{dialect.WrongTimeout, "a timeout that is not above 0"},
		{dialect.NullTimeout, "a timeout that is null"},
		{dialect.HugeTimeout, "a timeout from 2^63 on"},
		{dialect.WrongField, "a field of another type"},
		{dialect.WrongSwitch, "a switch of another type"},
		{dialect.WrongPlace, "an event outside of the hooks"},
		{dialect.WrongKey, "an unknown key at the top level"},
		{dialect.WrongClosing, "another value for failures"},
		{dialect.NoCommand, "a hook without a command"},
		{dialect.EmptyCommand, "a hook with an empty command"},
	} {
		var costs, facts []string
		var seen []hook.Event
		// Rows of some scopes come before the others.
		for _, breach := range slices.Concat(
			lists.Where(b.c.Settings.Breaches, func(one dialect.Breach) bool { return len(one.Scopes) > 0 }),
			lists.Where(b.c.Settings.Breaches, func(one dialect.Breach) bool { return len(one.Scopes) == 0 }),
		) {
			// If several breaches are about an event, the first one counts.
			everywhere := len(breach.Events) == 0
			if breach.What != m.what || !everywhere && !slices.ContainsFunc(breach.Events, func(e hook.Event) bool { return !slices.Contains(seen, e) }) {
				continue
			}
			costs = append(costs, "costs "+loss(breach.Loses)+where(!everywhere, " on %s", english.And(lists.Texts(breach.Events)))+scopes(breach.Scopes))
			facts = append(facts, breach.Fact)
			if len(breach.Scopes) > 0 {
				continue
			}
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

func scopes(names []string) string {
	word := "scopes"
	if len(names) == 1 {
		word = "scope"
	}
	return where(len(names) > 0, " in files of the %s %s", word, english.And(names))
}

func loss(l dialect.Loss) string {
	switch l {
	case dialect.LosesNothing:
		return "nothing"
	case dialect.LosesUnknown:
		return "an unknown part"
	}
	return "the " + string(l)
}
