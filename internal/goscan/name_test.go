package goscan

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFunctionName(t *testing.T) {
	tests := []struct{ in, want string }{
		{"func Fire() {}", "Fire"},
		{"func Map[K comparable, V any](m map[K]V) {}", "Map"},
		{"func (h *Handler) Fire() {}", "(*Handler).Fire"},
		{"func (Event) String() string { return \"\" }", "Event.String"},
		{"func (s *Set[T]) Add(T) {}", "(*Set).Add"},
		{"func (p Pair[K, V]) Key() {}", "Pair.Key"},
		{"func ((*Odd)) Paren() {}", "(*Odd).Paren"},
		{"func (*(Odder)) Paren() {}", "(*Odder).Paren"},
		{"func () None() {}", "None"},
		{"func (struct{}) Nameless() {}", "?.Nameless"},
	}
	for _, tt := range tests {
		t.Run(tt.want, func(t *testing.T) {
			file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+tt.in, parser.SkipObjectResolution|parser.AllErrors)
			if file == nil || len(file.Decls) == 0 {
				require.NoError(t, err)
			}
			assert.Equal(t, tt.want, FunctionName(file.Decls[0].(*ast.FuncDecl)))
		})
	}
}

func TestTypeNameOfEmbeddedFields(t *testing.T) {
	for in, want := range map[string]string{
		"T": "T", "*T": "T", "fs.File": "File", "*pkg.T[int]": "T", "T[K, V]": "T", "interface{}": "?",
	} {
		x, err := parser.ParseExpr(in)
		require.NoError(t, err)
		assert.Equal(t, want, TypeName(x), in)
	}
}
