package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/explore"
)

// explored is the part of an exploration's result that the page shows.
type explored struct {
	Implementation string  `json:"implementation"`
	Version        string  `json:"version"`
	Seed           uint64  `json:"seed"`
	Draws          int     `json:"draws"`
	Different      int     `json:"different"`
	Causes         []found `json:"causes"`
}

// found is one cause: the first difference of its smallest draw, and the clauses that
// cover it.
type found struct {
	explore.Difference
	Kind    string   `json:"kind"`
	Event   string   `json:"event"`
	Draws   int      `json:"draws"`
	Clauses []string `json:"clauses"`
}

// longest is how much of a value the page shows.
const longest = 100

func exploredOf(s explore.State) explored {
	e := explored{Implementation: s.Implementation.Name, Version: s.Implementation.Version, Seed: s.Seed, Draws: s.Judged, Different: s.Different, Causes: []found{}}
	for _, c := range s.Sorted() {
		first := c.Own()[0]
		first.Want, first.Got = cut(first.Want), cut(first.Got)
		e.Causes = append(e.Causes, found{first, c.Kind, c.Draw.Event, c.Count, c.Clauses})
	}
	return e
}

func cut(text string) string {
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return text
}

func exploredPath(root, name string) string {
	return filepath.Join(root, "conformance", "implementations", name, "explored.json")
}

// takeExploration writes the result of an exploration. Without write it does not
// compare, because another exploration may have made fewer or more draws.
func takeExploration(root, path string, write bool) error {
	name, err := nameOf(path)
	if err != nil {
		return err
	}
	s, err := explore.Read(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if !write {
		return nil
	}
	return save(exploredPath(root, name), exploredOf(s))
}

// write writes the causes that were found by exploring; told are the causes that the
// page already has.
func (e explored) write(w io.Writer, told []cause) {
	if e.Draws == 0 {
		return
	}
	fmt.Fprintf(w, "\n### Found by exploring\n\n%d draws of seed %d, of which %d differ from the reference engine. ", e.Draws, e.Seed, e.Different)
	fmt.Fprint(w, exploredLead)
	fmt.Fprint(w, "\n| difference | event | draws | reference | seen | covered by |\n|---|---|---|---|---|---|\n")
	for _, f := range e.Causes {
		fmt.Fprintf(w, "| `%s` | %s | %d | %s | %s | %s |\n", f.Kind, f.Event, f.Draws, cell(f.Want), cell(f.Got), f.clauses(told))
	}
}

const exploredLead = `What differs is
reduced to the smallest draw that shows it: which hooks ran ("ran", "order"), what they read ("saw"), the warnings
("warned"), or the result. For those in bold, a check above says more. Compare the others with the requirement (HOOK) that
covers them; an interpretation (INT) leaves a choice.
`

// clauses names the clauses that cover a difference, in bold those that the page already
// has.
func (f found) clauses(told []cause) string {
	if len(f.Clauses) == 0 {
		return "no text"
	}
	names := slices.Clone(f.Clauses)
	for i, id := range names {
		above := func(one cause) bool {
			return slices.ContainsFunc(one.checks, func(check string) bool { return about(check, id) })
		}
		if slices.ContainsFunc(told, above) {
			names[i] = "**" + id + "**"
		}
	}
	return strings.Join(names, ", ")
}

// about reports whether a pattern of checks is about a clause.
func about(check, clause string) bool {
	pattern, _, _ := strings.Cut(check, "/")
	if before, ok := strings.CutSuffix(pattern, ".*"); ok {
		return catalogue.Owner(clause) == before
	}
	return pattern == clause
}

// cell writes a value into a table.
func cell(text string) string {
	if text == "" {
		return "nothing"
	}
	return "`" + strings.NewReplacer("|", "\\|", "`", "'").Replace(text) + "`"
}
