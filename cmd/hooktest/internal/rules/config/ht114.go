package config

import "fmt"

// ht114 finds a project variable in quotes that the agent replaces with a quoted value.
func ht114(v *view, c command) {
	for _, m := range v.mentions(c.Command) {
		if m.quote != '"' || !m.inserted {
			continue
		}
		one := v.report(c.node.Position(), fmt.Sprintf("%s puts %s in with quotes of its own, which end those around it: in a folder with a blank in its name the hook can't start", v.agent.Product, m.text),
			fmt.Sprintf("write ${%s}, which the shell puts in", m.name))
		one.Repair = v.written(c, m, fmt.Sprintf("${%s}", m.name))
	}
}
