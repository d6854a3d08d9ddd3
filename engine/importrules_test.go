package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/internal/goscan"
)

func ours(path, name string, imports ...string) *goscan.Package {
	return &goscan.Package{Path: path, Name: name, Module: module, Imports: imports}
}

func using(n *goscan.Package, symbol, in string) *goscan.Package {
	n.Uses = append(n.Uses, goscan.Use{Symbol: symbol, In: in})
	return n
}

// sound is a small module that satisfies every rule, including the exceptions.
func sound() goscan.Graph {
	return goscan.Graph{Module: module, Packages: []*goscan.Package{
		ours("cmd/hooktest", "main", "os", "conformance/catalogue", "cmd/hooktest/internal/author"),
		using(ours("cmd/hooktest/internal/cli", "cli", "engine", "conformance/catalogue", "os/exec", "other.org/flags", "github.com/rogpeppe/go-internal/diff"), "os.StartProcess", "run"),
		ours("cmd/hooktest/internal/author", "author", "cmd/hooktest/internal/author/run", "github.com/spf13/cobra"),
		ours("cmd/hooktest/internal/author/run", "run"),
		ours("cmd/hooktest/internal/implementer", "implementer", "github.com/spf13/cobra"),
		using(using(ours("cmd/hooktest/internal/term", "term", "fmt"), "fmt.Println", "Line"), "os.Exit", "End"),
		using(ours("cmd/hooktest/internal/entry/guard", "guard", "os"), "os.Exit", "init"),
		ours("internal/browser", "browser", "os/exec"),
		ours("internal/memory", "memory"),
		ours("internal/portion", "portion"),
		ours("conformance/catalogue", "catalogue", "schemas", "github.com/goccy/go-yaml", "github.com/goccy/go-yaml/ast", "github.com/rogpeppe/go-internal/testscript", "golang.org/x/tools/txtar"),
		ours("conformance/prove", "main", "golang.org/x/tools/go/ssa"),
		ours("conformance/adapter/builtin", "builtin", "engine", "engine/hook"),
		ours("engine", "engine", "engine/settings", "engine/registry", "engine/planner", "engine/runner", "engine/aggregator", "engine/event"),
		using(using(ours("engine/settings", "settings", "os"), "os.ReadFile", "read"), "os.Getenv", "find"),
		ours("engine/registry", "registry", "engine/hook"),
		ours("engine/planner", "planner", "engine/hook", "third.org/regex"),
		using(ours("engine/runner", "runner", "engine/answer", "engine/procgroup", "os/exec"), "os.Environ", "New"),
		using(ours("internal/sandbox", "sandbox", "os"), "os.StartProcess", "Start"),
		ours("engine/procgroup", "procgroup", "os/exec", "internal/sandbox"),
		ours("engine/answer", "answer", "engine/hook"),
		ours("engine/aggregator", "aggregator", "engine/hook"),
		using(ours("engine/event", "event", "engine/hook"), "hook.BeforeTool", "FireBeforeToolEvent"),
		ours("engine/hook", "hook", "engine/genai", "engine/jsonvalue", "fmt"),
		ours("engine/genai", "genai", "engine/jsonvalue"),
		ours("engine/jstext", "jstext"),
		using(ours("engine/jsonvalue", "jsonvalue", "engine/jstext", "fmt"), "panic", "Append"),
		ours("schemas", "schemas", "engine/jsonvalue"),
		{Path: "fmt", Name: "fmt"}, {Path: "os", Name: "os"}, {Path: "os/exec", Name: "exec"},
		{Path: "github.com/goccy/go-yaml", Name: "yaml", Module: "github.com/goccy/go-yaml"},
		{Path: "github.com/goccy/go-yaml/ast", Name: "ast", Module: "github.com/goccy/go-yaml"},
		{Path: "github.com/rogpeppe/go-internal/diff", Name: "diff", Module: "github.com/rogpeppe/go-internal"},
		{Path: "github.com/rogpeppe/go-internal/testscript", Name: "testscript", Module: "github.com/rogpeppe/go-internal"},
		{Path: "github.com/spf13/cobra", Name: "cobra", Module: "github.com/spf13/cobra", Imports: []string{"text/template"}},
		{Path: "github.com/yuin/goldmark", Name: "goldmark", Module: "github.com/yuin/goldmark"},
		{Path: "golang.org/x/tools/go/ssa", Name: "ssa", Module: "golang.org/x/tools"},
		{Path: "golang.org/x/tools/txtar", Name: "txtar", Module: "golang.org/x/tools"},
		{Path: "third.org/regex", Name: "regex", Module: "third.org/regex", Imports: []string{"fmt"}},
		{Path: "other.org/flags", Name: "flags", Module: "other.org/flags", Imports: []string{"third.org/regex"}},
	}}
}

func TestASoundModuleBreaksNoRule(t *testing.T) {
	for _, r := range rules() {
		assert.Empty(t, r.faults(sound()), r.name)
	}
}

// Every rule is broken at least once, to prove that it can fail.
func TestEachRuleCanBeBroken(t *testing.T) {
	imports := func(path, imported string) func(goscan.Graph) goscan.Graph {
		return func(g goscan.Graph) goscan.Graph {
			n := g.Find(path)
			n.Imports = append(n.Imports, imported)
			return g
		}
	}
	uses := func(path, symbol string) func(goscan.Graph) goscan.Graph {
		return func(g goscan.Graph) goscan.Graph { using(g.Find(path), symbol, "load"); return g }
	}
	adds := func(n *goscan.Package) func(goscan.Graph) goscan.Graph {
		return func(g goscan.Graph) goscan.Graph {
			g.Packages = append(g.Packages, n)
			return g
		}
	}
	tests := []struct {
		rule string
		in   func(goscan.Graph) goscan.Graph
		want string
	}{
		{"stages", imports("engine/planner", "engine/registry"), "engine/planner depends on engine/registry"},
		{"stages", imports("engine/event", "engine/runner"), "engine/event depends on engine/runner"},
		{"stages", imports("engine/jstext", "engine/settings"), "engine/registry depends on engine/settings"},
		{"process groups", imports("engine/event", "engine/procgroup"), "engine/event imports engine/procgroup"},
		{"servers", imports("engine/event", "net/http"), "engine/event imports net/http"},
		{"os/exec", imports("engine/settings", "os/exec"), "engine/settings imports os/exec"},
		{"os/exec", imports("schemas", "os/exec"), "schemas imports os/exec"},
		{"starting processes", uses("engine/event", "os.StartProcess"), "engine/event uses os.StartProcess in load"},
		{"files", uses("engine/registry", "os.ReadFile"), "engine/registry uses os.ReadFile in load"},
		{"environment", uses("engine/event", "os.Getenv"), "engine/event uses os.Getenv in load"},
		{"third parties", imports("engine/event", "other.org/flags"), "other.org/flags is imported by cmd/hooktest/internal/cli and engine/event"},
		{"third parties", imports("schemas", "github.com/goccy/go-yaml/ast"), "github.com/goccy/go-yaml is imported by conformance/catalogue and schemas"},
		{"third parties", imports("schemas", "github.com/rogpeppe/go-internal/diff"), "github.com/rogpeppe/go-internal/diff is imported by cmd/hooktest/internal/cli and schemas"},
		{"third parties", imports("engine/event", "github.com/spf13/cobra"), "github.com/spf13/cobra is imported by cmd/hooktest/internal and engine/event"},
		{"proof", imports("schemas", "golang.org/x/tools/go/ssa"), "cmd/hooktest depends on golang.org/x/tools/go/ssa"},
		{"site", imports("cmd/hooktest", "github.com/yuin/goldmark"), "cmd/hooktest depends on github.com/yuin/goldmark"},
		{"proof", imports("cmd/hooktest", "conformance/prove"), "cmd/hooktest depends on conformance/prove"},
		{"templates", imports("conformance/catalogue", "html/template"), "conformance/catalogue imports html/template"},
		{"templates", imports("cmd/hooktest", "text/template"), "cmd/hooktest imports text/template"},
		{"templates", imports("github.com/goccy/go-yaml", "text/template"), "github.com/goccy/go-yaml imports text/template"},
		{"families", imports("cmd/hooktest/internal/author", "cmd/hooktest/internal/implementer"), "cmd/hooktest/internal/author imports cmd/hooktest/internal/implementer"},
		{"families", imports("cmd/hooktest/internal/author/run", "cmd/hooktest/internal/implementer"), "cmd/hooktest/internal/author/run imports cmd/hooktest/internal/implementer"},
		{"families", imports("cmd/hooktest/internal/implementer", "cmd/hooktest/internal/author/run"), "cmd/hooktest/internal/implementer imports cmd/hooktest/internal/author/run"},
		{"memory", imports("cmd/hooktest", "internal/memory"), "cmd/hooktest imports internal/memory"},
		{"browser", imports("cmd/hooktest", "internal/browser"), "cmd/hooktest imports internal/browser"},
		{"portion", imports("cmd/hooktest", "internal/portion"), "cmd/hooktest imports internal/portion"},
		{"no back door", imports("conformance/catalogue", "engine/hook"), "conformance/catalogue imports engine/hook"},
		{"no back door", imports("conformance/catalogue", "engine"), "conformance/catalogue imports engine"},
		{"events", uses("engine/planner", "hook.PreCompress"), "engine/planner uses hook.PreCompress in load"},
		{"events", uses("cmd/hooktest/internal/author/run", "hook.AfterTool"), "cmd/hooktest/internal/author/run uses hook.AfterTool in load"},
		{"nothing above", imports("engine/event", "conformance/catalogue"), "engine/event imports conformance/catalogue"},
		{"vocabulary", imports("engine/jstext", "third.org/regex"), "engine/hook depends on third.org/regex"},
		{"names", adds(ours("engine/utils", "utils")), "engine/utils is called utils"},
		{"names", adds(ours("engine/thing", "helpers")), "engine/thing is called helpers"},
		{"pairs", adds(ours("engine/eventrun", "eventrun")), "engine/event and engine/eventrun differ by run"},
		{"cycles", imports("engine/jstext", "engine/hook"), "engine/hook imports itself by some way"},
		{"terminal", uses("engine/event", "fmt.Println"), "engine/event uses fmt.Println in load"},
		{"terminal", uses("cmd/hooktest/internal/cli", "os.Exit"), "cmd/hooktest/internal/cli uses os.Exit in load"},
		{"terminal", uses("cmd/hooktest/internal/entry/guard", "os.Exit"), "cmd/hooktest/internal/entry/guard uses os.Exit in load"},
		{"panics", uses("engine/event", "panic"), "engine/event uses panic in load"},
		{"panics", uses("engine/jsonvalue", "panic"), "engine/jsonvalue uses panic in load"},
	}
	broken := map[string]bool{}
	for _, tt := range tests {
		for _, r := range rules() {
			if r.name == tt.rule {
				broken[r.name] = true
				assert.Contains(t, r.faults(tt.in(sound())), tt.want, r.name)
			}
		}
	}
	for _, r := range rules() {
		assert.True(t, broken[r.name], "the rule %q is never broken here", r.name)
		assert.NotEmpty(t, r.reason)
	}
}

func TestARuleAboutAPackageThatIsGoneFails(t *testing.T) {
	assert.Equal(t, []string{"engine/gone does not exist"}, neverBackwards("engine/gone")(sound()))
	assert.Equal(t, []string{"engine/gone does not exist"}, standardOnly("engine/gone")(sound()))
	assert.Equal(t, []string{"engine/gone does not exist"}, neverBelow("engine/gone", nil)(sound()))
	assert.Equal(t, []string{"engine/gone does not exist"}, neverImportedBelow("engine/gone", nil)(sound()))
}
