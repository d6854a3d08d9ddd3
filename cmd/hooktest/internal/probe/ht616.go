package probe

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht616() finding.Rule {
	return finding.Rule{
		ID: "HT616", Title: "other spelling of a command or path passes", Severity: finding.Warning,
		Why: "Models write a command in many ways without bad intent: with two spaces, with an absolute path, after another command. The file that a tool is about has other paths, too: ./.env and /project/.env are .env, and some agents send only absolute paths.",
	}
}
