package suite

import (
	"regexp"
	"slices"
	"strings"
)

// givenFolder are the names under which an implementation gives its hooks the
// project folder.
var givenFolder = regexp.MustCompile(`\$\{?(?:LLXPRT|GEMINI|CLAUDE)_PROJECT_DIR\b`)

// programs looks into the files of the case that are run: bodies of hooks, and
// what begins with #!. With an implementation that does not set its variables,
// a program that trusted them would write into the root of the file system, so
// none may.
func (p *parser) programs(text []byte) {
	runs, begins := false, false
	for i, line := range strings.Split(string(text), "\n") {
		p.line = i + 1
		if name, ok := fileMarker(line); ok {
			runs, begins = slices.Contains(p.hooks, name), true
			continue
		}
		runs = runs || begins && strings.HasPrefix(line, "#!")
		begins = false
		if name := givenFolder.FindString(line); runs && name != "" {
			p.fault(`a program rests on %s, which an implementation may not set: use $PROJECT in the body of a hook, "${0%%/*}" elsewhere`, strings.Trim(name, "${"))
		}
	}
}

// fileMarker is the name of the file that begins behind a line "-- name --".
func fileMarker(line string) (name string, ok bool) {
	line, begins := strings.CutPrefix(strings.TrimRight(line, " \t\r"), "-- ")
	line, ends := strings.CutSuffix(line, " --")
	return strings.TrimSpace(line), begins && ends
}
