// Package skills has what agents are told about hooktest, for the folders where they look
// for skills.
package skills

import _ "embed"

// Hooktest is the skill hooktest, a SKILL.md.
//
//go:embed hooktest/SKILL.md
var Hooktest string
