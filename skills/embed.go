// Package skills has the instructions for coding agents that use hooktest, in the format of
// their skills.
package skills

import _ "embed"

// Hooktest is the skill hooktest, a SKILL.md.
//
//go:embed hooktest/SKILL.md
var Hooktest string
