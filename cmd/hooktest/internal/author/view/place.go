package view

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/hook"
)

// Origin returns where a hook is configured, with a short path.
func Origin(entry hook.Entry) string { return Near(entry.Position).String() }

// Near shortens the path of a file below the working directory.
func Near(p hook.Position) hook.Position {
	p.File = console.Near(p.File)
	return p
}

// A Place is a place in a file for JSON reports.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// PlaceAt returns a position for a JSON report, or nil if there is none.
func PlaceAt(p hook.Position) *Place {
	if p.IsZero() {
		return nil
	}
	return &Place{p.File, p.Line, p.Column}
}
