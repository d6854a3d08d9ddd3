package finding

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
)

// ht403 finds an answer that is not valid JSON.
func ht403(r *run) []Finding {
	if !r.reads() || !strings.HasPrefix(r.stdout, "{") || r.answer != nil {
		return nil
	}
	if _, _, ok := r.within(); ok {
		return nil
	}
	_, err := document.Parse("", r.Result.Stdout, document.Options{})
	fault, ok := err.(*document.SyntaxError)
	if !ok {
		return nil
	}
	f := says(dialect.Stdout, fmt.Sprintf("the answer on stdout is not valid JSON: line %d, column %d: %s", fault.Position.Line, fault.Position.Column, fault.Message),
		"have a program write the JSON, such as jq -n --arg reason \"$reason\" '{…}', instead of building it by hand")
	f[0].Place.Position = fault.Position
	return f
}
