package config

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// ht213 finds matchers that take too long.
func ht213(v *view) []finding.Finding { return v.ofMatcher("HT213") }
