package script

// ht324 finds JSON with a text that is pasted into it.
func ht324(s *source) { s.builtJSON(raw) }
