// Package testscripts holds the conformance cases, one folder for each section
// of the specification. docs/case-language.md describes their language.
package testscripts

import "embed"

// Files has every case by its path below this folder, and the list of the smoke test.
//
//go:embed */*.txtar smoke.txt
var Files embed.FS
