package lint

import (
	"bytes"
	"path/filepath"

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

// HasFrontmatter tells whether a document has hooks at its top, in YAML that can be read.
func HasFrontmatter(path string) bool {
	text, err := hooksettings.Text(path)
	if err != nil || !bytes.Contains(text, []byte("hooks")) {
		return false
	}
	root := frontmatter(path, text)
	if root == nil || root.Kind() != document.Object {
		return false
	}
	hooks, ok := root.Field("hooks")
	return ok && hooks.Kind() == document.Object
}

// frontmatter is what stands between the lines of dashes at the top of a document, in its place; nil
// where there is nothing, or no YAML.
func frontmatter(path string, text []byte) *document.Node {
	begins := bytes.IndexByte(text, '\n') + 1
	if begins == 0 || string(bytes.TrimRight(text[:begins], " \r\n")) != "---" {
		return nil
	}
	ends := bytes.Index(text[begins-1:], []byte("\n---"))
	if ends < 0 {
		return nil
	}
	// A comment in the place of the first line keeps everything behind it where it is.
	yaml := append([]byte{'#'}, text[1:begins+ends]...)
	root, err := yamltext.Parse(path, yaml)
	if err != nil {
		return nil
	}
	return root
}
