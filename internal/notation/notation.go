// Package notation writes the formats of forges: GitHub's Markdown and annotations, and
// badges. It escapes untrusted text, which can't break out of any of them.
//
// It parses nothing and does not depend on any report.
package notation
