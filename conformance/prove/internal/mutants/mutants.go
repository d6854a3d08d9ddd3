// Package mutants turns the handwritten violations in conformance/mutants into edits of
// the reference engine, and weaves many of them into one build.
//
// A mutant breaks one clause by a small edit of named source lines. A mutant inside a
// function body becomes a copy of that function. A switch at the beginning of the
// original selects the copy, so that one program has hundreds of mutants and one of
// them is active at a time. Other mutants need a build of their own. All edits go
// through the overlay of the go command: the source on disk and the released program
// contain none of them.
//
// The package builds no program, runs none and judges nothing.
package mutants
