package author

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/ruling"
	"github.com/hooktest/hooktest/engine/settings"
)

// write shows the plan to a person.
func (p planned) write(out *term.Stream) {
	out.Printf("%s: %s\n", out.Styled(term.Bold, p.occasion()), p.summary())
	sequential := slices.IndexFunc(p.plan.Entries, func(e hook.Entry) bool { return e.Sequential })
	if sequential >= 0 && len(p.plan.Entries) > 1 {
		note := fmt.Sprintf("hook %d is in a sequential group, so all hooks wait for one another (HOOK-109)", sequential+1)
		out.Printf("%s\n", out.Styled(term.Dim, note))
	}
	for i, entry := range p.plan.Entries {
		out.Printf("\n")
		writePlanned(out, fmt.Sprintf("%3d  ", i+1), entry)
		p.writeFault(out, entry)
	}
	if len(p.plan.Skipped) > 0 {
		out.Printf("\n%s\n", out.Styled(term.Bold, "Not fired"))
	}
	for i, skipped := range p.plan.Skipped {
		if i > 0 {
			out.Printf("\n")
		}
		writePlanned(out, "  -  ", skipped.Entry)
		reason := strings.ReplaceAll(skipped.Reason, skipped.Entry.Position.File, console.Near(skipped.Entry.Position.File))
		out.Printf("     %s (%s)\n", brief(reason), skipped.Rule)
		if !p.document.EnableHooks && skipped.Rule == p.options.whose.Settings.Switch.Rule {
			// Once hooks are on, that is the next thing in its way.
			p.writeFault(out, skipped.Entry)
		}
	}
	if len(p.plan.Entries) == 0 {
		p.writeFiles(out)
	}
}

// occasion names the event and what matchers are tested against.
func (p planned) occasion() string {
	event, matched := p.plan.Event, p.options.whose.row(p.plan.Event).Subject
	switch {
	case p.options.subject != "":
		return string(event) + " " + brief(p.options.subject)
	case matched.Tool:
		return string(event) + ", any tool"
	case matched.Field != "":
		return string(event) + ", any " + matched.Field
	}
	return string(event)
}

func (p planned) summary() string {
	fire := "fire"
	if p.options.subject == "" && p.options.whose.row(p.plan.Event).Subject.Field != "" {
		fire = "can fire"
	}
	switch n := len(p.plan.Entries); {
	case !p.document.EnableHooks:
		return "no hook fires, because hooks are off"
	case n == 0 && len(p.plan.Skipped) == 0:
		return "no hook fires, because none is configured"
	case n == 0:
		return "no hook fires"
	case n == 1 && fire == "fire":
		return "1 hook fires"
	case n == 1:
		return "1 hook can fire"
	case p.plan.Sequential:
		return fmt.Sprintf("%d hooks %s, one after another", n, fire)
	default:
		return fmt.Sprintf("%d hooks %s in parallel", n, fire)
	}
}

func writePlanned(out *term.Stream, lead string, entry hook.Entry) {
	command := strings.ReplaceAll(brief(entry.Command), "\n", "\n     ")
	if entry.Type == hook.TypePlugin {
		command = strings.TrimSpace("plugin " + command)
	}
	out.Printf("%s%s\n", lead, out.Styled(term.Bold, command))
	facts := []string{placeOf(entry)}
	if entry.Matcher != nil {
		facts = append(facts, "matcher "+strconv.Quote(*entry.Matcher))
	}
	if entry.If != "" {
		facts = append(facts, "if "+strconv.Quote(entry.If))
	}
	facts = append(facts, "timeout "+timeoutText(entry.Timeout))
	if entry.Extension != "" {
		facts = append(facts, "extension "+strconv.Quote(entry.Extension))
	}
	out.Printf("     %s\n", out.Styled(term.Dim, brief(strings.Join(facts, ", "))))
	if entry.Type == hook.TypePlugin {
		out.Printf("     a plugin can't run: it fails and decides nothing (HOOK-195)\n")
	}
}

func (p planned) writeFault(out *term.Stream, entry hook.Entry) {
	if fault := p.fileFault(entry); fault != "" {
		does, rule := p.withoutIt(entry)
		out.Printf("     %s: the hook can't start, and the agent %s (%s)\n", brief(fault), does, rule)
	}
}

// withoutIt says what the agent does about a hook that can't start, and by which
// rule.
func (p planned) withoutIt(entry hook.Entry) (does, rule string) {
	if p.options.whose.required() {
		return "goes on without it", "HOOK-110"
	}
	row := p.options.whose.row(entry.Event)
	reply := row.Rules.Reply(dialect.Misses)
	if entry.Closed && p.options.whose.Handlers.Closing.Refuses(dialect.Misses, entry.Event) {
		reply = p.options.whose.Handlers.Closing.Reply
	}
	if exit, ok := p.options.whose.Exit(row, 127); ok {
		reply.Fact = cmp.Or(reply.Fact, exit.Fact)
	}
	return ruling.Sentence(row.Moment, reply.Outcome), reply.Fact
}

// fileFault says why the file of a hook's command can't be started, if so.
func (p planned) fileFault(entry hook.Entry) string {
	handler, _ := p.options.whose.Handlers.Handler(entry.Type)
	if !handler.Starts {
		return ""
	}
	return fileFault(p.places, entry.Command)
}

// timeoutText writes a timeout in the unit of the settings, and in seconds where
// that is easier to read.
func timeoutText(d time.Duration) string {
	if d%time.Second == 0 {
		return fmt.Sprintf("%d s", d/time.Second)
	}
	return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', -1, 64) + " ms"
}

// writeFiles says where hooks would have to be written.
func (p planned) writeFiles(out *term.Stream) {
	heading, files := "Settings read", p.document.Files
	if len(files) == 0 {
		heading, files = "No settings found, looked for", p.searched()
	}
	out.Printf("\n%s\n", out.Styled(term.Bold, heading))
	for _, file := range files {
		out.Printf("  %s\n", console.Near(file))
	}
}

// searched are the places of settings, whether or not there is a file.
func (p planned) searched() []string {
	paths, err := settings.DefaultPaths(p.options.whose.Contract, p.options.project)
	if p.options.file != "" || err != nil {
		return []string{p.options.file}
	}
	return paths.Files
}

// decidingSwitch is the switch that has hooks off.
func (p planned) decidingSwitch() dialect.Switch {
	if len(p.document.Gate.Path) > 0 {
		return p.document.Gate
	}
	return p.options.whose.Settings.Switch
}

// switchedOff says why hooks are off.
func (p planned) switchedOff() string {
	rules := p.decidingSwitch()
	if p.document.EnabledAt.IsZero() {
		return fmt.Sprintf("no settings file sets %s to %t (%s)", rules.Name(), !rules.Off, rules.Rule)
	}
	return fmt.Sprintf("%s is %t at %s (%s)", rules.Name(), rules.Off, nearPosition(p.document.EnabledAt), rules.Rule)
}

func (p planned) switchHint() string {
	file := slices.Concat(p.document.Files, p.searched())[0]
	if !p.document.EnabledAt.IsZero() {
		file = p.document.EnabledAt.File
	}
	rules := p.decidingSwitch()
	if len(rules.Path) > 1 {
		return fmt.Sprintf("set %s to %t in %s", rules.Name(), !rules.Off, console.Near(file))
	}
	return fmt.Sprintf(`set %q: %t at the top level of %s`, rules.Name(), !rules.Off, console.Near(file))
}
