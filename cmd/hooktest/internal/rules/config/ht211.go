package config

// ht211 finds matchers on events that have none.
func ht211(v *view) { v.ofMatcher("HT211") }
