// Package webpage makes hooktest's pages: elements whose text is escaped, a base style and script,
// and the policy that allows nothing else. A page is one file that loads nothing and links to
// nothing but its own parts.
package webpage

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"io"
)

//go:embed css/base.css
var baseCSS string

//go:embed js/element.js
var elementJS string

//go:embed js/address.js
var addressJS string

// A Page has what is not in its body. CSS and JS are its own style and script, which follow the
// base ones; a page without JS has no script. Meta has further elements of the head.
type Page struct {
	Title   string
	CSS, JS string
	Meta    Markup
}

// Write writes the page with its body. Only w returns errors.
func (p Page) Write(w io.Writer, body ...any) error {
	css, js := baseCSS+p.CSS, ""
	if p.JS != "" {
		// It defines no global names.
		js = "(() => {\n\"use strict\";\n" + elementJS + addressJS + p.JS + "})();\n"
	}
	_, err := io.WriteString(w, "<!doctype html>"+El("html", Attr("lang", "en"),
		El("head",
			El("meta", Attr("charset", "utf-8")),
			El("meta", Attr("http-equiv", "Content-Security-Policy"), Attr("content", policy(css, js))),
			El("meta", Attr("name", "viewport"), Attr("content", "width=device-width, initial-scale=1")),
			p.Meta,
			El("meta", Attr("name", "referrer"), Attr("content", "no-referrer")),
			El("title", p.Title),
			El("style", Markup{css}),
		),
		El("body", body, If(js != "", El("script", Markup{js}))),
	).text+"\n")
	return err
}

// policy forbids everything but the page's own style and script, which it names
// by hash, and lets no text become markup.
func policy(css, js string) string {
	return "default-src 'none'; style-src '" + hash(css) + "'; script-src '" + hash(js) +
		"'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
