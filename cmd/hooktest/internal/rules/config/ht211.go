package config

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// ht211 finds matchers on events that have none.
func ht211(v *view) []finding.Finding { return v.ofMatcher("HT211") }
