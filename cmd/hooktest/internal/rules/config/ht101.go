package config

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// ht101 finds a file that can't be parsed.
func ht101(v *view) []finding.Finding {
	if v.broken != nil {
		return []finding.Finding{v.at(v.broken.Position, v.broken.Message+": no hook of this file applies", "fix the "+v.syntax()+" here; agents skip the file silently")}
	}
	return nil
}
