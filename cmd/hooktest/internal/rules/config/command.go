package config

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// A command is a hook's command and its place.
type command struct {
	registry.Surveyed
	node *document.Node
	// named is the file that it starts; ok is false if only a shell can resolve it.
	named commandfile.File
	ok    bool
	// relative is set if the file is resolved in the agent's current folder. known is set if its
	// path depends neither on the shell nor on another project; fault is then the reason that it
	// can't be started.
	relative, known bool
	fault           commandfile.Fault
	says            string
	// unset are the variables that only other agents set for hooks.
	unset []string
}

// longestCommand is the maximum length of a checked command in bytes. A longer one is not
// hand-written.
const longestCommand = 10_000

func (v *view) command(h registry.Surveyed) command {
	c := command{Surveyed: h, node: h.Config}
	for _, name := range append(slices.Clone(v.agent.Settings.Shape.Command), "command") {
		if node, ok := h.Action.Field(name); ok && node.Text() == h.Command {
			c.node = node
			break
		}
	}
	c.unset = v.unset(h.Command)
	c.named, c.ok = v.Places.File(v.asRead(h.Command))
	c.relative = c.ok && !filepath.IsAbs(v.Places.UnderHome(c.named.Word))
	c.known = c.ok && len(c.unset) == 0 && (v.Shared && !v.Within || (v.Shared || v.Personal || v.Package != "") && !c.relative)
	if c.known {
		c.fault, c.says = c.named.Fault()
	}
	return c
}

// starts returns the files that the agent's hooks start.
func (v *view) starts() []Start {
	var all []Start
	for _, c := range v.commands {
		start := Start{Agent: v.agent, Event: c.Event, Tools: v.linter.Tools(v.agent, c.Surveyed), Servers: v.ofServers(c.Surveyed), File: c.named, Command: c.Command, At: c.node.Position(), Background: c.Background}
		switch {
		case c.known && c.fault != commandfile.Missing:
			all = append(all, start)
		case !c.ok && len(c.Args) == 0 && c.Shell == "":
			start.File = commandfile.File{}
			all = append(all, start)
		}
	}
	return all
}

// near returns a file's path relative to the package or the project, if the file is inside it.
func (v *view) near(f commandfile.File) string {
	path, err := filepath.Rel(cmp.Or(v.Package, v.Places.Project), f.Path)
	if err != nil || !filepath.IsLocal(path) {
		return f.Path
	}
	return filepath.ToSlash(path)
}

// variable matches a variable in a command without a default or another operator.
var variable = lazyregexp.New(`\$(?:([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)\})`)

// unset returns the variables of a command that other agents set for hooks and this one does not.
func (v *view) unset(command string) []string {
	var all []string
	for _, m := range variable.FindAllStringSubmatch(command, -1) {
		name := m[1] + m[2]
		if _, given := v.root.At("env", name); given || v.Package != "" && roots(v.agent, name) {
			continue
		}
		if !script.Sets(v.agent, name) && !slices.Contains(all, name) && slices.ContainsFunc(dialect.Contracts(), func(other *dialect.Contract) bool {
			return script.Sets(other, name) || v.Package == "" && names(other, name)
		}) {
			all = append(all, name)
		}
	}
	return all
}

// roots reports whether a variable holds the folder of an agent's package, or may hold it because
// the agent has no documented variable.
func roots(c *dialect.Contract, name string) bool {
	return slices.ContainsFunc(c.Settings.Packages, func(kind dialect.Package) bool {
		return len(kind.Variables) == 0 || slices.Contains(kind.Variables, name)
	})
}

// names reports whether a variable is the agent's name for a package's folder, and is in upper
// case, as only the environment of its hooks has it.
func names(c *dialect.Contract, name string) bool {
	return strings.ToUpper(name) == name && slices.ContainsFunc(c.Settings.Packages, func(kind dialect.Package) bool { return slices.Contains(kind.Variables, name) })
}

// A mention is a project variable in a command.
type mention struct {
	name, text string
	at         int
	// quote is the quote around the variable, or 0.
	quote byte
	// assigned is set if another variable is set to it, inserted if the agent inserts its value
	// before the shell reads the command.
	assigned, inserted bool
}

// mentions returns the mentions in a command, except those in single quotes.
func (v *view) mentions(text string) []mention {
	launch := v.agent.Launch
	var all []mention
	var quote byte
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b == '\\' && quote != '\'':
			i++
		case quote != 0 && b == quote:
			quote = 0
		case quote == 0 && (b == '\'' || b == '"'):
			quote = b
		case b == '$' && quote != '\'':
			m := variable.FindStringSubmatch(text[i:])
			if m == nil || !strings.HasPrefix(text[i:], m[0]) {
				continue
			}
			name := m[1] + m[2]
			if slices.Contains(launch.Variables, name) {
				all = append(all, mention{name, m[0], i, quote, i > 0 && text[i-1] == '=', m[1] != "" && slices.Contains(launch.Inserted, name)})
			}
		}
	}
	return all
}

// asRead returns a command as the shell reads it after the agent has inserted quoted values.
func (v *view) asRead(text string) string {
	for _, m := range slices.Backward(v.mentions(text)) {
		if m.inserted && m.quote == 0 {
			text = text[:m.at] + `"` + m.text + `"` + text[m.at+len(m.text):]
		}
	}
	return text
}

// written returns the edit that replaces a mention.
func (v *view) written(c command, m mention, with string) finding.Repair {
	from, ok := v.rawOffset(c.node, m.at)
	if !ok || c.node.Kind() != document.String {
		return finding.Repair{}
	}
	return edits(finding.Edit{From: from, To: from + len(m.text), Text: with})
}
