package config

import "github.com/hooktest/hooktest/engine/document"

// ht126 finds values of a type that the agent does not read, including the whole file.
func ht126(v *view) {
	if v.root != nil && v.root.Kind() != document.Object {
		v.report(v.root.Position(), "the settings must be an object, not "+v.root.Kind().Article()+": "+v.without("no hook of this file applies"), "write {"+v.shape("")+"}")
		return
	}
	v.ofRule("HT126")
}
