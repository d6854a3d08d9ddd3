package finding

func ht620() Rule {
	return Rule{
		ID: "HT620", Title: "more than 1 MiB of output", Severity: Warning,
		Why: "Agents cut off output of this size, including the answer. hooktest reports nothing else about it.",
	}
}
