package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
)

const pagePath = "docs/implementations.md"

// An agent is one of the implementations that the page is about: the folder of its
// adapter, its name, and what of it is judged.
type agent struct{ folder, title, judged string }

func agents() []agent {
	return []agent{
		{"gemini", "Gemini CLI", "Its core is judged, the npm package `@google/gemini-cli-core`. Its hooks are of the same family, and follow a contract\nof their own: `GEMINI_PROJECT_DIR` is the project's folder, and a tool's permission is `decision` alone."},
		{"gemini-program", "Gemini CLI, the program", "The callers of the model events in the program that a user installs, the npm package `@google/gemini-cli`, are judged\nfrom outside: `hooktest adapter gemini@0.61.0`. What it shows is less than what its core shows."},
		{"llxprt", "LLxprt Code", "Its core, agents and tools packages are judged, built from its repository. It is the product that the text describes,\nin the state of this commit."},
	}
}

// A cause is a difference of an implementation, with all checks that show it.
type cause struct {
	text, seen string
	blocked    bool
	class      knownfailure.Class
	checks     []string
}

// A chapter holds the causes of one kind.
type chapter struct {
	title, lead string
	of          func(cause) bool
}

func chapters() []chapter {
	return []chapter{
		{"Different from the text", "", func(c cause) bool { return c.class == knownfailure.Real }},
		{"Different from a [Target] requirement", "What the described product did not do yet when the text was written.", func(c cause) bool { return c.class == knownfailure.Target }},
		{"By a contract of its own", "The implementation follows another contract, as documented.", func(c cause) bool { return c.class == knownfailure.Dialect }},
		{"By an interpretation of its own", "The text leaves a choice.", func(c cause) bool { return c.class == knownfailure.Interpretation }},
		{"Not seen by the adapter", "This says nothing about the implementation.", func(c cause) bool { return c.class == knownfailure.Adapter }},
		{"Not judged", "The clauses may hold: a condition of their checks does not, for a reason given above.", func(c cause) bool { return c.blocked }},
	}
}

// render returns the page from the files in the tree.
func render(root string, c *catalogue.Catalogue) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(head)
	b.WriteString("\n| implementation | all clauses | without [Target] |\n|---|---|---|\n")
	results := map[string]result{}
	for _, a := range agents() {
		r, err := load(root, a.folder)
		if err != nil {
			return nil, err
		}
		results[a.folder] = r
		if !r.judged() {
			fmt.Fprintf(&b, "| %s | no whole run yet | |\n", a.title)
			continue
		}
		t := r.total()
		fmt.Fprintf(&b, "| %s %s | %s | %s |\n", a.title, r.edition(), figures(t.Numbers), figures(t.Current))
	}
	for _, a := range agents() {
		causes, err := causesOf(root, a.folder)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", a.title, a.judged)
		if r := results[a.folder]; r.judged() {
			writeNumbers(&b, r, c)
		}
		for _, ch := range chapters() {
			if err := ch.write(&b, causes, c); err != nil {
				return nil, fmt.Errorf("%s: %w", a.folder, err)
			}
		}
		var e explored
		if err := read(exploredPath(root, a.folder), &e); err != nil {
			return nil, err
		}
		e.write(&b, causes)
	}
	return b.Bytes(), nil
}

func figures(n stream.Numbers) string {
	return fmt.Sprintf("%d / %d / %d", n.Conformant, n.Observable, n.All)
}

func writeNumbers(b *bytes.Buffer, r result, c *catalogue.Catalogue) {
	titles := map[int]string{}
	for _, s := range c.Sections() {
		titles[s.Number] = s.Title
	}
	b.WriteString("\n| section | all clauses | without [Target] |\n|---|---|---|\n")
	for _, s := range r.Sections {
		current := figures(s.Current)
		if s.Current.All == 0 {
			current = "none"
		}
		fmt.Fprintf(b, "| %d. %s | %s | %s |\n", s.Number, titles[s.Number], figures(s.Numbers), current)
	}
	t := r.total()
	fmt.Fprintf(b, "| **whole** | **%s** | **%s** |\n", figures(t.Numbers), figures(t.Current))
}

// causesOf reads a list of known failures: entries with the same reason are one cause.
func causesOf(root, folder string) ([]cause, error) {
	name := filepath.Join(root, "conformance", "implementations", folder, "hooktest.expect.toml")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	list, err := knownfailure.Parse(name, data, time.Now())
	if err != nil {
		return nil, err
	}
	var causes []cause
	for _, e := range list.Entries {
		text, seen, ok := strings.Cut(e.Reason, "; ")
		if !ok {
			return nil, fmt.Errorf("%s: a reason is what the text requires, a semicolon, and what was seen", e.Position)
		}
		one := cause{text: text, seen: seen, class: e.Class}
		if e.Verdict == outcome.Blocked {
			one.blocked, one.class = true, ""
		}
		at := slices.IndexFunc(causes, func(c cause) bool {
			return c.text == one.text && c.seen == one.seen && c.blocked == one.blocked && c.class == one.class
		})
		if at < 0 {
			at, causes = len(causes), append(causes, one)
		}
		causes[at].checks = append(causes[at].checks, e.Check)
	}
	return causes, nil
}

func (ch chapter) write(b *bytes.Buffer, causes []cause, c *catalogue.Catalogue) error {
	begun := false
	for _, one := range causes {
		if !ch.of(one) {
			continue
		}
		if !begun {
			begun = true
			fmt.Fprintf(b, "\n### %s\n\n", ch.title)
			if ch.lead != "" {
				fmt.Fprintf(b, "%s\n\n", ch.lead)
			}
		}
		where, err := places(one.checks, c)
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "- **The text:** %s.\n  **Seen:** %s.\n  In %s.\n", one.text, one.seen, where)
	}
	return nil
}

// places names the requirements of checks, in the order of their ids, with the
// numbers of the clauses.
func places(checks []string, c *catalogue.Catalogue) (string, error) {
	clauses := map[string][]string{}
	var ids []string
	for _, check := range checks {
		clause, _, _ := strings.Cut(check, "/")
		id := catalogue.Owner(clause)
		if _, ok := c.Lookup(id); !ok {
			return "", fmt.Errorf("%s is about no requirement", check)
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		number := strings.TrimPrefix(clause, id)
		if !slices.Contains(clauses[id], number) {
			clauses[id] = append(clauses[id], number)
		}
	}
	slices.SortFunc(ids, catalogue.Compare)
	var all []string
	for _, id := range ids {
		requirement, _ := c.Lookup(id)
		place := id + strings.Join(clauses[id], ", ")
		all = append(all, fmt.Sprintf("%s (%s)", place, requirement.Title))
	}
	return strings.Join(all, ", "), nil
}

const head = `# What two shipped implementations do

<!-- Written by conformance/implementations/page; make implementations writes it anew. -->

The suite judges two implementations that are not ours, through the adapters in
[conformance/implementations](../conformance/implementations/README.md). This page has the results. It is not a ranking: Gemini CLI
never promised to follow the text that is judged here, the text has requirements that its own product did not meet yet,
and a good part of both is the same code.

Each row has three numbers: clauses that hold / clauses that could be judged / all clauses. What is not judged is not
claimed by the adapter or can't be seen through it; the README of the adapters says what and why. After them is
each cause, with what the text requires, what was seen, and where. Every check can be repeated alone, in the adapter's folder:
` + "`hooktest conform --run '^HOOK-066\\.1' -- node adapter.mjs`" + `. Please report unfair lines.
`
