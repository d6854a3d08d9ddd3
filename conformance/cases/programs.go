package cases

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
func (p *parser) programs() {
	hooks := p.c.Hooks()
	for _, f := range p.c.Files {
		if !slices.Contains(hooks, f.Name) && !strings.HasPrefix(f.Text, "#!") {
			continue
		}
		for i, line := range strings.Split(f.Text, "\n") {
			p.line = f.Line + 1 + i
			if name := givenFolder.FindString(line); name != "" {
				p.fault(`a program rests on %s, which an implementation may not set: use $PROJECT in the body of a hook, "${0%%/*}" elsewhere`, strings.Trim(name, "${"))
			}
		}
	}
}
