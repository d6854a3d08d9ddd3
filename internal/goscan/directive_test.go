package goscan

import (
	"go/ast"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNamed(t *testing.T) {
	tests := []struct {
		line      string
		want      []string
		directive bool
		reason    string
	}{
		{"//hooktest:impl HOOK-001 INT-02.1", []string{"HOOK-001", "INT-02.1"}, true, "in their order"},
		{"//hooktest:impl\tHOOK-001\r", []string{"HOOK-001"}, true, "any space"},
		{"//hooktest:impl", []string{}, true, "it names nothing, and is one all the same"},
		{"//hooktest:implements HOOK-001", nil, false, "another word"},
		{"// hooktest:impl HOOK-001", nil, false, "a comment"},
	}
	doc := &ast.CommentGroup{}
	for _, tt := range tests {
		c := &ast.Comment{Text: tt.line}
		ids, directive := Named(c)
		assert.Equal(t, tt.want, ids, tt.reason)
		assert.Equal(t, tt.directive, directive, tt.reason)
		doc.List = append(doc.List, c)
	}
	assert.Equal(t, []string{"HOOK-001", "INT-02.1", "HOOK-001"}, NamedBy(doc))
	assert.Empty(t, NamedBy(nil), "a declaration without a comment")
}
