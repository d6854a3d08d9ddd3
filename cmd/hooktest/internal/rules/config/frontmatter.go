package config

import (
	"bytes"
	"path/filepath"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/yamltext"
)

// frontmatterOf returns the place of a document that may have an agent's hooks in its frontmatter.
func frontmatterOf(path, home string) Place {
	var place Place
	if filepath.Ext(path) != ".md" {
		return place
	}
	for _, c := range dialect.Contracts() {
		for _, file := range c.Settings.Frontmatter {
			if project, ok := matches(c, file, path, home); ok {
				place.Readers, place.Project, place.Within = append(place.Readers, c), project, true
			}
		}
	}
	return place
}

// HasFrontmatter reports whether a document has hooks in its frontmatter. If it seems to have some
// but its YAML is invalid, fault is the error, with the given file name.
func HasFrontmatter(name string, text []byte) (ok bool, fault error) {
	if !bytes.Contains(text, []byte("hooks")) {
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

var hooksLine = lazyregexp.New(`(?m)^hooks[ \t]*:`)

// frontmatter parses the YAML between the dashes at the top of a document, with the document's
// positions; nil if there is none.
func frontmatter(path string, text []byte) (*document.Node, error) {
	begins, ends := dashes(text)
	if begins == ends {
		return nil, nil
	}
	// Turn the first line into a comment, so that later lines and offsets do not change.
	return yamltext.Parse(path, append([]byte{'#'}, text[1:ends]...))
}

// dashes returns where the frontmatter begins and ends; they are equal if there is none.
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
