package script

// ht333 finds refusals of a script that settings start in the background.
func ht333(s *source) {
	if !s.use.Background || !s.refuses || len(s.refusable()) == 0 {
		return
	}
	s.report(s.refusal, "the settings start this in the background: the agent continues before it has refused", "take the field out of the settings by which it runs in the background")
}
