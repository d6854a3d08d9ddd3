package lint

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/yamltext"
	"github.com/hooktest/hooktest/schemas"
)

// ConfigFile is the name of the file that says how a folder is looked at.
const ConfigFile = ".hooktest.yaml"

// A Config says whose rules hold in a folder, which findings are not told, and how severe
// others are.
type Config struct {
	// Agents are names as --agents has them; none where it says nothing.
	Agents []string
	// Overrides silence rules, or change their severity; of several that cover a finding
	// the last one counts.
	Overrides []Override
	// Baseline is the path of a report, from the folder of the configuration; empty for none.
	Baseline string
}

// An Override silences a rule in files, or gives it another severity there.
type Override struct {
	ID, Reason string
	Position   document.Position
	// Severity is empty where the rule is silenced.
	Severity finding.Severity
	files    []*regexp.Regexp
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
	if baseline, ok := root.Field("baseline"); ok {
		c.Baseline = baseline.Text()
	}
	for _, list := range []string{"severities", "ignore"} {
		if all, ok := root.Field(list); ok {
			for _, item := range all.Items() {
				c.Overrides = append(c.Overrides, overrides(item)...)
			}
		}
	}
	return c, nil
}

// overrides are those of an entry, one for each id.
func overrides(item *document.Node) []Override {
	text := func(name string) string {
		if node, ok := item.Field(name); ok {
			return node.Text()
		}
		return ""
	}
	var files []*regexp.Regexp
	if patterns, ok := item.Field("files"); ok {
		for _, pattern := range words(patterns) {
			files = append(files, pathPattern(pattern))
		}
	}
	var all []Override
	ids, _ := item.Field("ids")
	for _, id := range ids.Items() {
		all = append(all, Override{ID: id.Text(), Reason: text("reason"), Position: id.Position(), Severity: finding.Severity(text("severity")), files: files})
	}
	return all
}

func words(list *document.Node) []string {
	var all []string
	for _, item := range list.Items() {
		all = append(all, item.Text())
	}
	return all
}

// Everywhere reports whether all files are meant.
func (o Override) Everywhere() bool { return len(o.files) == 0 }

// Covers reports whether a file is meant, whose path begins at the configuration's folder
// and has slashes.
func (o Override) Covers(path string) bool {
	return o.Everywhere() || slices.ContainsFunc(o.files, func(f *regexp.Regexp) bool { return f.MatchString(path) })
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
