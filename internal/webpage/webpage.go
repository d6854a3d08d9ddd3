// Package webpage has the common parts of hooktest's pages: a base style and script, the
// policy that allows nothing else, and links within a page. A page is one file that loads
// nothing.
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

// Style returns a page's whole style: the base style and its own.
func Style(own string) string { return baseCSS + own }

// Script returns a page's whole script, which defines no global names: the base script and
// its own.
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
