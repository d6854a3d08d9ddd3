package config

// ht207 finds matchers that are not texts.
func ht207(v *view) { v.ofRule("HT207") }
