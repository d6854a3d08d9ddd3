package cases

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// hooks are the names of the hooks that a statement makes, and whether their
// bodies are the case's files.
func (s Statement) hooks() (names []string, files bool) {
	if s.Command != "hook" && s.Command != "spy" {
		return nil, false
	}
	files = s.Command == "hook"
	for _, word := range s.Args {
		if strings.Contains(word, "=") {
			files = false
		} else {
			names = append(names, word)
		}
	}
	return names, files
}

// bodies compares hooks, files and settings, because with a misspelled name a hook
// would do nothing or never run.
func (p *parser) bodies() {
	hooks := p.c.Hooks()
	var withFile []string
	for _, s := range p.c.Script {
		if names, files := s.hooks(); files {
			withFile = append(withFile, names...)
		}
	}
	for _, s := range p.c.Script {
		p.line, p.of = s.Line, s.Row
		if s.Command == "on" && len(s.Args) > 1 {
			for _, word := range s.Args[1:] {
				if !strings.HasPrefix(word, "{") && !strings.Contains(word, "=") && !slices.Contains(hooks, word) {
					p.fault("no line makes the hook %s", word)
				}
			}
		}
		names, files := s.hooks()
		for _, name := range names {
			_, ok := p.c.File(name)
			switch {
			case files && !ok:
				p.fault("the hook %s has no body: no file is called so. One that is to do nothing is a spy", name)
			case s.Command == "spy" && ok && !slices.Contains(withFile, name):
				p.fault("the spy %s has a body, the file of that name: make it a hook", name)
			}
		}
	}
	p.of = 0
}

// givenFolder are the names under which an implementation gives its hooks the
// project folder.
var givenFolder = lazyregexp.New(`\$\{?(?:LLXPRT|GEMINI|CLAUDE)_PROJECT_DIR\b`)

// programs checks the files of the case that are executed: bodies of hooks, and files
// that begin with #!. They must not use the variables that an implementation sets: if
// one is missing, the program would write into the root of the file system.
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
