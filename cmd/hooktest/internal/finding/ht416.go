package finding

// ht416 finds a new input that lacks an argument.
func ht416(r *run) []Finding {
	if r.Contract.Reading == nil || r.row.Rules.Rewrite.Whole == "" || r.verdict.Rule != r.row.Rules.Rewrite.Whole {
		return nil
	}
	return r.about(r.answers.rewrite, r.verdict.Why+": "+r.going(), "give the whole input, the arguments that stay as they are too")
}
