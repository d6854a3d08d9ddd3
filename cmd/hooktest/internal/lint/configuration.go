package lint

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
	hooksettings "github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/english"
)

// brokenJSON finds a file that can't be parsed.
func brokenJSON(v *view) []finding.Finding {
	if v.broken != nil {
		return []finding.Finding{v.at(v.broken.Position, v.broken.Message+": no hook of this file applies", "fix the "+v.syntax()+" here; agents skip the file silently")}
	}
	return nil
}

// syntax returns the name of the file's format.
func (v *view) syntax() string {
	if hooksettings.IsTOML(v.Path) {
		return "TOML"
	}
	return "JSON"
}

// beyondJSON finds comments and commas that the agent does not accept.
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

// unread finds a file with hooks that the agent does not read.
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

// unrunnable finds hooks of a type that the agent accepts but does not run.
func unrunnable(v *view) []finding.Finding {
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		if handler, _ := v.agent.Handlers.Handler(h.Type); h.Type == hook.TypePlugin && !handler.Starts {
			found = append(found, v.at(v.named(h, "type"), fmt.Sprintf("%s runs no hook of the type plugin: it fails and decides nothing", v.agent.Product), `write "type": "command" with a command`))
		}
	}
	return found
}

// named returns the place of a field's value in a hook or, without the field, of the hook.
func (v *view) named(h registry.Surveyed, field string) document.Position {
	if node, ok := h.Action.Field(field); ok {
		return node.Position()
	}
	return h.Config.Position()
}

// wrongField finds group fields of the wrong type that disable no hook.
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

// ignoredField finds fields that only other agents use.
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

// fields returns the hook fields that the agent uses and some other agent does not.
func fields(c *dialect.Contract) []string {
	all := append([]string{"command", "timeout", c.Handlers.Closing.Field}, c.Settings.Shape.Command...)
	return append(all, c.Settings.Shape.Timeout...)
}
