package config

import "fmt"

// ht113 finds unquoted project variables, which the shell splits at blanks.
func ht113(v *view, c command) {
	for _, m := range v.mentions(c.Command) {
		if m.quote != 0 || m.assigned || m.inserted {
			continue
		}
		one := v.report(c.node.Position(), fmt.Sprintf("%s without quotes: the shell splits it where the name of a folder has a blank", m.text), fmt.Sprintf(`write \"${%s}\"`, m.name))
		one.Repair = v.written(c, m, fmt.Sprintf(`\"${%s}\"`, m.name))
	}
}
