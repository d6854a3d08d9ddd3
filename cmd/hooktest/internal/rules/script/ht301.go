package script

import "bytes"

// ht301 finds a script whose first line does not name an interpreter.
func ht301(s *source) {
	if len(s.interpreter) > 0 || len(bytes.TrimSpace(s.text)) == 0 || s.command.by != "" {
		return
	}
	if bytes.HasPrefix(s.text, append(byteOrderMark[:3:3], "#!"...)) {
		s.report(len(byteOrderMark), "a byte order mark is in front of #!, so that the system does not see the name of the interpreter", "save the script as UTF-8 without a byte order mark")
		return
	}
	fix := "begin it with #!/usr/bin/env bash"
	switch {
	case s.isShell() && s.shell != nil && (s.command.direct || len(s.shell.unportable()) > 0 && !s.shell.isPart()):
	case s.language == python && s.command.direct:
		fix = "begin it with #!/usr/bin/env python3"
	case s.language == javaScript && s.command.direct:
		fix = "begin it with #!/usr/bin/env node"
	default:
		return
	}
	s.report(0, "the first line names no interpreter, so that the shell of the agent reads the script, if it is started by its name", fix)
}
