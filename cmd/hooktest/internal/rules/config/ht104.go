package config

import "github.com/hooktest/hooktest/cmd/hooktest/internal/finding"

// ht104 finds hooks without a type.
func ht104(v *view) []finding.Finding { return v.ofRule("HT104") }
