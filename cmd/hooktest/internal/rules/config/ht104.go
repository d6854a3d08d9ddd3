package config

// ht104 finds hooks without a type.
func ht104(v *view) { v.ofRule("HT104") }
