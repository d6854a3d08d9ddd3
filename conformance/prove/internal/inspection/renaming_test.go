package inspection

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/portion"
)

// rewritten are edits that do not change the behaviour.
func rewritten() []edit {
	return []edit{
		{
			"engine/event/handler.go",
			"	if plan.Sequential {\n		return h.parts.Runner.ExecuteHooksSequential(ctx, plan, in)\n	}\n	return h.parts.Runner.ExecuteHooksParallel(ctx, plan, in)\n",
			"	run := h.parts.Runner\n	switch {\n	case !plan.Sequential:\n		return run.ExecuteHooksParallel(ctx, plan, in)\n	default:\n		return run.ExecuteHooksSequential(ctx, plan, in)\n	}\n",
		},
		{
			"engine/trigger/tool.go",
			"	h := config.Handler(ctx)\n	if h == nil {\n		return nil\n	}\n	return h.FireBeforeToolEvent(ctx, toolName, toolInput).FinalOutput\n",
			"	if h := config.Handler(ctx); h != nil {\n		result := h.FireBeforeToolEvent(ctx, toolName, toolInput)\n		return result.FinalOutput\n	}\n	return nil\n",
		},
		{
			"engine/fire.go",
			"	if err := system.Initialize(ctx); err != nil {\n",
			"	err := system.Initialize(ctx)\n	if nil != err {\n",
		},
		{"engine/trigger/execute.go", "	if !prevented {\n", "	if goes := !prevented; goes {\n"},
		{"engine/registry/registry.go", "int(a.Source) - int(b.Source)", "cmp.Compare(a.Source, b.Source)"},
		{"engine/registry/registry.go", "import (\n", "import (\n	\"cmp\"\n"},
		{"engine/hook/result.go", "return AggregatedResult{Success: true} }", "\n	var empty AggregatedResult\n	empty.Success = true\n	return empty\n}"},
	}
}

// An inspection must not depend on names, order or wording. So this test renames
// everything in the engine that is not exported, reverses the functions of each file,
// and rewrites some of them. It runs every night, and on one of seven commits.
func TestInspectionsOutliveRenaming(t *testing.T) {
	for range portion.Of([]bool{true}, 7, 0) {
		inspectionsHoldRenamed(t)
	}
}

func inspectionsHoldRenamed(t *testing.T) {
	s := load(t)
	for _, e := range rewritten() {
		var err error
		s, err = s.edited(e.file, e.old, e.new)
		require.NoError(t, err)
	}
	renamed := *s
	renamed.texts, renamed.checked, renamed.compiled = maps.Clone(s.texts), map[string]*pkg{}, nil
	names := 0
	for _, folder := range s.folders(engineTree) {
		p, err := s.pkg(folder)
		require.NoError(t, err)
		kept := parametersOfTheAPI(p)
		for _, file := range p.files {
			name := s.set.Position(file.Pos()).Filename
			require.Equal(t, folder, path.Dir(name))
			text, n := otherwise(s, p, file, s.texts[name], kept)
			renamed.texts[name] = text
			names += n
		}
	}
	require.Greater(t, names, 1000)
	for _, i := range All() {
		assert.NoError(t, i.Check(&renamed), "%s: %s", i.Clause, i.Shows)
	}
}

// parametersOfTheAPI are the variables whose names are part of the API.
func parametersOfTheAPI(p *pkg) map[types.Object]bool {
	kept := map[types.Object]bool{}
	for _, object := range p.info.Defs {
		if f, ok := object.(*types.Func); ok && f.Exported() {
			for v := range f.Signature().Params().Variables() {
				kept[v] = true
			}
		}
	}
	return kept
}

// otherwise rewrites a file with other names and reversed functions, and returns the
// number of changed names.
func otherwise(s *Source, p *pkg, file *ast.File, text string, kept map[types.Object]bool) (string, int) {
	offset := func(pos token.Pos) int { return s.set.Position(pos).Offset }
	var ends []int
	ast.Inspect(file, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || id == file.Name || id.IsExported() || slices.Contains([]string{"_", "init", "main"}, id.Name) {
			return true
		}
		object := p.info.Uses[id]
		defined, defines := p.info.Defs[id]
		if defines {
			object = defined
		}
		_, imports := object.(*types.PkgName)
		// The variable of a type switch has no object of its own.
		own := defines && defined == nil || object != nil && object.Pkg() != nil && strings.HasPrefix(object.Pkg().Path(), module)
		if own && !imports && !kept[object] {
			ends = append(ends, offset(id.End()))
		}
		return true
	})
	// with writes a part of the file with the new names.
	with := func(from, to int) string {
		var b strings.Builder
		for _, end := range ends {
			if from < end && end <= to {
				b.WriteString(text[from:end] + "Renamed")
				from = end
			}
		}
		b.WriteString(text[from:to] + "\n\n")
		return b.String()
	}
	slices.Sort(ends)
	head, functions := "package "+file.Name.Name+"\n\n", ""
	for _, d := range file.Decls {
		from := offset(d.Pos())
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Doc != nil {
				from = offset(d.Doc.Pos())
			}
			functions = with(from, offset(d.End())) + functions
		case *ast.GenDecl:
			if d.Doc != nil {
				from = offset(d.Doc.Pos())
			}
			head += with(from, offset(d.End()))
		}
	}
	return head + functions, len(ends)
}
