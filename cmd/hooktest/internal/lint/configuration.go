package lint

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/registry"
	hooksettings "github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/spelling"
)

// brokenJSON finds a file that nobody can read.
func brokenJSON(v *view) []finding.Finding {
	if v.broken != nil {
		return []finding.Finding{v.at(v.broken.Position, v.broken.Message+": no hook of this file applies", "mend the "+v.syntax()+" here; agents skip the file without a word")}
	}
	return nil
}

// syntax is what the file is written in.
func (v *view) syntax() string {
	if hooksettings.IsTOML(v.Path) {
		return "TOML"
	}
	return "JSON"
}

// beyondJSON finds comments and commas that the agent does not take.
func beyondJSON(v *view) []finding.Finding {
	if v.refused == nil {
		return nil
	}
	f := v.at(v.refused.Position, v.refused.Message+": "+v.agent.Product+" reads no hook of this file", "take it out")
	if from := v.refused.Position.Offset; v.Text[from] == ',' {
		f.Mend = edits(finding.Edit{From: from, To: from + 1})
	}
	return []finding.Finding{f}
}

// unread finds a file with hooks that the agent does not look at.
func unread(v *view) []finding.Finding {
	if !v.Unread || v.hooks == nil {
		return nil
	}
	hooks, _ := v.root.Lookup(v.agent.Settings.Hooks)
	var files []string
	for _, file := range v.agent.Settings.Files {
		if path.Dir(strings.TrimPrefix(file.Path, "~/")) == filepath.Base(filepath.Dir(v.Path)) {
			files = append(files, file.Path)
		}
	}
	return []finding.Finding{v.at(hooks.NamePosition, fmt.Sprintf("%s does not read %s: none of its hooks runs", v.agent.Product, filepath.Base(v.Path)),
		"put them into "+english.Or(files))}
}

// wrongKind finds what is of another kind than the agent reads, the whole file included.
func wrongKind(v *view) []finding.Finding {
	if v.root != nil && v.root.Kind() != document.Object {
		return []finding.Finding{v.at(v.root.Position(), "the settings must be an object, not "+v.root.Kind().Article()+": no hook of this file applies", "write {"+v.shape("")+"}")}
	}
	return ofRule("HT126")(v)
}

// A fault is what a survey has found, with the rule that it belongs to.
type fault struct {
	registry.Fault
	id, text, fix string
	mend          finding.Mend
}

// ofRule gives what is wrong in the hooks object by one rule, but for what takes the
// whole file down.
func ofRule(id string) func(*view) []finding.Finding {
	return func(v *view) []finding.Finding {
		var found []finding.Finding
		for _, f := range v.wrong {
			if f.id == id && v.neighbours(f) == 0 {
				found = append(found, v.finding(f, f.text+lost(f.Loses)))
			}
		}
		return found
	}
}

// takesFileDown finds faults that take other hooks of the file down, too.
func takesFileDown(v *view) []finding.Finding {
	var found []finding.Finding
	for _, f := range v.wrong {
		if n := v.neighbours(f); n > 0 {
			found = append(found, v.finding(f, fmt.Sprintf("%s: %s then applies no hook of this file, and %s with it",
				f.text, v.agent.Product, english.Plural(n, "other hook is gone", "other hooks are gone"))))
		}
	}
	rules := v.agent.Settings
	if v.root == nil {
		return found
	}
	if node, ok := v.root.At(rules.Switch.Path...); ok && len(rules.Switch.Path) > 0 && node.Kind() != document.Bool && rules.Breach(dialect.WrongSwitch, "").Loses == dialect.LosesFile {
		found = append(found, v.at(node.Position(), fmt.Sprintf("%s is %s: %s then applies nothing of this file", rules.Switch.Name(), node.Kind().Article(), v.agent.Product), "write true or false, without quotes, or take it out"))
	}
	return found
}

func (v *view) finding(f fault, text string) finding.Finding {
	one := v.at(f.Position, text, f.fix)
	one.Mend = f.mend
	return one
}

// lost says what a fault costs, where that is nothing but the hook or its group.
func lost(loss dialect.Loss) string {
	switch loss {
	case dialect.LosesNothing:
		return ""
	case dialect.LosesFile:
		return ": no hook of this file applies"
	case dialect.LosesEvent:
		return ": no hook of this event runs"
	}
	return fmt.Sprintf(": the %s is dropped", loss)
}

// neighbours counts the well-formed hooks that a fault takes down with the file; none if
// it costs less than the file.
func (v *view) neighbours(f fault) int {
	if f.Loses != dialect.LosesFile {
		return 0
	}
	n := 0
	for _, h := range v.survey.Hooks {
		if h.Config.End() <= f.Position.Offset || h.Config.Position().Offset >= f.Node.End() {
			n++
		}
	}
	return n
}

// faults are the faults of the survey that are certain, with the text and the fix for
// each.
func (v *view) faults() []fault {
	var all []fault
	for _, one := range v.survey.Faults {
		f := fault{Fault: one, text: one.Path + ": " + one.Text}
		switch one.What {
		case dialect.WrongEvent:
			byName := v.agent.Settings.Shape.Event != ""
			if !byName && !listsHooks(one.Node) || v.otherForm(one.Event) {
				continue
			}
			f.id, f.text = "HT102", fmt.Sprintf("%s has no event %s", v.agent.Product, strconv.Quote(string(one.Event)))
			f.fix, f.mend = v.event(one)
			if one.Loses == dialect.LosesNothing {
				f.Loses = dialect.LosesEvent
			}
			if byName && f.Loses != dialect.LosesFile {
				f.Loses = dialect.LosesHook
			}
		case dialect.WrongKind:
			f.id, f.fix = "HT126", "write "+v.shape(one.Event)
			if one.Event == "" {
				f.Loses = dialect.LosesFile
			}
			if flat(one.Node) && !v.agent.Settings.Shape.Flat && v.agent.Settings.Shape.Event == "" {
				f.id, f.text = "HT103", "a hook stands where a group belongs: the hooks list is missing"
				f.fix, f.mend = `put the hook into a list: {"hooks": [{…}]}`, v.wrapped(one.Node)
			}
		case dialect.WrongMatcher, dialect.NullMatcher:
			if one.Loses == dialect.LosesNothing {
				continue
			}
			f.id, f.fix = "HT207", `write a text, such as "Bash|Edit"; leave the matcher out to match everything`
			if tools := v.agent.Tools.Common; len(tools) > 1 {
				f.fix = fmt.Sprintf("write a text, such as %q; leave the matcher out to match everything", strings.Join(tools[:2], "|"))
			}
		case dialect.NoType:
			f.id, f.text = "HT104", "the hook has no type"
			f.fix = `write "type": "command" into it`
			if _, ok := one.Node.Field("command"); ok {
				from := one.Node.Position().Offset + 1
				f.mend = edits(finding.Edit{From: from, To: from, Text: `"type": "command", `})
			}
		case dialect.WrongType:
			f.id, f.fix = "HT105", "write "+v.types()
			f.text = fmt.Sprintf("%s knows no hook of this type: it %s", v.agent.Product, one.Text)
		case dialect.WrongField:
			f.id, f.fix = "HT123", "write a value of the type that "+v.agent.Product+" reads, or take the field out"
		case dialect.WrongTimeout, dialect.NullTimeout:
			f.id = "HT123"
			f.fix = fmt.Sprintf("write a number of %s above 0, without quotes", v.agent.Handlers.Timeout.Units)
			if number, err := strconv.ParseFloat(one.Node.Text(), 64); err == nil && number > 0 {
				f.mend = v.replaced(one.Node, strings.TrimSpace(one.Node.Text()))
			}
		case dialect.WrongClosing:
			f.id, f.fix = "HT123", fmt.Sprintf("write %s to have failures of the hook refuse", v.agent.Handlers.Closing.Value)
		case dialect.NoCommand, dialect.EmptyCommand:
			f.id, f.text, f.fix = "HT109", one.Text, "write what to start as the command"
		default:
			continue
		}
		all = append(all, f)
	}
	return all
}

// withoutCommand finds hooks that start nothing.
func withoutCommand(v *view) []finding.Finding {
	found := ofRule("HT109")(v)
	for _, h := range v.survey.Hooks {
		if command := h.Entry.Command; command != "" && strings.TrimSpace(command) == "" {
			found = append(found, v.at(h.Config.Position(), "the command is blank: nothing starts, and the hook decides nothing", "write what to start as the command"))
		}
	}
	return found
}

// listsHooks tells whether a value is what hooks of an event look like, well formed or
// not: some agents keep other things beside the events.
func listsHooks(node *document.Node) bool {
	return node.Kind() == document.Array && !slices.ContainsFunc(node.Items(), func(n *document.Node) bool { return n.Kind() != document.Object })
}

// flat tells whether a value looks like a hook.
func flat(node *document.Node) bool {
	for _, name := range []string{"command", "prompt", "url"} {
		if _, ok := node.Field(name); ok {
			return true
		}
	}
	return false
}

// shape is how the agent wants its hooks: those of an event, if it is one of the agent's.
func (v *view) shape(event hook.Event) string {
	if _, ok := v.agent.Event(event); !ok {
		event = v.agent.Events[0].Name
	}
	if s := v.agent.Settings.Shape; s.Event != "" {
		return fmt.Sprintf(`"%s": [{"%s": "%s", "%s": {"type": "command", "command": "…"}}]`, v.agent.Settings.Hooks, s.Event, event, s.Action)
	}
	if v.agent.Settings.Shape.Flat {
		return fmt.Sprintf(`"%s": {"%s": [{"command": "…"}]}`, v.agent.Settings.Hooks, event)
	}
	return fmt.Sprintf(`"%s": {"%s": [{"hooks": [{"type": "command", "command": "…"}]}]}`, v.agent.Settings.Hooks, event)
}

func (v *view) types() string {
	var names []string
	for _, handler := range v.agent.Handlers.Types {
		if handler.Type != hook.TypePlugin {
			names = append(names, strconv.Quote(handler.Type))
		}
	}
	return english.Or(names)
}

// wrapped puts a hook into the list of a group, which takes its matcher along.
func (v *view) wrapped(node *document.Node) finding.Mend {
	from, to := node.Position().Offset, node.End()
	matcher, ok := node.Lookup("matcher")
	if !ok {
		return edits(finding.Edit{From: from, To: from, Text: `{"hooks": [`}, finding.Edit{From: to, To: to, Text: `]}`})
	}
	first, last := matcher.NamePosition.Offset, matcher.Value.End()
	written := string(v.Text[matcher.Value.Position().Offset:last])
	if rest := strings.TrimLeft(string(v.Text[last:to]), " \t\r\n"); strings.HasPrefix(rest, ",") {
		last = to - len(rest) + 1
		last += len(rest[1:]) - len(strings.TrimLeft(rest[1:], " \t\r\n"))
	} else if before := strings.TrimRight(string(v.Text[from:first]), " \t\r\n"); strings.HasSuffix(before, ",") {
		first = from + len(before) - 1
	} else {
		return finding.Mend{}
	}
	return edits(
		finding.Edit{From: from, To: from, Text: `{"matcher": ` + written + `, "hooks": [`},
		finding.Edit{From: first, To: last},
		finding.Edit{From: to, To: to, Text: `]}`},
	)
}

// otherForm tells whether the agent knows the event in another form of its settings, by
// its name in that form. A name that differs from one of this form in case alone counts
// only if the two forms share no name.
func (v *view) otherForm(event hook.Event) bool {
	own := v.agent.EventNames()
	alike := slices.ContainsFunc(own, func(name hook.Event) bool { return strings.EqualFold(string(name), string(event)) })
	return slices.ContainsFunc(dialect.Contracts(), func(c *dialect.Contract) bool {
		_, ok := c.Event(event)
		apart := !slices.ContainsFunc(c.EventNames(), func(name hook.Event) bool { return slices.Contains(own, name) })
		return c.Product == v.agent.Product && !c.Aside && (ok || alike && apart)
	})
}

// nested tells whether events stand below the name of an unknown one.
func nested(f registry.Fault) bool {
	return f.Node.Kind() == document.Object && slices.ContainsFunc(f.Node.Fields(), func(field document.Field) bool { return anyonesEvent(field.Name) })
}

func anyonesEvent(name string) bool {
	return slices.ContainsFunc(dialect.Contracts(), func(c *dialect.Contract) bool {
		_, ok := c.Event(hook.Event(name))
		return ok
	})
}

// event says how the agent calls what an unknown event most likely means.
func (v *view) event(f registry.Fault) (fix string, mend finding.Mend) {
	name := string(f.Event)
	for _, own := range v.agent.EventNames() {
		if strings.EqualFold(string(own), name) {
			if other, ok := v.alike(f); ok {
				return fmt.Sprintf("merge the list with that of %s %s into one %s: case matters", other.Name, apart(f.Position, other.NamePosition), own), mend
			}
			from := f.Position.Offset
			return fmt.Sprintf("write %s: case matters", own), edits(finding.Edit{From: from, To: v.behindName(from), Text: strconv.Quote(string(own))})
		}
	}
	if foreign, ok := v.agent.ForeignEvent(name); ok {
		return fmt.Sprintf("%s has that event; %s calls it %s", foreign.Product, v.agent.Product, foreign.Here), mend
	}
	if own, ok := spelling.Nearest(f.Event, v.agent.EventNames()); ok {
		return fmt.Sprintf("did you mean %s?", own), mend
	}
	return "hooktest contract " + v.agent.Name + " lists the events", mend
}

// alike gives another event of the file whose name differs in case alone. The two can't
// both get the right name: the later list would switch the earlier one off.
func (v *view) alike(f registry.Fault) (document.Field, bool) {
	fields := v.hooks.Fields()
	i := slices.IndexFunc(fields, func(field document.Field) bool {
		return field.NamePosition != f.Position && strings.EqualFold(field.Name, string(f.Event))
	})
	if i < 0 {
		return document.Field{}, false
	}
	return fields[i], true
}

// elsewhere finds events that do not stand where the agent looks for them.
func elsewhere(v *view) []finding.Finding {
	var found []finding.Finding
	told := func(field document.Field, name, under string) {
		found = append(found, v.at(field.NamePosition, fmt.Sprintf("%s stands %s, where %s does not look: its hooks never run", name, under, v.agent.Product),
			fmt.Sprintf("put the events right into %q at the top level", v.agent.Settings.Hooks)))
	}
	if v.root == nil {
		return nil
	}
	for _, field := range v.root.Fields() {
		if field.Name == v.agent.Settings.Hooks {
			continue
		}
		if _, event := v.agent.Event(hook.Event(field.Name)); event && field.Value.Kind() == document.Array || v.hasEvents(field.Value) {
			told(field, field.Name, "at the top level")
		}
		// Servers and plugins may have hooks of their own a level further down.
		if inner, ok := field.Value.Lookup(v.agent.Settings.Hooks); ok && v.hasEvents(inner.Value) {
			told(inner, v.agent.Settings.Hooks, "below "+strconv.Quote(field.Name))
		}
	}
	for _, f := range v.survey.Faults {
		if f.What == dialect.WrongEvent && nested(f) {
			found = append(found, v.at(f.Position, fmt.Sprintf("the events stand below %q, where %s does not look: their hooks never run", f.Event, v.agent.Product),
				fmt.Sprintf("put the events right into %q at the top level", v.agent.Settings.Hooks)))
		}
	}
	return found
}

// hasEvents tells whether a value holds nothing but events of the agent.
func (v *view) hasEvents(node *document.Node) bool {
	return len(node.Fields()) > 0 && !slices.ContainsFunc(node.Fields(), func(f document.Field) bool {
		_, ok := v.agent.Event(hook.Event(f.Name))
		return !ok || f.Value.Kind() != document.Array
	})
}

// switchedOff finds the agent's switch where it turns hooks off, and where nobody has
// turned on what is off.
func switchedOff(v *view) []finding.Finding {
	rules := v.agent.Settings.Switch
	if v.root == nil || len(rules.Path) == 0 {
		return nil
	}
	if node := switchIn(v.root, rules); node != nil {
		if node.Bool() != rules.Off {
			return nil
		}
		return []finding.Finding{v.at(node.Position(), fmt.Sprintf("%s is %t: %s runs no hook", rules.Name(), node.Bool(), v.agent.Product),
			fmt.Sprintf("take it out, or write %t", !node.Bool()))}
	}
	if rules.Default || v.Package != "" || len(v.survey.Hooks) == 0 || v.switchedOn() {
		return nil
	}
	field, _ := v.root.Lookup(v.agent.Settings.Hooks)
	return []finding.Finding{v.at(field.NamePosition, fmt.Sprintf("%s runs no hook where nobody switches hooks on, and nothing here does", v.agent.Product),
		"switch them on here, or see that everybody's own settings do: "+english.And(v.ways()))}
}

// switchIn is the value of a switch; nil where the settings have none that is true or
// false.
func switchIn(root *document.Node, rules dialect.Switch) *document.Node {
	node, ok := root.At(rules.Path...)
	if !ok && len(rules.Old) > 0 {
		node, ok = root.At(rules.Old...)
	}
	if !ok || node.Kind() != document.Bool {
		return nil
	}
	return node
}

// switchedOn tells whether some version of the agent finds hooks switched on here, or in
// the settings of whoever asks.
func (v *view) switchedOn() bool {
	roots := []*document.Node{v.root}
	for _, file := range v.agent.Settings.Files {
		rest, personal := strings.CutPrefix(file.Path, "~/")
		if !personal || v.Places.Home == "" {
			continue
		}
		path := filepath.Join(v.Places.Home, filepath.FromSlash(rest))
		if text, err := hooksettings.Text(path); err == nil {
			if p := parse(File{Path: path, Text: text}); p.root != nil {
				roots = append(roots, p.root)
			}
		}
	}
	return slices.ContainsFunc(v.versions(), func(c *dialect.Contract) bool {
		return slices.ContainsFunc(roots, func(root *document.Node) bool {
			node := switchIn(root, c.Settings.Switch)
			return node != nil && node.Bool() != c.Settings.Switch.Off
		})
	})
}

// ways are what switches hooks on, in any version of the agent.
func (v *view) ways() []string {
	var all []string
	for _, c := range v.versions() {
		if s := c.Settings.Switch; len(s.Path) > 0 && !s.Default {
			all = append(all, fmt.Sprintf("%s: %t", s.Name(), !s.Off))
		}
	}
	return all
}

// versions are the contracts of the agent.
func (v *view) versions() []*dialect.Contract {
	return slices.DeleteFunc(dialect.Contracts(), func(c *dialect.Contract) bool { return c.Product != v.agent.Product })
}

// foreignSwitch finds switches that only other agents read.
func foreignSwitch(v *view) []finding.Finding {
	var found []finding.Finding
	own := v.agent.Settings.Switch
	for _, path := range switches() {
		reads := func(c *dialect.Contract) bool {
			return slices.Equal(path, c.Settings.Switch.Path) || slices.Equal(path, c.Settings.Switch.Old)
		}
		if v.root == nil || slices.ContainsFunc(v.versions(), reads) {
			continue
		}
		node, ok := v.root.At(path...)
		if !ok || node.Kind() != document.Bool {
			continue
		}
		fix := "take it out"
		if len(own.Path) > 0 {
			fix = fmt.Sprintf("its switch is %s", own.Name())
		}
		found = append(found, v.at(node.Position(), fmt.Sprintf("%s does not read %s: it switches nothing", v.agent.Product, strings.Join(path, ".")), fix))
	}
	return found
}

// switches are those of all agents, and of their earlier versions.
func switches() [][]string {
	all := map[string][]string{}
	for _, c := range dialect.Contracts() {
		for _, path := range [][]string{c.Settings.Switch.Path, c.Settings.Switch.Old} {
			if len(path) > 0 {
				all[strings.Join(path, ".")] = path
			}
		}
	}
	return slices.SortedFunc(maps.Values(all), slices.Compare)
}

// unrunnable finds hooks of a type that the agent has, and does not run.
func unrunnable(v *view) []finding.Finding {
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		if handler, _ := v.agent.Handlers.Handler(h.Type); h.Type == hook.TypePlugin && !handler.Starts {
			found = append(found, v.at(v.named(h, "type"), fmt.Sprintf("%s runs no hook of the type plugin: it fails and decides nothing", v.agent.Product), `write "type": "command" with a command`))
		}
	}
	return found
}

// named is the place of the value of a hook's field or, without the field, of the hook.
func (v *view) named(h registry.Surveyed, field string) document.Position {
	if node, ok := h.Action.Field(field); ok {
		return node.Position()
	}
	return h.Config.Position()
}

// wrongUnit finds timeouts that are meant in another unit.
func wrongUnit(v *view) []finding.Finding {
	rules := v.agent.Handlers.Timeout
	guessed := v.guessed(rules.Rule)
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		node, ok := timeout(v.agent, h.Config)
		if !ok || node.Kind() != document.Number {
			continue
		}
		value, err := node.Number().Float64()
		if err != nil || value != float64(int(value)) {
			continue
		}
		n := int(value)
		text, meant := fmt.Sprintf("%d is %s here, because %s counts %s", n, span(h.Timeout), v.agent.Product, rules.Units), 0
		severity := finding.Error
		switch {
		case guessed && (inMilliseconds(n) || n > 0 && n < tooShort):
			f := v.at(node.Position(), fmt.Sprintf("%d is %s or %s: sources do not agree whether %s counts seconds or milliseconds", n, span(time.Duration(n)*time.Second), span(time.Duration(n)*time.Millisecond), v.agent.Product),
				"leave it out: then the agent's own limit applies")
			f.Rule.Severity = finding.Info
			found = append(found, f)
			continue
		case guessed:
			continue
		case rules.Unit == time.Millisecond && n > 0 && n < tooShort:
			text, meant = text+": the hook is ended before it has decided", n*1000
		case rules.Unit == time.Millisecond && n >= tooShort && n <= 1000:
			// Slow machines need as long to start an interpreter, but a second may be meant.
			text, meant, severity = text+": starting an interpreter can take as long, and then the hook is ended before it has decided", n*1000, finding.Warning
		case rules.Milliseconds > 0 && h.Timeout < time.Minute && inSeconds(n, rules.Milliseconds):
			meant = n * 1000
			text = fmt.Sprintf("%d is %s here and not %s, because from %g on %s counts milliseconds", n, span(h.Timeout), span(time.Duration(n)*time.Second), rules.Milliseconds, v.agent.Product)
		case rules.Unit == time.Second && rules.Milliseconds == 0 && inMilliseconds(n):
			// The hook still runs to its end, and the long timeout may be meant.
			text, meant, severity = text+": a hook that hangs holds everything up", max(n/1000, 1), finding.Warning
		default:
			continue
		}
		f := v.at(node.Position(), text, fmt.Sprintf("write %d", meant))
		f.Rule.Severity = severity
		if severity == finding.Warning && rules.Unit == time.Millisecond {
			f.Fix = fmt.Sprintf("write %d if seconds are meant, and else 2000 or more", meant)
		} else {
			f.Mend = v.replaced(node, strconv.Itoa(meant))
		}
		found = append(found, f)
	}
	return found
}

// aboveLimit finds timeouts that are longer than the agent lets a hook ask for.
func aboveLimit(v *view) []finding.Finding {
	rules := v.agent.Handlers.Timeout
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		handler, _ := v.agent.Handlers.Handler(h.Type)
		most := cmp.Or(handler.Most, rules.Most)
		node, ok := timeout(v.agent, h.Config)
		if !ok || node.Kind() != document.Number || most == 0 || h.Timeout <= most {
			continue
		}
		limit := strconv.Itoa(int(most / rules.Unit))
		f := v.at(node.Position(), fmt.Sprintf("%s is %s, and %s lets a hook of the type %s have %s at most", node.Text(), span(h.Timeout), v.agent.Product, h.Type, span(most)), "write "+limit+" or less")
		f.Mend = v.replaced(node, limit)
		found = append(found, f)
	}
	return found
}

// tooShort is how many milliseconds nobody wants a hook to have: a shell takes as long
// to start.
const tooShort = 100

// inMilliseconds tells whether a number of seconds was certainly meant as milliseconds:
// it is round, as those are, and makes no whole minutes or hours.
func inMilliseconds(n int) bool {
	switch {
	case n < 1000 || n%500 != 0:
		return false
	case n < 10_000:
		return n%60 != 0
	}
	return n%3600 != 0
}

// inSeconds tells whether a number that counts as milliseconds, being from or more, was
// certainly meant as seconds: it makes whole minutes, and is no multiple of 500.
func inSeconds(n int, from float64) bool { return float64(n) >= from && n%60 == 0 && n%500 != 0 }

// span is a duration as people say it.
func span(d time.Duration) string {
	switch {
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d hours", d/time.Hour)
	case d >= 2*time.Minute:
		return fmt.Sprintf("%d minutes", d/time.Minute)
	case d >= time.Second:
		return fmt.Sprintf("%g s", d.Seconds())
	}
	return fmt.Sprintf("%d ms", d.Milliseconds())
}

// timeout is where a hook says how long it may take.
func timeout(agent *dialect.Contract, config *document.Node) (*document.Node, bool) {
	names := agent.Settings.Shape.Timeout
	if len(names) == 0 {
		names = []string{"timeout"}
	}
	for _, name := range names {
		if node, ok := config.Field(name); ok {
			return node, true
		}
	}
	return nil, false
}

// guessed tells whether a fact of the agent is a guess.
func (v *view) guessed(id string) bool {
	return slices.ContainsFunc(v.agent.Facts, func(f dialect.Fact) bool { return f.ID == id && f.Kind == dialect.Guess })
}

// wrongField finds fields of groups that are of the wrong type and cost nobody a hook.
func wrongField(v *view) []finding.Finding {
	found := ofRule("HT123")(v)
	if v.agent.Reading != nil {
		return found
	}
	for _, g := range v.survey.Groups {
		if node, ok := g.Group.Field("sequential"); ok && node.Kind() != document.Bool {
			found = append(found, v.at(node.Position(), fmt.Sprintf("sequential must be true or false, not %s: it counts as false", node.Kind().Article()), "write true or false, without quotes"))
		}
	}
	return found
}

// ignoredField finds fields by which only other agents have a hook do something.
func ignoredField(v *view) []finding.Finding {
	own := fields(v.agent)
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		for _, field := range h.Config.Fields() {
			var others []*dialect.Contract
			for _, c := range dialect.Contracts() {
				if slices.Contains(fields(c), field.Name) {
					others = append(others, c)
				}
			}
			if len(others) == 0 || slices.Contains(own, field.Name) {
				continue
			}
			fix := "take it out"
			if closing := v.agent.Handlers.Closing; closing.Field != "" && others[0].Handlers.Closing.Field == field.Name {
				fix = fmt.Sprintf("write %q: %s, which is the same here", closing.Field, closing.Value)
			}
			found = append(found, v.at(field.NamePosition, fmt.Sprintf("%s does not read %q, a field of %s: it changes nothing", v.agent.Product, field.Name, products(others)), fix))
		}
	}
	return found
}

// fields are those of hooks that mean something to an agent and not to all.
func fields(c *dialect.Contract) []string {
	all := append([]string{"command", "timeout", c.Handlers.Closing.Field}, c.Settings.Shape.Command...)
	return append(all, c.Settings.Shape.Timeout...)
}

// overridden finds what a later key of the same name takes out of the file.
func overridden(v *view) []finding.Finding {
	if v.root == nil {
		return nil
	}
	read := []string{v.agent.Settings.Hooks}
	for _, path := range [][]string{v.agent.Settings.Switch.Path, v.agent.Settings.Switch.Old} {
		if len(path) > 0 {
			read = append(read, path[0])
		}
	}
	var found []finding.Finding
	for in, field := range duplicates(v.root.Only(read...)) {
		last, _ := in.Lookup(field.Name)
		fix := "take the one out that is not meant"
		if kind := field.Value.Kind(); kind == last.Value.Kind() && (kind == document.Object || kind == document.Array) {
			fix = fmt.Sprintf("put all of it under one %q", field.Name)
		}
		found = append(found, v.at(field.NamePosition, fmt.Sprintf("%q stands here and again %s, and that one alone counts: nothing of this one applies",
			field.Name, apart(field.NamePosition, last.NamePosition)), fix))
	}
	return found
}

// duplicates gives the fields that a later one of the same object overrides, each with
// the object, at every depth but below what is overridden itself.
func duplicates(node *document.Node) iter.Seq2[*document.Node, document.Field] {
	return func(yield func(*document.Node, document.Field) bool) { eachDuplicate(node, yield) }
}

func eachDuplicate(node *document.Node, yield func(*document.Node, document.Field) bool) bool {
	for _, field := range node.Duplicates() {
		if !yield(node, field) {
			return false
		}
	}
	for _, field := range node.Fields() {
		if last, _ := node.Field(field.Name); last == field.Value && !eachDuplicate(field.Value, yield) {
			return false
		}
	}
	for _, item := range node.Items() {
		if !eachDuplicate(item, yield) {
			return false
		}
	}
	return true
}

// apart says where another place of a file is.
func apart(here, there document.Position) string {
	if here.Line == there.Line {
		return fmt.Sprintf("in column %d", there.Column)
	}
	return fmt.Sprintf("in line %d", there.Line)
}

// twice finds a hook that an event has more than once for the same matcher.
func twice(v *view) []finding.Finding {
	type key struct {
		event         hook.Event
		matcher, hook string
	}
	first := map[key]int{}
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		handler, _ := v.agent.Handlers.Handler(h.Type)
		if !handler.Command || !handler.Starts {
			continue
		}
		k := key{event: h.Event, hook: string(jsonvalue.Marshal(h.Config.Value()))}
		if h.Matcher != nil {
			k.matcher = *h.Matcher
		}
		line, again := first[k]
		if !again {
			first[k] = h.Config.Position().Line
			continue
		}
		does := "it runs twice"
		if handler.Once {
			does = "it runs once"
		}
		found = append(found, v.at(h.Config.Position(), fmt.Sprintf("the same hook as in line %d, for the same matcher: %s", line, does), "take one of them out"))
	}
	return found
}
