package finding

func ht408() Rule {
	return Rule{
		ID: "HT408", Title: "field name or value looks misspelled", Severity: Warning,
		Why:    "The agent ignores unknown fields. This one has nearly the name of a known field, or a value that only decisions have.",
		Unless: []string{"HT406", "HT427"},
		find:   misspelt,
	}
}
