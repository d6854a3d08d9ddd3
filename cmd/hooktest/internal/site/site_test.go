package main

import (
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/browser"
	"github.com/hooktest/hooktest/internal/website"
	"github.com/hooktest/hooktest/schemas"
)

const source = "../../../.."

var built = sync.OnceValues(func() (map[string][]byte, error) { return generate(os.DirFS(source)) })

func site(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := built()
	require.NoError(t, err)
	return files
}

var (
	links   = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	targets = regexp.MustCompile(` id="([^"]*)"`)
)

func TestEveryLinkLeadsSomewhere(t *testing.T) {
	t.Parallel()
	files := site(t)
	places := map[string]map[string]bool{}
	for name, text := range files {
		places[name] = map[string]bool{}
		for _, id := range targets.FindAllSubmatch(text, -1) {
			place := html.UnescapeString(string(id[1]))
			assert.False(t, places[name][place], "%s has two anchors %s", name, place)
			places[name][place] = true
		}
	}
	checked := 0
	check := func(from, to string) {
		u, err := url.Parse(html.UnescapeString(to))
		if !assert.NoError(t, err, from) || u.Scheme != "" {
			return
		}
		checked++
		name := from
		if u.Path != "" {
			name = path.Join(path.Dir(from), u.Path)
		}
		assert.True(t, places[name] != nil && (u.Fragment == "" || places[name][u.Fragment]), "%s links %s", from, to)
	}
	for name, text := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, link := range links.FindAllSubmatch(text, -1) {
			check(name, string(link[1]))
		}
	}
	for _, e := range searchIndex(t, files) {
		check("index.html", html.EscapeString(e.URL))
	}
	assert.Greater(t, checked, 5000, "links were found")
}

func searchIndex(t *testing.T, files map[string][]byte) (index []entry) {
	t.Helper()
	text, ok := strings.CutPrefix(string(files["search-index.js"]), "window.searchIndex = ")
	require.True(t, ok)
	require.NoError(t, json.Unmarshal([]byte(strings.TrimSuffix(text, ";\n")), &index))
	return index
}

// What SARIF, explain and the language server name as the page of a rule is there, with the rule's
// title, reason and examples, and the search finds it.
func TestEveryRuleHasAPage(t *testing.T) {
	t.Parallel()
	files := site(t)
	found := map[string]bool{}
	for _, e := range searchIndex(t, files) {
		found[e.URL] = true
	}
	for _, rule := range finding.Rules() {
		place, ok := strings.CutPrefix(website.Rule(rule.ID), website.Base)
		require.True(t, ok)
		text := string(files[place])
		assert.Contains(t, text, rule.ID+": ", rule.ID)
		assert.Contains(t, html.UnescapeString(text), rule.Title, rule.ID)
		assert.Equal(t, 2, strings.Count(text, "<pre>"), "%s has a bad and a good example", rule.ID)
		assert.True(t, found[place], rule.ID)
	}
}

// Every schema is at the address that it has as its $id.
func TestEverySchemaIsAtItsAddress(t *testing.T) {
	t.Parallel()
	files := site(t)
	want := map[string]bool{}
	for _, name := range schemas.Names() {
		want[schemas.ID(name)] = true
	}
	for _, agent := range roster.Where(func(a roster.Agent) bool { return !a.Required() }) {
		id, _ := agent.SettingsSchema().Get("$id")
		want[id.(string)] = true
		for _, event := range agent.EventNames() {
			in, _ := agent.StdinSchema(event).Get("$id")
			out, _ := agent.StdoutSchema(event).Get("$id")
			want[in.(string)], want[out.(string)] = true, true
		}
	}
	for id := range want {
		var head struct {
			ID string `json:"$id"`
		}
		text := files[strings.TrimPrefix(id, website.Base)]
		if assert.NotEmpty(t, text, id) {
			require.NoError(t, json.Unmarshal(text, &head))
			assert.Equal(t, id, head.ID)
		}
	}
}

func TestTheSameSourceMakesTheSameSite(t *testing.T) {
	t.Parallel()
	again, err := generate(os.DirFS(source))
	require.NoError(t, err)
	first := site(t)
	assert.Len(t, again, len(first))
	for name, text := range first {
		assert.True(t, string(again[name]) == string(text), name)
	}
}

// The site loads nothing from elsewhere.
func TestPagesLoadNothing(t *testing.T) {
	t.Parallel()
	loads := regexp.MustCompile(`<(?:script|link|img|iframe|source)[^>]*(?:src|href)="((?:https?:)?//[^"]*)"|url\(|@import`)
	for name, text := range site(t) {
		if extension := path.Ext(name); extension == ".html" || extension == ".css" {
			assert.Empty(t, loads.FindAllString(string(text), -1), name)
		}
	}
}

// The first page shows how to install hooktest and a command with its output, as the README does.
func TestTheStartPageIsTheTopOfTheReadme(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile(source + "/README.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)```[a-z]+\n(.*?)```").FindAllSubmatch(readme, 2)
	require.Len(t, blocks, 2)
	page := html.UnescapeString(string(site(t)["index.html"]))
	for _, block := range blocks {
		assert.Contains(t, page, string(block[1]))
	}
	assert.Contains(t, string(blocks[0][1]), "install")
	assert.Contains(t, string(blocks[1][1]), "$ hooktest run")
}

// The search works from a folder, and no page is wider than a phone.
func TestInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	folder := t.TempDir()
	require.NoError(t, save(site(t), folder))
	p := browser.Open(t, filepath.Join(folder, "agents", "contracts.html"))
	p.Resize(390, 844)
	assert.Equal(t, 390, browser.Eval[int](p, `document.documentElement.scrollWidth`))
	p.Press("/")
	assert.Equal(t, "INPUT", browser.Eval[string](p, `document.activeElement.tagName`))
	search := `new Promise((done) => {
		new MutationObserver(() => done(document.querySelector("#found").firstElementChild.textContent)).observe(document.querySelector("#found"), { childList: true });
		const input = document.activeElement;
		input.value = %q;
		input.dispatchEvent(new Event("input"));
	})`
	assert.Equal(t, "Nothing found", browser.Eval[string](p, fmt.Sprintf(search, "ht306 xylophone")))
	assert.Contains(t, browser.Eval[string](p, fmt.Sprintf(search, "ht306")), "HT306: required program may be missing")
	assert.Equal(t, "/rules/HT306.html", browser.Eval[string](p, `document.querySelector("#found a").pathname.slice(-17)`))
	assert.Equal(t, 390, browser.Eval[int](p, `document.documentElement.scrollWidth`))
	assert.Empty(t, p.Console())
}

func TestConvert(t *testing.T) {
	t.Parallel()
	b := &builder{
		root:      fstest.MapFS{"docs/examples/adapter.py": {}},
		published: map[string]string{"docs/ci.md": "guides/ci.html", "docs/commands/lint.md": "commands/lint.html"},
		named:     map[string]string{"HT306": website.Base + "rules/HT306.html", "claude.exit-2": website.Base + "agents/contracts.html#claude.exit-2"},
	}
	tests := []struct{ name, in, want string }{
		{"document", "[a](ci.md)", `<p><a href="../guides/ci.html">a</a></p>`},
		{"anchor", "[a](commands/lint.md#flags)", `<p><a href="../commands/lint.html#flags">a</a></p>`},
		{"this page", "[a](#part)", `<p><a href="#part">a</a></p>`},
		{"elsewhere", "[a](https://example.com/b.md)", `<p><a href="https://example.com/b.md">a</a></p>`},
		{"the site's address", "[a](" + website.Base + "schemas/x.json)", `<p><a href="../schemas/x.json">a</a></p>`},
		{"a file of the source", "[a](examples/adapter.py)", `<p><a href="` + repository + `docs/examples/adapter.py">a</a></p>`},
		{"a rule", "See HT306, and\nHT999.", `<p>See <a href="../rules/HT306.html">HT306</a>, and` + "\n" + `HT999.</p>`},
		{"a rule before a line break", "HT306\nb", `<p><a href="../rules/HT306.html">HT306</a>` + "\nb</p>"},
		{"a fact", "it refuses (claude.exit-2).", `<p>it refuses (<a href="../agents/contracts.html#claude.exit-2">claude.exit-2</a>).</p>`},
		{"part of a word", "xHT306 HT3061 claude.exit-22", `<p>xHT306 HT3061 claude.exit-22</p>`},
		{"code", "`HT306` and `hooktest explain HT306`", `<p><a href="../rules/HT306.html"><code>HT306</code></a> and <code>hooktest explain HT306</code></p>`},
		{"a link already", "[HT306](ci.md)", `<p><a href="../guides/ci.html">HT306</a></p>`},
		{"equal headings", "## A_b: `c.d`\n\n## A_b: c.d", `<h2 id="a_b-cd">A_b: <code>c.d</code></h2>` + "\n" + `<h2 id="a_b-cd-1">A_b: c.d</h2>`},
	}
	for _, tt := range tests {
		c, err := newMarkdown(b).convert(document{"x/page.html", "docs/page.md", "# T\n\n" + tt.in})
		require.NoError(t, err, tt.name)
		assert.Equal(t, "<h1 id=\"t\">T</h1>\n"+tt.want+"\n", c.html, tt.name)
	}
	_, err := newMarkdown(b).convert(document{"x/page.html", "docs/page.md", "# T\n\n[a](gone.md)"})
	assert.ErrorContains(t, err, "gone.md")
	_, err = newMarkdown(b).convert(document{"x/page.html", "docs/page.md", "a"})
	assert.ErrorContains(t, err, "x/page.html has no title")
}
