package config

import (
	"github.com/hooktest/hooktest/engine/dialect"
	hooksettings "github.com/hooktest/hooktest/engine/settings"
)

// ht101 finds a file that can't be parsed.
func ht101(v *view) {
	if v.broken == nil {
		return
	}
	fix := "fix the " + v.syntax() + " here"
	if !v.ends() {
		fix += "; agents skip the file silently"
	}
	v.report(v.broken.Position, v.broken.Message+": "+v.without("no hook of this file applies"), fix)
}

// ends reports whether the agent does not start with a file that can't be parsed.
func (v *view) ends() bool {
	rules := v.agent.Settings
	return rules.Breach(dialect.WrongSyntax, "", rules.Scope(v.Path)).Loses == dialect.LosesAgent
}

// without says what the agent does with a file that can't be parsed; usual is what most do.
func (v *view) without(usual string) string {
	if v.ends() {
		return v.agent.Product + " ends as it starts"
	}
	return usual
}

// syntax returns the name of the file's format.
func (v *view) syntax() string {
	if hooksettings.IsTOML(v.Path) {
		return "TOML"
	}
	return "JSON"
}
