package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht101() rule {
	return rule{Rule: finding.Rule{
		ID: "HT101", Title: "settings are not valid JSON", Severity: finding.Error,
		Why: "The agent skips a file that it can't parse, usually silently. No hook of the file runs.",
	}, find: brokenJSON}
}

// brokenJSON finds a file that can't be parsed.
func brokenJSON(v *view) []finding.Finding {
	if v.broken != nil {
		return []finding.Finding{v.at(v.broken.Position, v.broken.Message+": no hook of this file applies", "fix the "+v.syntax()+" here; agents skip the file silently")}
	}
	return nil
}
