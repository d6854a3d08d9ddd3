package finding

func ht423() Rule {
	return Rule{
		ID: "HT423", Title: "field at the wrong level", Severity: Error,
		Why:    "The agent reads a field of this name at another level of the answer.",
		Unless: []string{"HT406", "HT427"},
		find:   misplaced,
	}
}
