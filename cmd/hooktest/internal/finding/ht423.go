package finding

// ht423 finds a field at the wrong level.
func ht423(r *run) []Finding { return r.unknownFields().misplaced }
