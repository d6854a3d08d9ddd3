package config

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// ht102 finds events that the agent does not have.
func ht102(v *view) []finding.Finding { return v.ofRule("HT102") }
