package reference

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/topic"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/schemas"
)

type schemaOptions struct {
	args   []string
	check  string
	format string
	// name is the value of --agents, and whose the chosen agent.
	name  string
	whose roster.Agent
}

// Schema returns the schema command.
func Schema(a *console.App) *cobra.Command {
	var o schemaOptions
	cmd := &cobra.Command{
		Use:     "schema [EVENT in|out | NAME]",
		GroupID: console.GroupAuthors,
		Short:   "Print a JSON Schema, or check a file against it",
		Long: "schema prints the JSON Schema (draft 2020-12) of what a hook reads on an event\n" +
			"(in), of what it may answer (out), or the one of a name, for any agent. Without\n" +
			"arguments it lists the names. With --check it says where a document does not\n" +
			"fit instead, and exits with 1 if it does not.",
		Example: `  hooktest schema BeforeTool in
  hooktest schema BeforeTool out --check answer.json
  ./guard.sh < payload.json | hooktest schema BeforeTool out --check -
  hooktest schema settings --check .llxprt/settings.json`,
		Args: console.MaximumArgs(2, "hooktest schema [EVENT in|out | NAME]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.args = args
			return schema(cmd.Context(), a, &o)
		},
		ValidArgsFunction: completeSchema,
	}
	cmd.Flags().StringVar(&o.check, "check", "", "check this `file` (- for stdin) against the schema")
	cmd.Flags().StringVar(&o.name, "agents", "", "the `agent` whose schema it is (default: the one whose event it is)")
	console.CompleteFlag(cmd, "agents", roster.Names)
	console.FormatFlag(cmd, &o.format, console.PrettyOrJSON())
	return cmd
}

func completeSchema(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	switch len(args) {
	case 0:
		return console.WithPrefix(slices.Concat(roster.EventNames(), schemas.Names()), word), cobra.ShellCompDirectiveNoFileComp
	case 1:
		if slices.Contains(roster.EventNames(), args[0]) {
			return []string{
				cobra.CompletionWithDesc("in", "what a hook reads"),
				cobra.CompletionWithDesc("out", "what a hook may answer"),
			}, cobra.ShellCompDirectiveNoFileComp
		}
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

func schema(ctx context.Context, a *console.App, o *schemaOptions) error {
	if len(o.args) == 0 {
		if o.check != "" {
			return console.Usage("--check needs the schema to check against", "such as: hooktest schema BeforeTool out --check "+o.check)
		}
		return listSchemas(a, o.format)
	}
	s, err := o.find(a)
	if err != nil {
		return err
	}
	if o.check != "" {
		return checkSchema(ctx, a, s, *o)
	}
	if s.source == nil {
		if s.source, err = schemas.Source(s.name); err != nil {
			return console.Fault(err)
		}
	}
	_, err = fmt.Fprintf(a.Streams.Out, "%s\n", bytes.TrimSuffix(s.source, []byte("\n")))
	return console.WriteFault(err)
}

// found is a schema of package schemas with its name, or one made from an agent's contract, with
// its source.
type found struct {
	name   string
	source []byte
}

func (f found) validate(file string, data []byte) error {
	if f.source != nil {
		return schemas.ValidateBy(f.source, file, data, document.Options{})
	}
	// Agents read settings with comments.
	return schemas.ValidateBytes(f.name, file, data, document.Options{AllowComments: f.name == "settings"})
}

// find returns the requested schema: one of LLxprt Code, or one of another agent that is named or
// that has the event.
func (o *schemaOptions) find(a *console.App) (found, error) {
	event := o.args[0]
	if o.name == "" && (roster.Default().Knows(event) || slices.Contains(schemas.Names(), event) || !slices.Contains(roster.EventNames(), event)) {
		name, err := schemaName(o.args)
		return found{name: name}, err
	}
	settings := event == "settings" && len(o.args) == 1
	if settings {
		event = string(roster.Default().EventNames()[0])
		if o.name != "" {
			named, err := roster.Named("agent", o.name)
			if err != nil {
				return found{}, err
			}
			event = string(named.EventNames()[0])
		}
	}
	if err := o.choose(a, event); err != nil {
		return found{}, err
	}
	if o.whose.Required() {
		name, err := schemaName(o.args)
		return found{name: name}, err
	}
	made, kind := o.whose.SettingsSchema(), "settings"
	switch {
	case settings:
	case len(o.args) == 1:
		return found{}, twoSchemas(event)
	case o.args[1] == "in":
		made, kind = o.whose.StdinSchema(hook.Event(event)), "stdin/"+event
	case o.args[1] == "out":
		made, kind = o.whose.StdoutSchema(hook.Event(event)), "stdout/"+event
	default:
		return found{}, unknownDirection(o.args[1])
	}
	return found{o.whose.Name + "/" + kind, layout.Alike(jsonvalue.Marshal(made))[0]}, nil
}

// choose selects the agent: the named one, or one that has the event. If several have it, a note
// tells which one was taken.
func (o *schemaOptions) choose(a *console.App, event string) error {
	if o.name != "" {
		var err error
		if o.whose, err = roster.Named("agent", o.name); err != nil {
			return err
		}
		return o.whose.CheckEvent(event)
	}
	speakers := roster.Meant(func(a roster.Agent) bool { return a.Knows(event) })
	o.whose = speakers[0]
	text := fmt.Sprintf("%s is an event of %s", event, o.whose.Name)
	if len(speakers) > 1 {
		names := lists.Of(speakers[1:], func(one roster.Agent) string { return one.Name })
		text += fmt.Sprintf(", and of %s, which --agents asks", english.And(names))
	}
	a.Note(text)
	return nil
}

func twoSchemas(event string) error {
	return console.Usage(event+" has two schemas", fmt.Sprintf("hooktest schema %[1]s in, or hooktest schema %[1]s out", event))
}

func unknownDirection(direction string) error {
	return console.Usage(fmt.Sprintf("unknown direction %q", direction), "in is what a hook reads, out what it may answer")
}

func schemaName(args []string) (string, error) {
	isEvent := slices.Contains(roster.EventNames(), args[0])
	isName := slices.Contains(schemas.Names(), args[0])
	if len(args) == 1 {
		switch {
		case isName:
			return args[0], nil
		case isEvent:
			return "", twoSchemas(args[0])
		}
		return "", unknownSchema(args[0])
	}
	if isName {
		return "", console.Usage(fmt.Sprintf("unexpected argument %q", args[1]), "hooktest schema "+args[0])
	}
	if !isEvent {
		return "", roster.Default().CheckEvent(args[0])
	}
	switch args[1] {
	case "in":
		return schemas.Stdin(args[0]), nil
	case "out":
		return schemas.Stdout(args[0]), nil
	}
	return "", unknownDirection(args[1])
}

func unknownSchema(name string) error {
	if near := console.Nearest(name, roster.EventNames()); near != "" {
		return console.Usage(fmt.Sprintf("unknown schema %q", name), fmt.Sprintf("did you mean 'hooktest schema %s in' or out?", near))
	}
	hint := "'hooktest schema' lists all names"
	if near := console.Nearest(name, schemas.Names()); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return console.Usage(fmt.Sprintf("unknown schema %q", name), hint)
}

func listSchemas(a *console.App, format string) error {
	type row struct {
		Name  string `json:"name"`
		Title string `json:"title"`
	}
	rows := []row{}
	for _, name := range schemas.Names() {
		source, err := schemas.Source(name)
		if err != nil {
			return console.Fault(err)
		}
		r := row{Name: name}
		if err := json.Unmarshal(source, &r); err != nil {
			return console.Fault(err)
		}
		rows = append(rows, r)
	}
	if format == "json" {
		return console.WriteFault(console.WriteJSON(a.Streams.Out, rows))
	}
	writeEntries(a.Streams.Out, lists.Of(rows, func(r row) topic.Entry { return topic.Entry{ID: r.Name, Title: r.Title} }))
	return nil
}

// schemaFault is one reason why a document doesn't match the schema.
type schemaFault struct {
	Pointer string `json:"pointer"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Keyword string `json:"keyword"`
	Message string `json:"message"`
	text    string
}

func checkSchema(ctx context.Context, a *console.App, s found, o schemaOptions) error {
	name := s.name
	file := o.check
	if file == "-" {
		file = "stdin"
	}
	data, err := console.Await(ctx, func() ([]byte, error) { return readDocument(a, o.check) })
	if err != nil {
		return console.Unreadable(file, err)
	}
	faults, more, err := schemaFaults(s.validate(file, data))
	if err != nil {
		return console.Fault(err)
	}
	switch {
	case o.format == "json":
		err = console.WriteJSON(a.Streams.Out, struct {
			Schema string        `json:"schema"`
			File   string        `json:"file"`
			Valid  bool          `json:"valid"`
			Faults []schemaFault `json:"faults"`
			More   int           `json:"more,omitempty"`
		}{name, file, len(faults) == 0, faults, more})
	case len(faults) > 0:
		for _, f := range faults {
			a.Streams.Out.Printf("%s\n", view.Brief(f.text))
		}
		if more > 0 {
			a.Streams.Out.Printf("(%s more)\n", english.Count(more, "fault"))
		}
	case !a.Quiet:
		a.Streams.Out.Printf("%s fits %s\n", file, name)
	}
	if err := console.WriteFault(err); err != nil {
		return err
	}
	if len(faults) > 0 {
		return console.Silent(console.ExitAgainst)
	}
	return nil
}

func readDocument(a *console.App, name string) ([]byte, error) {
	if name == "-" {
		return console.ReadWhole(a.StandardInput(), 0)
	}
	return console.ReadFile(name)
}

// schemaFaults splits the validator's error into faults of the document. Any other error is
// returned as an error. more counts the faults that are not listed.
func schemaFaults(err error) (faults []schemaFault, more int, _ error) {
	faults = []schemaFault{}
	if err == nil {
		return faults, 0, nil
	}
	if syntax, ok := errors.AsType[*document.SyntaxError](err); ok {
		return append(faults, schemaFault{
			Line: syntax.Position.Line, Column: syntax.Position.Column,
			Keyword: "syntax", Message: syntax.Message, text: syntax.Error(),
		}), 0, nil
	}
	invalid, ok := errors.AsType[*schemas.Error](err)
	if !ok {
		return nil, 0, err
	}
	for _, f := range invalid.Faults {
		faults = append(faults, schemaFault{
			Pointer: f.Pointer, Line: f.Position.Line, Column: f.Position.Column,
			Keyword: f.Keyword, Message: f.Message, text: f.String(),
		})
	}
	return faults, invalid.More, nil
}
