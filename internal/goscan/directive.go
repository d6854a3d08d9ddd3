package goscan

import (
	"go/ast"
	"strings"
)

// Directive begins the comment line that names what a declaration implements.
const Directive = "//hooktest:impl"

// Named returns the ids that a comment line names, and whether it is a directive at all.
func Named(c *ast.Comment) (ids []string, directive bool) {
	rest, ok := strings.CutPrefix(c.Text, Directive)
	if !ok || rest != "" && strings.TrimLeft(rest, " \t\r") == rest {
		return nil, false
	}
	return strings.Fields(rest), true
}

// NamedBy returns the ids that the directives of a doc comment name, in their order.
// doc may be nil.
func NamedBy(doc *ast.CommentGroup) (all []string) {
	if doc == nil {
		return nil
	}
	for _, c := range doc.List {
		ids, _ := Named(c)
		all = append(all, ids...)
	}
	return all
}
