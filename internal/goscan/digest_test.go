package goscan

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDigest(t *testing.T) {
	const text = "func f(a int) int {\n\treturn a + 1\n}"
	for _, c := range []struct {
		name, text string
		same       bool
	}{
		{"a comment", "func f(a int) int {\n\t// One more.\n\treturn a + 1 // really\n}", true},
		{"another layout", "func f( a int ) int   {\n\n\n return a+1\n}", true},
		{"a written semicolon", "func f(a int) int { return a + 1; }", true},
		{"another operator", "func f(a int) int {\n\treturn a - 1\n}", false},
		{"another number", "func f(a int) int {\n\treturn a + 2\n}", false},
		{"another name", "func g(a int) int {\n\treturn a + 1\n}", false},
		{"the same letters in other tokens", "func f(a int) int {\n\treturna + 1\n}", false},
		{"nothing", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.same, Digest([]byte(text)) == Digest([]byte(c.text)))
		})
	}
}
