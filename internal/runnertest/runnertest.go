// Package runnertest reads a log as CI runners and terminals do, so that a test
// can say of what a program prints that it speaks to none of them.
//
// It is for tests, and errs on the side of the runners: what one of them might
// carry out counts, whichever names of commands its version knows.
package runnertest

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A Command is something in a log that is carried out and not only shown.
type Command struct {
	// Line is the line it stands in, from 1.
	Line int
	// For names who carries it out, What is what it is.
	For, What string
}

var (
	// inLine is what GitHub, Azure and TeamCity look for anywhere in a line. GitHub
	// and Azure want a bracket that closes; TeamCity a quote before it.
	inLine = regexp.MustCompile(`##[\w.-]*\[[^\]]*\]`)
	// section is what GitLab folds a log by; a pseudo-terminal adds the carriage
	// return at the end of a line.
	section = regexp.MustCompile(`section_(start|end):\d+:[\w.-]+(\[.*\])?(\r|$)`)
)

// Commands are those in a log.
func Commands(log string) []Command {
	var all []Command
	for i, line := range strings.Split(log, "\n") {
		found := func(who, what string) { all = append(all, Command{i + 1, who, what}) }
		if what, ok := workflowCommand(line); ok {
			found("GitHub", what)
		}
		if what := inLine.FindString(line); what != "" {
			found("GitHub, Azure or TeamCity", what)
		}
		if what := section.FindString(line); what != "" {
			found("GitLab", what)
		}
		for _, r := range line {
			if r != '\t' && unicode.IsControl(r) {
				found("a terminal", string(r))
				break
			}
		}
	}
	return all
}

// own is how hooktest's own annotations begin.
var own = regexp.MustCompile(`^::(error|warning|notice) (file=|title=)`)

// Foreign are the commands in a log that are no annotations of hooktest's own.
func Foreign(log string) []Command {
	return slices.DeleteFunc(Commands(log), func(c Command) bool { return c.For == "GitHub" && own.MatchString(c.What) })
}

// workflowCommand is the ::name properties::value of a line: white space before
// it does not count, nothing may stand between the colons and the name, and the
// second pair of colons has to be there.
func workflowCommand(line string) (string, bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::")
	if !ok {
		return "", false
	}
	head, _, ok := strings.Cut(rest, "::")
	name, _, _ := strings.Cut(head, " ")
	if !ok || name == "" || name[0] == ':' || name != strings.TrimLeftFunc(name, unicode.IsSpace) {
		return "", false
	}
	return "::" + head + "::", true
}
