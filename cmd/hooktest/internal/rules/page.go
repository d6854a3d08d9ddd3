// Package rules writes the list of all rules.
package rules

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
	"github.com/hooktest/hooktest/internal/website"
)

// WritePage writes all rules as Markdown, each with its examples.
func WritePage(w io.Writer) error {
	var b strings.Builder
	writeList(&b, func(r finding.Rule) string { return "#" + strings.ToLower(r.ID) })
	for _, r := range finding.Rules() {
		fmt.Fprintf(&b, "\n## <a id=\"%s\"></a>%s: %s\n\n", strings.ToLower(r.ID), r.ID, r.Title)
		fmt.Fprintf(&b, "%s, for %s. %s\n\n", strings.ToUpper(string(r.Severity[:1]))+string(r.Severity[1:]), r.Holds(), r.Why)
		e := finding.ExamplesOf(r.ID)
		fmt.Fprintf(&b, "%s:\n\n```sh\n# bad\n%s\n\n# good\n%s\n```\n", e.Bad.Situation(), shown(e.Bad), shown(e.Good))
	}
	writeStruck(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteIndex writes the list of all rules as Markdown, with links to their pages on the site.
func WriteIndex(w io.Writer) error {
	var b strings.Builder
	writeList(&b, func(r finding.Rule) string { return website.Rule(r.ID) })
	writeStruck(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func writeList(b *strings.Builder, address func(finding.Rule) string) {
	b.WriteString(pageHead())
	for _, r := range finding.Rules() {
		fmt.Fprintf(b, "| [%s](%s) | %s | %s | %s |\n", r.ID, address(r), r.Severity, r.Title, r.Holds())
	}
}

func writeStruck(b *strings.Builder) {
	b.WriteString(tableHead)
	for _, s := range struck {
		fmt.Fprintf(b, "| %s | %s | %s |\n", s.ID, s.For, s.Instead)
	}
}

const tableHead = `
## Ids without a finding

These were planned, and another command says the same where it is of use:

| id | planned for | why there is no finding |
|---|---|---|
`

// shown returns the text of an example, with invisible characters escaped.
func shown(e finding.Example) string { return strings.TrimRight(visible.Text(e.Text()), "\n") }

// pageHead returns the start of the page, up to the head of its table.
func pageHead() string {
	runs := lists.Where(finding.Rules(), func(r finding.Rule) bool { return r.About == "runs" })
	return fmt.Sprintf(head, idsOf("settings"), idsOf("scripts"), idsOf("machines"), runs[0].ID[:3], runs[len(runs)-1].ID[:3], idsOf("probes"))
}

// idsOf names the rules about a subject: as HT1xx where nearly all of a hundred are about it, else by
// their ids.
func idsOf(about string) string {
	var words []string
	for _, rest := range lists.Groups(finding.Rules(), func(a, b finding.Rule) bool { return a.ID[:3] == b.ID[:3] }) {
		own := lists.Where(rest, func(r finding.Rule) bool { return r.About == about })
		if len(own)*6 > len(rest)*5 {
			words, rest = append(words, rest[0].ID[:3]+"xx"), nil
		}
		for len(rest) > 0 {
			n := slices.IndexFunc(append(rest, finding.Rule{}), func(r finding.Rule) bool { return r.About != about })
			row := lists.Of(rest[:n], func(r finding.Rule) string { return r.ID })
			if n > 2 {
				row = []string{row[0] + " to " + row[n-1]}
			}
			words, rest = append(words, row...), rest[min(n+1, len(rest)):]
		}
	}
	return english.And(words)
}

const head = `# What can be wrong with a hook

<!-- Written from the rules of findings; make findings writes it anew. -->

An **error** is where what the author intended fails, a **warning** where it can, an **info** is good to know. ` + "`hooktest lint`" + ` finds
%s in settings and %s in scripts, before anything runs; ` + "`hooktest doctor`" + ` adds %s, which depend
on the machine; ` + "`hooktest run`" + ` and ` + "`hooktest fire`" + ` say %sxx to %sxx of a
hook under its verdict, from what it did when it ran; ` + "`hooktest probe`" + ` finds %s, which show only when something is
changed. ` + "`lint`" + ` and ` + "`probe`" + ` end with exit code 1 where there is an error, ` + "`run`" + ` and ` + "`fire`" + ` with ` + "`--strict`" + `.
An id stays what it is, and ` + "`hooktest explain`" + ` explains it. Each example has its finding, and no other; the one next to it
has none.

| id | severity | finding | agents |
|---|---|---|---|
`
