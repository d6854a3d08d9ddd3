package config

import hooksettings "github.com/hooktest/hooktest/engine/settings"

// ht101 finds a file that can't be parsed.
func ht101(v *view) {
	if v.broken != nil {
		v.report(v.broken.Position, v.broken.Message+": no hook of this file applies", "fix the "+v.syntax()+" here; agents skip the file silently")
		return
	}
}

// syntax returns the name of the file's format.
func (v *view) syntax() string {
	if hooksettings.IsTOML(v.Path) {
		return "TOML"
	}
	return "JSON"
}
