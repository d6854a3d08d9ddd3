package author

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/hook"
)

func placeOf(entry hook.Entry) string { return nearPosition(entry.Position).String() }

// nearPosition names a file below the working directory the short way.
func nearPosition(p hook.Position) hook.Position {
	p.File = console.Near(p.File)
	return p
}

type placeJSON struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

func place(p hook.Position) *placeJSON {
	if p.IsZero() {
		return nil
	}
	return &placeJSON{p.File, p.Line, p.Column}
}
