package lint

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/yamltext"
	"github.com/hooktest/hooktest/schemas"
)

// ConfigFile is the name of the file that says how a folder is looked at.
const ConfigFile = ".hooktest.yaml"

// A Config says whose rules hold in a folder, and which findings are not told.
type Config struct {
	// Agents are names as --agents has them; none where it says nothing.
	Agents []string
	Ignore []Ignore
}

// An Ignore silences a rule in files.
type Ignore struct {
	ID, Reason string
	Position   document.Position
	files      []*regexp.Regexp
}

// ReadConfig reads a configuration. The error is a *document.SyntaxError, or a
// *schemas.Error with all that is not as it should be.
func ReadConfig(path string, text []byte) (Config, error) {
	root, err := yamltext.Parse(path, text)
	if err != nil {
		return Config{}, err
	}
	if err := schemas.ValidateNode("lint-config", root); err != nil {
		return Config{}, err
	}
	var c Config
	if agents, ok := root.Field("agents"); ok {
		c.Agents = words(agents)
	}
	ignore, ok := root.Field("ignore")
	if !ok {
		return c, nil
	}
	for _, item := range ignore.Items() {
		reason, _ := item.Field("reason")
		var files []*regexp.Regexp
		if patterns, ok := item.Field("files"); ok {
			for _, pattern := range words(patterns) {
				files = append(files, pathPattern(pattern))
			}
		}
		ids, _ := item.Field("ids")
		for _, id := range ids.Items() {
			c.Ignore = append(c.Ignore, Ignore{ID: id.Text(), Reason: reason.Text(), Position: id.Position(), files: files})
		}
	}
	return c, nil
}

func words(list *document.Node) []string {
	var all []string
	for _, item := range list.Items() {
		all = append(all, item.Text())
	}
	return all
}

// Everywhere tells that all files are meant.
func (i Ignore) Everywhere() bool { return len(i.files) == 0 }

// Covers tells whether a file is meant, whose path begins at the configuration's folder
// and has slashes.
func (i Ignore) Covers(path string) bool {
	return i.Everywhere() || slices.ContainsFunc(i.files, func(f *regexp.Regexp) bool { return f.MatchString(path) })
}

// pathPattern reads a pattern of paths: * stands for a part of a name, ** for folders,
// and what has no slash for the name of a file in any folder.
func pathPattern(pattern string) *regexp.Regexp {
	if !strings.Contains(pattern, "/") {
		pattern = "**/" + pattern
	}
	expression := strings.NewReplacer(`\*\*/`, `(?:.*/)?`, `\*\*`, `.*`, `\*`, `[^/]*`, `\?`, `[^/]`).Replace(regexp.QuoteMeta(pattern))
	return regexp.MustCompile("^" + expression + "$")
}
