package script

import (
	"errors"
	"fmt"
	"strings"

	"github.com/itchyny/gojq"
	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/internal/visible"
)

// ht341 finds the jq programs that can't be parsed.
func ht341(s *source, sh *shell) {
	for _, c := range sh.named("jq") {
		filter, _, _ := jqFilter(c)
		if filter == nil || !verbatim(filter) {
			continue
		}
		_, err := gojq.Parse(filter.text)
		syntaxError, ok := errors.AsType[*gojq.ParseError](err)
		if !ok {
			continue
		}
		text, fix := "jq can't read its program: it ends too early", "close each bracket and quote"
		if token := syntaxError.Token; token != "" {
			text, fix = fmt.Sprintf("jq can't read its program from %q on", visible.Line(token)), "try it by itself: jq -n 'PROGRAM'"
		}
		s.report(filter.at(syntaxError.Offset-len(syntaxError.Token)), text, fix)
	}
}

// verbatim reports whether a word's text is known to be what the shell makes of it.
func verbatim(w *word) bool {
	if !w.static || len(w.node.Parts) != 1 {
		return false
	}
	quoted, single := w.node.Parts[0].(*syntax.SglQuoted)
	return single && !quoted.Dollar || !single && !strings.Contains(w.text, `\`)
}
