package script

import "fmt"

// ht319 finds a script that looks for its input among its arguments.
func ht319(s *source) {
	if s.reads || s.helped || !s.refuses || s.command.arguments || len(s.arguments) == 0 {
		return
	}
	what := map[language]string{python: "sys.argv", javaScript: "process.argv"}[s.language]
	if what == "" {
		what = "$1"
	}
	s.report(s.arguments[0], fmt.Sprintf("the script decides by %s, which no agent gives it: what the agent is about to do is on stdin", what),
		"read stdin, as in input=$(cat), and take the field out of its JSON")
}
