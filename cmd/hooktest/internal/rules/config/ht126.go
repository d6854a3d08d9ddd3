package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/document"
)

func ht126() rule {
	return rule{Rule: finding.Rule{
		ID: "HT126", Title: "value of the wrong JSON type", Severity: finding.Error,
		Why: "Events are an object of lists of groups, and groups are objects. The agent ignores anything else.",
	}, find: wrongKind}
}

// wrongKind finds values of a type that the agent does not read, including the whole file.
func wrongKind(v *view) []finding.Finding {
	if v.root != nil && v.root.Kind() != document.Object {
		return []finding.Finding{v.at(v.root.Position(), "the settings must be an object, not "+v.root.Kind().Article()+": no hook of this file applies", "write {"+v.shape("")+"}")}
	}
	return ofRule("HT126")(v)
}
