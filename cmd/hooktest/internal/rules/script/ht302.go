package script

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// ht302 finds a script with Windows line endings.
func ht302(s *source) []finding.Finding {
	first := bytes.Index(s.text, []byte("\r\n"))
	line := bytes.IndexByte(s.text, '\n')
	switch {
	case first < 0:
		return nil
	case len(s.interpreter) > 0 && first+1 == line && s.command.by == "" && (s.isShell() || s.command.direct):
		return s.says(first, fmt.Sprintf("the first line ends in a carriage return, so that the system looks for a program called %s\\r", filepath.Base(s.interpreter[len(s.interpreter)-1])),
			"save the script with LF line ends")
	case s.isShell() && bytes.Count(s.text, []byte("\r\n")) > len(s.lines)/2:
		return s.says(first, "lines end in carriage returns, which the shell takes for parts of the commands", "save the script with LF line ends")
	}
	return nil
}
