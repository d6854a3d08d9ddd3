// Package notation writes what CI systems and forges read, each piece in one
// place: documents of JUnit XML, GitHub's Markdown and its annotations, badges.
// Texts of strangers come out as texts, and break out of none of them.
//
// It parses nothing and knows no report.
package notation
