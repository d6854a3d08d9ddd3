// Package webpage holds what hooktest's pages have in common: a style and a
// script to begin with, the policy that lets a page do nothing else, and links
// within it. A page is one file that loads nothing.
package webpage

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"strings"
)

//go:embed css/base.css
var baseCSS string

//go:embed js/element.js
var elementJS string

//go:embed js/address.js
var addressJS string

// Style is a page's whole style: what all have in common, and its own.
func Style(own string) string { return baseCSS + own }

// Script is a page's whole script, which shares no name with anything else: what
// all have in common, and its own.
func Script(own string) string {
	return "(() => {\n\"use strict\";\n" + elementJS + addressJS + own + "})();\n"
}

// Policy forbids everything but the page's own style and script, which it names
// by hash, and lets no text become markup.
func Policy(css, js string) string {
	return "default-src 'none'; style-src '" + hash(css) + "'; script-src '" + hash(js) +
		"'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// At is a link to an id of the page.
func At(id string) template.URL {
	return template.URL("#" + strings.NewReplacer("%", "%25", " ", "%20", "?", "%3F", "#", "%23").Replace(id))
}
