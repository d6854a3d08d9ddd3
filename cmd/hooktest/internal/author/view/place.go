package view

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/hook"
)

// Origin is where a hook is written, the short way.
func Origin(entry hook.Entry) string { return Near(entry.Position).String() }

// Near names a file below the working directory the short way.
func Near(p hook.Position) hook.Position {
	p.File = console.Near(p.File)
	return p
}

// A Place is one in a file, as JSON reports have it.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// PlaceAt is a position in a JSON report; nil where there is none.
func PlaceAt(p hook.Position) *Place {
	if p.IsZero() {
		return nil
	}
	return &Place{p.File, p.Line, p.Column}
}
