package registry

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
)

// readQuestion reads the question of a hook that is not a command, and reports whether
// the rest of the hook must be read. A missing required field has the effect of a
// missing command.
func (o *observed) readQuestion(entry *hook.Entry, handler dialect.Handler, path string, config *document.Node) bool {
	for _, name := range handler.Needs {
		node, ok := config.Field(name)
		switch {
		case !ok:
			o.unread(*entry, config, dialect.NoCommand, config, path, "the "+name+" is missing")
			return false
		case node.Text() == "":
			o.unread(*entry, config, o.misread(node, dialect.NoCommand), node, path, "the "+name+" must be a string that is not empty, not "+shown(node))
			return false
		}
	}
	server, model := o.contract.Handlers.Server, o.contract.Handlers.Model
	q := &hook.Question{}
	switch handler.Asks {
	case dialect.AsksServer:
		q.URL, _ = textOf(config, server.URL)
		q.Headers = headersOf(config, server.Headers)
		q.Allowed = textsOf(config, server.Allowed)
	case dialect.AsksTool:
		q.Server, _ = textOf(config, "server")
		q.Tool, _ = textOf(config, "tool")
	default:
		q.Prompt, _ = textOf(config, "prompt")
		q.Model, _ = textOf(config, model.Name)
		q.Goes = says(config, model.Goes, "true")
	}
	entry.Question = q
	return true
}

// headersOf returns the members of an object that are texts.
func headersOf(config *document.Node, field string) []hook.Header {
	node, ok := config.Field(field)
	if !ok || node.Kind() != document.Object {
		return nil
	}
	var all []hook.Header
	for _, member := range node.Fields() {
		if member.Value.Kind() == document.String {
			all = append(all, hook.Header{Name: member.Name, Value: member.Value.Text()})
		}
	}
	return all
}

// textsOf returns the texts of a list.
func textsOf(config *document.Node, field string) []string {
	node, ok := config.Field(field)
	if !ok || node.Kind() != document.Array {
		return nil
	}
	var all []string
	for _, item := range node.Items() {
		if item.Kind() == document.String {
			all = append(all, item.Text())
		}
	}
	return all
}
