package config_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A mistake in one hook does not hide one in another hook of the same file.
func TestOneMissingFileHidesNoOther(t *testing.T) {
	text := `"PreToolUse": [{"matcher": "Bash", "hooks": [
  {"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/gone.sh"},
  {"type": "command", "command": "/Users/alex/hooks/guard.sh"}
]}]`
	all := found(t, claude(text))
	assert.Equal(t, []string{"HT110", "HT127"}, ids(all), "%v", all)
	assert.Equal(t, 2, all[0].Place.Position.Line, "of the other it is said whose home it is, and no more")
}
