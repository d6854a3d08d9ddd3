// Package conversion converts the hooks in a settings file of one agent into those of another:
// events, matchers, tools, timeouts and the project's variable, by the contracts of both. Parts
// that the other agent lacks are losses, with their places.
//
// It converts only settings: the scripts still have to handle the other agent's input and output.
package conversion

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/shellword"
)

// A Loss is something that is not converted, or not with certainty.
type Loss struct {
	At   document.Position
	Text string
}

// A Result is the hooks object for the other agent, and the losses.
type Result struct {
	Hooks  *jsonvalue.Object
	Count  int
	Losses []Loss
}

// Convert converts the hooks of a file for another agent.
func Convert(file *settingsfile.File, to *dialect.Contract) Result {
	c := &converter{from: file.Contract, to: to, result: Result{Hooks: jsonvalue.New()}}
	hooks, ok := file.Root().Field(c.from.Settings.Hooks)
	if !ok {
		return c.result
	}
	off := c.from.Settings.Switch
	if node, ok := file.Root().At(off.Path...); ok && len(off.Path) > 0 && node.Kind() == document.Bool && node.Bool() == off.Off {
		c.lose(node.Position(), "%s is told to run no hooks: the switch is left out", c.from.Product)
	}
	if c.from.Settings.Shape.Event != "" {
		c.lose(hooks.Position(), "hooks of %s name their events themselves, which is not converted: they are left out", c.from.Product)
	}
	for _, field := range hooks.Fields() {
		c.event(field)
	}
	return c.result
}

type converter struct {
	from, to *dialect.Contract
	result   Result
}

func (c *converter) lose(at document.Position, format string, args ...any) {
	c.result.Losses = append(c.result.Losses, Loss{at, fmt.Sprintf(format, args...)})
}

func (c *converter) event(field document.Field) {
	source, ok := c.from.Event(hook.Event(field.Name))
	if !ok {
		c.lose(field.NamePosition, "%s has no event %q itself: its hooks are left out", c.from.Product, field.Name)
		return
	}
	name, ok := eventinput.Event(c.to, field.Name)
	if !ok {
		c.lose(field.NamePosition, "%s has nothing like %s: its hooks are left out", c.to.Product, field.Name)
		return
	}
	target, _ := c.to.Event(name)
	if source.Moment != target.Moment {
		c.lose(field.NamePosition, "%s of %s may be fired at another moment than that of %s", name, c.to.Product, c.from.Product)
	}
	if field.Value.Kind() != document.Array {
		c.lose(field.Value.Position(), "%s is not a list and is left out", field.Name)
	}
	for _, item := range field.Value.Items() {
		configs := []*document.Node{item}
		inner, grouped := item.Field("hooks")
		if shape := c.from.Settings.Shape; !shape.Flat && (grouped || shape.Lone == "") {
			if !grouped || inner.Kind() != document.Array {
				c.lose(item.Position(), "a group without a list of hooks is left out")
				continue
			}
			configs = inner.Items()
			c.others(item, "matcher", "hooks")
		}
		c.add(name, c.converted(configs, item, source, target))
	}
}

// converted returns the entries that a group becomes: one if the other agent has groups too, else
// one for each hook.
func (c *converter) converted(configs []*document.Node, item *document.Node, source, target *dialect.Event) []any {
	matcher, keep := c.matcher(item, source, target)
	if !keep {
		return nil
	}
	var hooks []*jsonvalue.Object
	for _, config := range configs {
		if entry := c.hook(config); entry != nil {
			c.result.Count++
			hooks = append(hooks, entry)
		}
	}
	return settingsfile.Entries(c.to, matcher, hooks)
}

func (c *converter) add(event hook.Event, entries []any) {
	if len(entries) == 0 {
		return
	}
	all, _ := c.result.Hooks.Get(string(event))
	list, _ := all.([]any)
	c.result.Hooks.Set(string(event), append(list, entries...))
}

// names matches a matcher that every agent reads as a list of names.
var names = lazyregexp.New(`^\^?\(?([\w.-]+(?:\|[\w.-]+)*)\)?\$?$`)

// matcher converts the names of tools to the other agent's. A hook whose matcher has no name left
// would fire for everything, so it is dropped.
func (c *converter) matcher(item *document.Node, source, target *dialect.Event) (matcher string, keep bool) {
	node, ok := item.Field("matcher")
	if ok && node.Kind() == document.Null && c.from.Settings.Breach(dialect.NullMatcher, source.Name, "").Loses == dialect.LosesNothing {
		ok = false
	}
	if ok && node.Kind() != document.String {
		c.lose(node.Position(), "the matcher is %s and not a text: its hooks are left out", node.Kind().Article())
		return "", false
	}
	if !ok || node.Text() == "" || node.Text() == "*" {
		return "", true
	}
	at, text := node.Position(), node.Text()
	switch {
	case target.Subject.Unknown:
		c.lose(at, "it is not known against what %s tests matchers on %s: %s stays as it is", c.to.Product, target.Name, strconv.Quote(text))
		return text, true
	case target.Subject.Field == "":
		c.lose(at, "%s ignores matchers on %s: the hook fires for more than %s", c.to.Product, target.Name, strconv.Quote(text))
		return "", true
	case !source.Subject.Tool || !target.Subject.Tool:
		if len(target.Subject.Values) > 0 && !slices.Contains(target.Subject.Values, text) {
			c.lose(at, "%s may know no %s %s: the matcher stays as it is", c.to.Product, target.Subject.Field, strconv.Quote(text))
		}
		return text, true
	}
	found := names.FindStringSubmatch(text)
	if found == nil {
		c.lose(at, "the matcher %s is more than names of tools and stays as it is: look whether it matches tools of %s (%s)",
			strconv.Quote(text), c.to.Product, english.And(c.to.Tools.Names()[:min(3, len(c.to.Tools.Names()))]))
		return text, true
	}
	var translated []string
	for _, name := range strings.Split(found[1], "|") {
		tool, loss := c.tool(name)
		if loss != "" {
			c.lose(at, "%s", loss)
			continue
		}
		if !slices.Contains(translated, tool) {
			translated = append(translated, tool)
		}
	}
	if len(translated) == 0 {
		c.lose(at, "the hooks of this matcher are left out: without a name it would match every tool")
		return "", false
	}
	return c.exactly(target, translated), true
}

// exactly returns a matcher for some tools and no others. Most agents search for the text anywhere
// in a name, so anchors may be necessary.
func (c *converter) exactly(target *dialect.Event, tools []string) string {
	text := strings.Join(tools, "|")
	expression, err := c.to.MatcherOf(target).Compile.Read(text)
	if err != nil {
		return text
	}
	for _, tool := range c.to.Tools.Names() {
		if also, err := expression.MatchString(tool); err == nil && also && !slices.Contains(tools, tool) {
			if len(tools) > 1 {
				text = "(" + text + ")"
			}
			return "^" + text + "$"
		}
	}
	return text
}

// tool returns the other agent's name of a tool, or why there is none.
func (c *converter) tool(name string) (tool, loss string) {
	own, described := c.from.Tools.Tool(name)
	from, to := c.from.Tools.MCPPrefix, c.to.Tools.MCPPrefix
	switch {
	case described && own.Role != "":
		if theirs, ok := c.to.Tools.For(own.Role); ok {
			return theirs.Name, ""
		}
	case !described && from != to && from != "" && to != "" && strings.HasPrefix(name, from):
		return c.serverTool(name)
	case c.to.Tools.Knows(name):
		return name, ""
	case !described && c.from.Tools.Knows(name):
		return "", fmt.Sprintf("it is not known which tool of %s is like %s", c.to.Product, name)
	}
	return "", fmt.Sprintf("%s has no tool like %s", c.to.Product, name)
}

// serverTool returns the name of an MCP server's tool for an agent that joins the server's and the
// tool's name in another way. A single underscore may as well be part of either name.
func (c *converter) serverTool(name string) (tool, loss string) {
	mark := strings.TrimPrefix(c.from.Tools.MCPPrefix, "mcp")
	server, of, ok := strings.Cut(strings.TrimPrefix(name, c.from.Tools.MCPPrefix), mark)
	if !ok || mark == "_" {
		return "", fmt.Sprintf("%s has other names for tools of MCP servers: look for the server and the tool of %s", c.to.Product, name)
	}
	return c.to.Tools.MCPPrefix + server + strings.TrimPrefix(c.to.Tools.MCPPrefix, "mcp") + of, ""
}

// hook converts one hook; it returns nil if the other agent can't have it.
func (c *converter) hook(config *document.Node) *jsonvalue.Object {
	kind, shape := c.from.Settings.Shape.Type, c.from.Settings.Shape
	if node, ok := config.Field("type"); ok {
		kind = node.Text()
	}
	if handler, known := c.to.Handlers.Handler(kind); kind != hook.TypeCommand || !known || !handler.Starts {
		c.lose(config.Position(), "a hook of the type %s is left out", strconv.Quote(kind))
		return nil
	}
	commands, timeouts := orUsual(shape.Command, "command"), orUsual(shape.Timeout, "timeout")
	command, name := first(config, commands)
	if command == nil || command.Text() == "" {
		c.lose(config.Position(), "a hook without a command is left out")
		return nil
	}
	text, arguments := command.Text(), c.from.Handlers.Arguments.Field
	if args, ok := config.Field(arguments); ok && args.Kind() == document.Array {
		words := []string{text}
		for _, arg := range args.Items() {
			words = append(words, arg.Text())
		}
		// Quoted words start the same program in a shell.
		text = shellword.Join(words)
	}
	entry := settingsfile.Command(c.to, c.command(command.Position(), text))
	timeout, _ := first(config, timeouts)
	if timeout != nil {
		c.timeout(entry, timeout)
	}
	known := append([]string{"type", name, arguments, "matcher"}, timeouts...)
	c.others(config, known...)
	return entry
}

func orUsual(names []string, usual string) []string {
	if len(names) == 0 {
		return []string{usual}
	}
	return names
}

func first(config *document.Node, names []string) (*document.Node, string) {
	for _, name := range names {
		if node, ok := config.Field(name); ok {
			return node, name
		}
	}
	return nil, ""
}

// others records the fields that are not converted.
func (c *converter) others(node *document.Node, known ...string) {
	for _, field := range node.Fields() {
		if !slices.Contains(known, field.Name) {
			c.lose(field.NamePosition, "%s is left out", strconv.Quote(field.Name))
		}
	}
}

// command replaces the project variable with the other agent's, in braces, which every shell
// expands and no agent replaces itself. An agent without such a variable may start hooks below the
// project, and an empty variable would name a file in the root.
func (c *converter) command(at document.Position, text string) string {
	for _, name := range c.from.Launch.Variables {
		uses := regexp.MustCompile(`\$(?:` + name + `\b|\{` + name + `\})`)
		switch {
		case !uses.MatchString(text) || slices.Index(c.to.Launch.Variables, name) == 0:
			continue
		case len(c.to.Launch.Variables) == 0:
			c.lose(at, "%s sets no variable for the project's folder: git rev-parse replaces $%s, which needs a repository", c.to.Product, name)
			text = uses.ReplaceAllLiteralString(text, "$(git rev-parse --show-toplevel)")
			continue
		}
		text = uses.ReplaceAllLiteralString(text, "${"+c.to.Launch.Variables[0]+"}")
	}
	return text
}

func (c *converter) timeout(entry *jsonvalue.Object, node *document.Node) {
	rules := c.from.Handlers.Timeout
	number := string(node.Number())
	if rules.Coerces && node.Kind() == document.String {
		number = strings.TrimSpace(node.Text())
	}
	value, err := strconv.ParseFloat(number, 64)
	if err != nil || value <= 0 || math.IsInf(value, 0) {
		c.lose(node.Position(), "the timeout is not a number above 0 and is left out")
		return
	}
	milliseconds := value * float64(rules.Unit.Milliseconds())
	if rules.Milliseconds > 0 && value >= rules.Milliseconds {
		milliseconds = value
	}
	theirs := c.to.Handlers.Timeout
	count := milliseconds / float64(theirs.Unit.Milliseconds())
	if theirs.Milliseconds > 0 && count >= theirs.Milliseconds {
		c.lose(node.Position(), "%s takes %s for milliseconds: the timeout is left out", c.to.Product, strconv.FormatFloat(count, 'f', -1, 64))
		return
	}
	if theirs.Whole && count != math.Trunc(count) {
		c.lose(node.Position(), "%s reads whole %s only: the timeout is rounded up", c.to.Product, theirs.Units)
	}
	settingsfile.SetTimeout(c.to, entry, count)
}
