package config

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// ht207 finds matchers that are not texts.
func ht207(v *view) []finding.Finding { return v.ofRule("HT207") }
