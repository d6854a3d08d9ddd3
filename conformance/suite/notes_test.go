package suite

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/spyhook"
)

func TestWhatHooksAreToNote(t *testing.T) {
	tests := []struct {
		name, in string
		want     map[string]spyhook.Notes
		reason   string
	}{
		{"nothing", "hook guard\nfire BeforeTool x {}\nran guard\n", map[string]spyhook.Notes{}, "what is not asked for is left alone"},
		{"stdin as JSON", "saw guard stdin.tool_name is x\n", map[string]spyhook.Notes{"guard": {Stdin: true}}, "a path leads into it"},
		{"stdin as text", "! saw 'guard#2' text contains x\n", map[string]spyhook.Notes{"guard": {Stdin: true}}, "of any run"},
		{"of a line", "saw guard@2-3 env.HOME present\n", map[string]spyhook.Notes{"guard": {Env: true}}, "a line is not a part of the hook's name"},
		{"end of stdin", "[exec:sh] saw 'guard#1' eof is true\n", map[string]spyhook.Notes{"guard": {Stdin: true}}, "with a condition in front and quotes around it"},
		{"environment", "saw guard 'env.A' present\nsaw guard stdin present\n", map[string]spyhook.Notes{"guard": {Stdin: true, Env: true}}, "all that is asked of one hook"},
		{"what costs nothing", "saw guard exit is 2\nsaw guard argv is []\n", map[string]spyhook.Notes{"guard": {}}, "it is always noted"},
		{"comment and file", "# saw guard stdin present\n-- guard --\nsaw guard env.A present\n", map[string]spyhook.Notes{}, "they are not commands"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := cases.Parse("HOOK-003-x.txtar", []byte(tt.in))
			assert.Equal(t, tt.want, notesOf(c.Script), tt.reason)
		})
	}
}
