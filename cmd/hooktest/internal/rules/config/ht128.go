package config

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
)

// ht128 finds interpreters that this machine does not have.
func ht128(v *view, c command) {
	word, _, plain := commandfile.FirstWord(c.Command)
	if !plain || !slices.Contains(commandfile.Interpreters(), word) || v.linter.starts(word) {
		return
	}
	v.report(c.node.Position(), word+" is not on the PATH of this machine: the hook can't start", "install it, or write its whole path")
}
