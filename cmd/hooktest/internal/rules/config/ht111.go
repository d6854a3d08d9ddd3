package config

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
)

// ht111 finds a command whose file is not executable.
func ht111(v *view, c command) {
	if c.fault != commandfile.NotExecutable {
		return
	}
	one := v.report(c.node.Position(), fmt.Sprintf("the file %s %s: the hook can't start", v.near(c.named), c.says), "chmod +x "+v.near(c.named))
	if within(c.named.Path, v.Own) && isProgram(c.named.Path) {
		one.Repair.Executable = c.named.Path
	}
}

// isProgram reports whether the system could start a file if it were executable. A command may name
// files that are not programs. Links are skipped, because the target would change.
func isProgram(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	begins := beginning(path)
	return slices.ContainsFunc([]string{
		"#!", "\x7fELF",
		// Mach-O for 32 and 64 bits in either byte order, and universal binaries.
		"\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe",
	}, func(magic string) bool { return strings.HasPrefix(begins, magic) })
}
