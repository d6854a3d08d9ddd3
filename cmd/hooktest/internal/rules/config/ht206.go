package config

// ht206 finds matchers that are not regular expressions.
func ht206(v *view) { v.ofMatcher("HT206") }

func (v *view) syntaxIssue(m matched) []issue {
	if !m.result.invalid {
		return nil
	}
	return []issue{{id: "HT206", text: quoted(m.text) + " is not a regular expression, and matches no tool", fix: v.listing()}}
}
