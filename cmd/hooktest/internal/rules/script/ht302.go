package script

import (
	"bytes"
	"fmt"
	"path/filepath"
)

// ht302 finds a script with Windows line endings.
func ht302(s *source) {
	first := bytes.Index(s.text, []byte("\r\n"))
	line := bytes.IndexByte(s.text, '\n')
	var text string
	switch {
	case first < 0:
		return
	case len(s.interpreter) > 0 && first+1 == line && s.command.by == "" && (s.isShell() || s.command.direct):
		text = fmt.Sprintf("the first line ends in a carriage return, so that the system looks for a program called %s\\r", filepath.Base(s.interpreter[len(s.interpreter)-1]))
	case s.isShell() && bytes.Count(s.text, []byte("\r\n")) > len(s.lines)/2:
		text = "lines end in carriage returns, which the shell takes for parts of the commands"
	default:
		return
	}
	s.report(first, text, "save the script with LF line ends").Repair.LineEnds = true
}
