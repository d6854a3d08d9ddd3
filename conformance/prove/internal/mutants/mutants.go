// Package mutants turns the files of deliberate violations of conformance/mutants
// into edits of the reference engine, and weaves many of them into one build.
//
// A mutant breaks one clause by a small edit of named source lines. Edits inside
// function bodies become copies of those functions behind a switch, so that one
// program holds hundreds of mutants, one of them active at a time; others need a
// build of their own. Everything goes through the overlay of the go command: the
// source on disk, and with it the released program, holds nothing of it.
//
// The package builds no program, runs none and judges nothing.
package mutants
