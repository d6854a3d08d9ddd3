package config

// ht213 finds matchers that take too long.
func ht213(v *view) { v.ofMatcher("HT213") }
