package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/topic"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/website"
	"github.com/hooktest/hooktest/schemas"
)

//go:embed files/page.html
var pageHTML string

//go:embed files/site.css
var siteCSS []byte

//go:embed files/search.js
var searchJS []byte

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

// A document is a page of the site before it is laid out.
type document struct {
	// path is the page's place on the site. source is its file in the repository, or empty.
	path, source string
	markdown     string
}

// roles are the guides for each kind of reader, as files of the repository.
var roles = []struct {
	title  string
	guides []string
}{
	{"For authors of hooks", []string{"docs/testing-hooks.md", "docs/cookbook.md", "docs/cookbook-settings.md", "docs/asking-hooks.md",
		"docs/configuration.md", "docs/editors.md", "docs/ci.md", "docs/own-contracts.md", "docs/security.md"}},
	{"For implementers of hook systems", []string{"docs/implementers.md", "docs/case-language.md", "docs/engine.md", "docs/implementations.md"}},
	{"For maintainers", []string{"CONTRIBUTING.md", "docs/traceability.md", "docs/stability.md", "docs/performance.md", "CHANGELOG.md"}},
}

// A builder collects the pages and files of the site.
type builder struct {
	root      fs.FS
	documents []document
	// files are those that are published as they are, by their path on the site.
	files map[string][]byte
	// published is the path on the site of each document of the repository.
	published map[string]string
	// named is the address of the page of each ID that texts mention.
	named map[string]string
}

// generate returns all files of the site by their path.
func generate(root fs.FS) (map[string][]byte, error) {
	b := &builder{root: root, files: map[string][]byte{"site.css": siteCSS, "search.js": searchJS}, published: map[string]string{}, named: map[string]string{}}
	for _, add := range []func() error{b.addGuides, b.addCommands, b.addRules, b.addAgents, b.addSchemas, b.write} {
		if err := add(); err != nil {
			return nil, err
		}
	}
	return b.files, nil
}

func (b *builder) add(path, source, markdown string) {
	b.documents = append(b.documents, document{path, source, markdown})
	if source != "" {
		b.published[source] = path
	}
}

func (b *builder) addFile(path, source string) error {
	text, err := fs.ReadFile(b.root, source)
	if err == nil {
		b.add(path, source, strings.ReplaceAll(string(text), "\r\n", "\n"))
	}
	return err
}

var (
	title = regexp.MustCompile(`(?m)^# (.+)$`)
	part  = regexp.MustCompile(`(?m)^## `)
)

// addGuides adds the start page, with what the README says before its first part, and all guides.
func (b *builder) addGuides() error {
	readme, err := fs.ReadFile(b.root, "README.md")
	if err != nil {
		return err
	}
	first := part.FindIndex(readme)
	if first == nil {
		return fmt.Errorf("README.md has no parts")
	}
	var list strings.Builder
	for _, role := range roles {
		fmt.Fprintf(&list, "## %s\n\n", role.title)
		for _, source := range role.guides {
			if err := b.addFile("guides/"+strings.ToLower(strings.TrimSuffix(path.Base(source), ".md"))+".html", source); err != nil {
				return err
			}
			name := title.FindStringSubmatch(b.documents[len(b.documents)-1].markdown)
			if name == nil {
				return fmt.Errorf("%s has no title", source)
			}
			fmt.Fprintf(&list, "- [%s](%s)\n", name[1], website.Base+b.published[source])
		}
		list.WriteByte('\n')
	}
	b.add("index.html", "README.md", string(readme[:first[0]])+list.String())
	b.add("guides/index.html", "", "# Guides\n\n"+list.String())
	return nil
}

func (b *builder) addCommands() error {
	sources, err := fs.Glob(b.root, "docs/commands/*.md")
	if err != nil {
		return err
	}
	for _, source := range sources {
		name := strings.TrimSuffix(path.Base(source), ".md")
		if name == "README" {
			name = "index"
		}
		if err := b.addFile("commands/"+name+".html", source); err != nil {
			return err
		}
	}
	return nil
}

// addRules adds a page for each rule, with what hooktest explain says.
func (b *builder) addRules() error {
	var index strings.Builder
	if err := rules.WriteIndex(&index); err != nil {
		return err
	}
	b.add("rules/index.html", "docs/findings.md", index.String())
	library, err := topic.Load()
	if err != nil {
		return err
	}
	for _, rule := range finding.Rules() {
		t, ok := library.Find(rule.ID)
		if !ok {
			return fmt.Errorf("%s has no explanation", rule.ID)
		}
		b.named[t.ID] = t.See
		// The page need not name its own address.
		place := strings.TrimPrefix(t.See, website.Base)
		t.See = ""
		if err := b.addTopic(place, t, ""); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) addTopic(path string, t topic.Topic, more string) error {
	var text strings.Builder
	err := topic.WriteMarkdown(&text, t)
	b.add(path, "", text.String()+more)
	return err
}

// facts are the IDs of the page with all contracts, each with its anchor.
var facts = regexp.MustCompile(`<a id="([^"]+)"></a>([^ |]+)`)

// addAgents adds a page for each contract, with what hooktest contract says, and the schemas made
// from the contract.
func (b *builder) addAgents() error {
	requirements, err := catalogue.Load()
	if err != nil {
		return err
	}
	const comparison, changes = "agents/contracts.html", "agents/changes.html"
	var list strings.Builder
	list.WriteString("# Agents\n\nWhat each agent does with hooks. [All contracts side by side](" + website.Base + comparison + ") shows how they differ,\nand [what changed between versions](" + website.Base + changes + ") what older ones do.\n\n" +
		"| contract | agent | events | known from |\n|---|---|---|---|\n")
	for _, s := range sheet.All(requirements) {
		agent, err := roster.Named("contract", s.Name)
		if err != nil {
			return err
		}
		more, err := b.addSchemasOf(agent)
		if err != nil {
			return err
		}
		place := "agents/" + s.Name + ".html"
		fmt.Fprintf(&list, "| [%s](%s) | %s | %d | %s |\n", s.Name, website.Base+place, s.Title(), len(s.Events), s.Basis())
		if err := b.addTopic(place, topic.Contract(s), more); err != nil {
			return err
		}
	}
	b.add("agents/index.html", "", list.String())
	if err := b.addFile(changes, "docs/agents/changes.md"); err != nil {
		return err
	}
	if err := b.addFile(comparison, "docs/contracts.md"); err != nil {
		return err
	}
	for _, fact := range facts.FindAllStringSubmatch(b.documents[len(b.documents)-1].markdown, -1) {
		b.named[fact[2]] = website.Base + comparison + "#" + fact[1]
	}
	return nil
}

// addSchemasOf publishes the schemas of an agent, and returns the part of its page that lists them.
func (b *builder) addSchemasOf(agent roster.Agent) (string, error) {
	var list strings.Builder
	list.WriteString("\n## JSON Schemas\n\n")
	if agent.Required() {
		fmt.Fprintf(&list, "- [settings](%s)\n", schemas.ID("settings"))
		for _, event := range agent.EventNames() {
			fmt.Fprintf(&list, "- %s: [stdin](%s), [stdout](%s)\n", event, schemas.ID(schemas.Stdin(string(event))), schemas.ID(schemas.Stdout(string(event))))
		}
		return list.String(), nil
	}
	settings, err := b.addSchema(agent.SettingsSchema())
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&list, "- [settings](%s)\n", settings)
	for _, event := range agent.EventNames() {
		in, err := b.addSchema(agent.StdinSchema(event))
		if err != nil {
			return "", err
		}
		out, err := b.addSchema(agent.StdoutSchema(event))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&list, "- %s: [stdin](%s), [stdout](%s)\n", event, in, out)
	}
	return list.String(), nil
}

// addSchema publishes a schema that was made from a contract at its $id, which it returns.
func (b *builder) addSchema(made *jsonvalue.Object) (string, error) {
	text := append(layout.Alike(jsonvalue.Marshal(made))[0], '\n')
	return b.publish(text)
}

func (b *builder) publish(schema []byte) (string, error) {
	var head struct {
		ID string `json:"$id"`
	}
	if err := json.Unmarshal(schema, &head); err != nil {
		return "", err
	}
	place, ok := strings.CutPrefix(head.ID, website.Base)
	if !ok {
		return "", fmt.Errorf("the schema %s is not of this site", head.ID)
	}
	if before := b.files[place]; before != nil && !bytes.Equal(before, schema) {
		return "", fmt.Errorf("two schemas have the $id %s", head.ID)
	}
	b.files[place] = schema
	return head.ID, nil
}

func (b *builder) addSchemas() error {
	var list strings.Builder
	list.WriteString("# JSON Schemas\n\nEach schema has its address as `$id`. Those of settings and events of other agents are listed on [their pages](" +
		website.Base + "agents/index.html).\n\n| schema | describes |\n|---|---|\n")
	for _, name := range schemas.Names() {
		source, err := schemas.Source(name)
		if err != nil {
			return err
		}
		id, err := b.publish(source)
		if err != nil {
			return err
		}
		var head struct{ Title string }
		if err := json.Unmarshal(source, &head); err != nil {
			return err
		}
		fmt.Fprintf(&list, "| [%s](%s) | %s |\n", name, id, head.Title)
	}
	b.add("schemas/index.html", "", list.String())
	return nil
}

// sections are the parts of the site in its navigation.
var sections = []struct{ Title, Path string }{
	{"Guides", "guides/index.html"}, {"Rules", "rules/index.html"}, {"Agents", "agents/index.html"}, {"Commands", "commands/index.html"},
	{"Conformance", "guides/implementations.html"}, {"Schemas", "schemas/index.html"},
}

// A navigation is a link to a part of the site. Here is set on its pages.
type navigation struct {
	Title, Link string
	Here        bool
}

// write lays out all documents, and writes the index of the search.
func (b *builder) write() error {
	known, err := fs.Glob(b.root, "docs/*.md")
	if err != nil {
		return err
	}
	for _, source := range known {
		if b.published[source] == "" {
			return fmt.Errorf("%s is a guide without a role", source)
		}
	}
	slices.SortFunc(b.documents, func(x, y document) int { return cmp.Compare(x.path, y.path) })
	m := newMarkdown(b)
	index := []entry{}
	for _, d := range b.documents {
		c, err := m.convert(d)
		if err != nil {
			return err
		}
		var nav []navigation
		exact := slices.ContainsFunc(sections, func(s struct{ Title, Path string }) bool { return s.Path == d.path })
		for _, s := range sections {
			here := s.Path == d.path || !exact && path.Dir(d.path) != "." && path.Dir(s.Path) == path.Dir(d.path) && path.Base(s.Path) == "index.html"
			nav = append(nav, navigation{s.Title, relative(d.path, s.Path), here})
		}
		var text bytes.Buffer
		if err := pageTemplate.Execute(&text, map[string]any{
			"Title": c.title, "Root": relative(d.path, ""), "Home": relative(d.path, "index.html"), "Start": d.path == "index.html",
			"Nav": nav, "Parts": c.parts, "Body": template.HTML(c.html),
		}); err != nil {
			return err
		}
		b.files[d.path] = text.Bytes()
		index = append(index, c.entries...)
	}
	encoded, err := json.Marshal(index)
	if err != nil {
		return err
	}
	// It is a script, because pages from file:// must not read other files.
	b.files["search-index.js"] = fmt.Appendf(nil, "window.searchIndex = %s;\n", encoded)
	return nil
}
