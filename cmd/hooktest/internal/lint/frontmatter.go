package lint

import (
	"bytes"
	"path/filepath"

	"github.com/hooktest/hooktest/internal/lazyregexp"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	hooksettings "github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/yamltext"
)

// frontmatterOf is the place of a document at whose top an agent's hooks may stand.
func frontmatterOf(path, home string) Place {
	var place Place
	if filepath.Ext(path) != ".md" {
		return place
	}
	for _, c := range dialect.Contracts() {
		for _, file := range c.Settings.Frontmatter {
			if project, ok := matches(file, path, home); ok {
				place.Readers, place.Project, place.Within = append(place.Readers, c), project, true
			}
		}
	}
	return place
}

// HasFrontmatter tells whether a document has hooks at its top, in YAML that can be read. Where there
// seem to be some in YAML that can't, fault says why, with the name of the file that is given.
func HasFrontmatter(path, name string) (ok bool, fault error) {
	text, err := hooksettings.Text(path)
	if err != nil || !bytes.Contains(text, []byte("hooks")) {
		return false, nil
	}
	root, err := frontmatter(name, text)
	if err != nil {
		if begins, ends := dashes(text); !hooksLine.Match(text[begins:ends]) {
			return false, nil
		}
		return false, err
	}
	if root == nil || root.Kind() != document.Object {
		return false, nil
	}
	hooks, ok := root.Field("hooks")
	return ok && hooks.Kind() == document.Object, nil
}

// hooksLine is where hooks begin at the top of a document.
var hooksLine = lazyregexp.New(`(?m)^hooks[ \t]*:`)

// frontmatter is what stands between the lines of dashes at the top of a document, in its place; nil
// where there is nothing.
func frontmatter(path string, text []byte) (*document.Node, error) {
	begins, ends := dashes(text)
	if begins == ends {
		return nil, nil
	}
	// The first line is made a comment, so that lines and offsets behind it stay what
	// they are.
	return yamltext.Parse(path, append([]byte{'#'}, text[1:ends]...))
}

// dashes gives where the frontmatter begins and ends; the two are the same without one.
func dashes(text []byte) (begins, ends int) {
	begins = bytes.IndexByte(text, '\n') + 1
	if begins == 0 || string(bytes.TrimRight(text[:begins], " \r\n")) != "---" {
		return 0, 0
	}
	length := bytes.Index(text[begins-1:], []byte("\n---"))
	if length < 0 {
		return 0, 0
	}
	return begins, begins + length
}
