package config

// ht102 finds events that the agent does not have.
func ht102(v *view) { v.ofRule("HT102") }
