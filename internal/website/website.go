// Package website has the addresses of hooktest's published site, which make site builds.
package website

// Base is the address of the site's start page.
const Base = "https://hooktest.github.io/hooktest/"

// Rule returns the address of the page of a rule.
func Rule(id string) string { return Base + "rules/" + id + ".html" }
