package script

import "fmt"

// ht316 finds bash features in a script that sh runs.
func ht316(s *source, sh *shell) {
	if s.language != posix {
		return
	}
	found := sh.unportable()
	if len(found) == 0 {
		return
	}
	first := found[0]
	fix := "begin it with #!/usr/bin/env bash"
	if s.command.by != "" {
		fix = "start it with bash"
	}
	s.report(first.at, fmt.Sprintf("sh reads this script, and not every sh knows %s", first.what), fix)
}
