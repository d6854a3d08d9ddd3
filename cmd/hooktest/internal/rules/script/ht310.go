package script

// ht310 finds JSON that the shell puts together.
func ht310(s *source) { s.builtJSON(unsure) }
