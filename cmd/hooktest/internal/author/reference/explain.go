// Package reference holds the commands that look things up: explain, contract and schema.
package reference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/topic"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/lists"
)

type explainOptions struct {
	ids    []string // one, or none for a list
	format string
}

// Explain returns the explain command.
func Explain(a *console.App) *cobra.Command {
	var o explainOptions
	cmd := &cobra.Command{
		Use:     "explain [ID]",
		GroupID: console.GroupAuthors,
		Short:   "Explain a rule, a finding, an event or a fact about an agent",
		Long: "explain says what an id means: a requirement (HOOK-016a), one of its clauses\n" +
			"(HOOK-016a.3), an interpretation (INT-02), a finding about a hook (HT604), an\n" +
			"event (BeforeTool) or a fact about an agent (claude.exit-2), with its source.\n" +
			"Case and leading zeros do not matter, and a bare number is a requirement's.\n" +
			"Without an id it lists all of them.",
		Example: `  hooktest explain HOOK-067b
  hooktest explain BeforeTool
  hooktest explain HT604
  hooktest explain claude.exit-2
  hooktest explain INT-02 --format markdown`,
		Args: console.MaximumArgs(1, "hooktest explain [ID]"),
		RunE: func(_ *cobra.Command, args []string) error {
			o.ids = args
			return explain(a, o)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			library, err := topic.Load()
			if err != nil {
				return nil, cobra.ShellCompDirectiveError
			}
			all := lists.Of(library.Entries(), func(entry topic.Entry) string {
				return cobra.CompletionWithDesc(entry.ID, entry.Title)
			})
			return console.WithPrefix(all, word), cobra.ShellCompDirectiveNoFileComp
		},
	}
	console.FormatFlag(cmd, &o.format, explainFormats())
	return cmd
}

func explain(a *console.App, o explainOptions) error {
	library, err := topic.Load()
	if err != nil {
		return console.Fault(err)
	}
	if len(o.ids) == 0 {
		return explainAll(a, library, o.format)
	}
	t, ok := library.Find(o.ids[0])
	if !ok {
		return unknownID(library, o.ids[0])
	}
	return writeTopic(a.Streams.Out, t, o.format)
}

func writeTopic(out *term.Stream, t topic.Topic, format string) error {
	switch format {
	case "json":
		return console.WriteFault(topic.WriteJSON(out, t))
	case "markdown":
		return console.WriteFault(topic.WriteMarkdown(out, t))
	}
	return console.WriteFault(topic.WriteText(out, t, textColumns(out), look(out)))
}

func explainAll(a *console.App, library *topic.Library, format string) error {
	out := a.Streams.Out
	entries := library.Entries()
	switch format {
	case "json":
		type row struct {
			ID    string `json:"id"`
			Title string `json:"title"`
		}
		return console.WriteFault(console.WriteJSON(out, lists.Of(entries, func(entry topic.Entry) row { return row(entry) })))
	case "markdown":
		for _, entry := range entries {
			out.Printf("- **%s**: %s\n", entry.ID, entry.Title)
		}
	default:
		writeEntries(out, entries)
	}
	return nil
}

// writeEntries writes names in a column, and their titles in another.
func writeEntries(out *term.Stream, entries []topic.Entry) {
	width := 0
	for _, entry := range entries {
		width = max(width, len(entry.ID))
	}
	for _, entry := range entries {
		out.Printf("%s%s  %s\n", out.Styled(term.Bold, entry.ID), strings.Repeat(" ", width-len(entry.ID)), entry.Title)
	}
}

func unknownID(library *topic.Library, id string) error {
	if gone, ok := topic.Struck(id); ok {
		return console.Usage(fmt.Sprintf("%s was planned for %s, and is not a finding", gone.ID, gone.For), gone.Instead)
	}
	hint := "'hooktest explain' lists all ids"
	if slices.Contains(dialect.Names(), id) {
		hint = fmt.Sprintf("'hooktest contract %s' shows the rules of that agent", id)
	} else if near := library.Nearest(id); len(near) > 0 {
		hint = fmt.Sprintf("did you mean %s?", strings.Join(near, " or "))
	}
	return console.Usage(fmt.Sprintf("unknown id %q", id), hint)
}

func explainFormats() []string { return []string{"pretty", "json", "markdown"} }

// textColumns is the width of running text: the terminal's width, limited so that lines stay
// readable.
func textColumns(out *term.Stream) int { return min(out.Width(), 100) - 1 }

func look(out *term.Stream) topic.Look {
	return topic.Look{
		Strong: func(text string) string { return string(out.Styled(term.Bold, text)) },
		Faint:  func(text string) string { return string(out.Styled(term.Dim, text)) },
	}
}
