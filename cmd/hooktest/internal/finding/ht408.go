package finding

// ht408 finds a misspelt field.
func ht408(r *run) []Finding { return r.unknownFields().misspelt }
