// Package runnertest reads a log as CI runners and terminals do, so a test can check
// that a program's output contains no command for any of them.
//
// It is for tests and is strict: anything that looks like a command counts, even if no
// version of a runner has a command of that name.
package runnertest

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A Command is text in a log that a runner or terminal executes.
type Command struct {
	// Line is its line, from 1.
	Line int
	// For names the runner or terminal that executes it, What is the text.
	For, What string
}

var (
	// inLine is what GitHub, Azure and TeamCity look for anywhere in a line. GitHub
	// and Azure require a closing bracket, TeamCity a quote before it.
	inLine = regexp.MustCompile(`##[\w.-]*\[[^\]]*\]`)
	// section is how GitLab folds a log; a pseudo-terminal adds the carriage return at
	// the end of a line.
	section = regexp.MustCompile(`section_(start|end):\d+:[\w.-]+(\[.*\])?(\r|$)`)
)

// Commands returns the commands in a log.
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

// own matches the beginning of hooktest's own annotations.
var own = regexp.MustCompile(`^::(error|warning|notice) (file=|title=)`)

// Foreign returns the commands in a log that are not hooktest's own annotations.
func Foreign(log string) []Command {
	return slices.DeleteFunc(Commands(log), func(c Command) bool { return c.For == "GitHub" && own.MatchString(c.What) })
}

// workflowCommand returns the ::name properties::value of a line: white space before it
// is ignored, the name has to follow the colons directly, and the second pair of colons
// is required.
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
