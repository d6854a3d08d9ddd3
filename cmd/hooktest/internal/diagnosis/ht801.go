package diagnosis

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// ht801 finds a file that can't be read, or that only the manifest of a plugin knows.
func ht801(e *examination, p checkedHook, at stage) []finding.Finding {
	text, fix := p.sheet.Why+": no hook of this file applies", "see that there is a file that can be read, or take it away"
	switch {
	case at != atFile:
		return nil
	case p.sheet.State == Absent:
		text, fix = fmt.Sprintf("the manifest of %s names this file, which is not there: no hook of it runs", p.sheet.Scope), "write the path of a file that is there into the manifest"
	case p.sheet.State != Unreadable:
		return nil
	}
	return says(finding.Place{File: p.sheet.Path}, text, fix)
}
