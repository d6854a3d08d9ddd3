package config

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/yamltext"
	"github.com/hooktest/hooktest/schemas"
)

// ConfigFile is the name of the configuration file of a folder.
const ConfigFile = ".hooktest.yaml"

// A Config sets the agents for a folder, silences findings, and changes their severity.
type Config struct {
	// Agents are names as for --agents; empty if not set.
	Agents []string
	// Overrides silence rules or change their severity. The last one that covers a finding applies.
	Overrides []Override
	// Baseline is the path of a report, relative to the configuration's folder, or "".
	Baseline string
}

// An Override silences a rule in files, or gives it another severity there.
type Override struct {
	ID, Reason string
	Position   document.Position
	// Severity is empty if the rule is silenced.
	Severity finding.Severity
	files    []*regexp.Regexp
}

// ReadConfig reads a configuration. The error is a *document.SyntaxError, or a *schemas.Error with
// all mistakes.
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

// overrides returns the overrides of an entry, one for each id.
func overrides(item *document.Node) []Override {
	text := func(name string) string {
		if node, ok := item.Field(name); ok {
			return node.Text()
		}
		return ""
	}
	var files []*regexp.Regexp
	if patterns, ok := item.Field("files"); ok {
		files = lists.Of(words(patterns), pathPattern)
	}
	var all []Override
	ids, _ := item.Field("ids")
	for _, id := range ids.Items() {
		all = append(all, Override{ID: id.Text(), Reason: text("reason"), Position: id.Position(), Severity: finding.Severity(text("severity")), files: files})
	}
	return all
}

func words(list *document.Node) []string {
	return lists.Of(list.Items(), (*document.Node).Text)
}

// Everywhere reports whether the override applies to all files.
func (o Override) Everywhere() bool { return len(o.files) == 0 }

// Covers reports whether the override applies to a file. path is relative to the configuration's
// folder and has slashes.
func (o Override) Covers(path string) bool {
	return o.Everywhere() || slices.ContainsFunc(o.files, func(f *regexp.Regexp) bool { return f.MatchString(path) })
}

// pathPattern compiles a path pattern: * matches part of a name and ** matches folders. A pattern
// without a slash matches a file name in any folder.
func pathPattern(pattern string) *regexp.Regexp {
	if !strings.Contains(pattern, "/") {
		pattern = "**/" + pattern
	}
	expression := strings.NewReplacer(`\*\*/`, `(?:.*/)?`, `\*\*`, `.*`, `\*`, `[^/]*`, `\?`, `[^/]`).Replace(regexp.QuoteMeta(pattern))
	return regexp.MustCompile("^" + expression + "$")
}
