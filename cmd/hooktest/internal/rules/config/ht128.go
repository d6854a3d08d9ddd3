package config

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht128() rule {
	return rule{Rule: finding.Rule{
		ID: "HT128", Title: "command's interpreter is not on the PATH", Severity: finding.Warning,
		Why: "The hook can't start on this machine, and most agents continue without it.",
	}, command: noInterpreter}
}

// noInterpreter finds interpreters that this machine does not have.
func noInterpreter(v *view, c command) []finding.Finding {
	word, _, plain := commandfile.FirstWord(c.Command)
	if !plain || !slices.Contains(commandfile.Interpreters(), word) || v.linter.Program(word) {
		return nil
	}
	return []finding.Finding{v.at(c.node.Position(), word+" is not on the PATH of this machine: the hook can't start", "install it, or write its whole path")}
}
