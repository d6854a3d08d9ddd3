package finding

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
)

// ht619 finds leftovers of the hook.
func ht619(r *run) []Finding {
	var said, fixes []string
	if n := len(r.Left.Files); n > 0 {
		said = append(said, fmt.Sprintf("%s in the folder for temporary ones (%s)", english.Count(n, "file"), some(r.Left.Files)))
		fixes = append(fixes, `remove what it makes however it ends: trap 'rm -rf "$file"' EXIT`)
	}
	if n := len(r.Left.Programs); n > 0 {
		said = append(said, fmt.Sprintf("%s that %s on (%s)", english.Count(n, "program"), either(r.Left.Programs, "runs", "run"), some(r.Left.Programs)))
		fixes = append(fixes, "wait for what it starts, or give that a time limit: timeout 60 …")
	}
	if len(said) == 0 {
		return nil
	}
	return says(dialect.Nowhere, "the hook leaves behind "+english.And(said), english.And(fixes))
}

// some returns the first names of a list.
func some(names []string) string {
	const shown = 3
	if len(names) > shown {
		return strings.Join(names[:shown], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}
