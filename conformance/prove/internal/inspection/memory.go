package inspection

import (
	"go/types"
	"maps"
	"slices"
	"strings"
)

// memory is the state of a path. A written value is stored by its memory cell, or by
// its field if the cell is unknown; then all structs of a type share the field. A field
// in a supposition keeps the supposed value, also if another is written to it.
type memory struct {
	suppose supposition
	// steps are the watched calls and writes in their order.
	steps []step
	cells map[string]thing
}

func (m *memory) fork() *memory {
	return &memory{m.suppose, slices.Clip(m.steps), maps.Clone(m.cells)}
}

// write stores a value in a cell, with the cells inside of it.
func (m *memory) write(cell string, what thing) {
	maps.DeleteFunc(m.cells, func(other string, _ thing) bool { return strings.HasPrefix(other, cell+".") })
	m.cells[cell] = what
	if what.cell == "" {
		return
	}
	for other, inside := range m.cells {
		if rest, ok := strings.CutPrefix(other, what.cell+"."); ok {
			m.cells[cell+"."+rest] = inside
		}
	}
}

// read returns the value of a struct's field.
func (m *memory) read(holder thing, field string, t types.Type) thing {
	if supposed, ok := m.suppose[field]; ok {
		return supposed
	}
	cell := holder.inside(field)
	found, ok := m.cells[cell]
	if whole := m.cells[holder.cell]; !ok && whole.cell != "" && whole.cell != holder.cell {
		// The struct is a copy of another one.
		return m.read(whole, field, t)
	} else if !ok && (holder.zeroed || whole.zeroed) {
		found = zero(t)
	}
	if found.from == "" {
		found.from = field
	}
	if found.cell == "" {
		found.cell = cell
	}
	return found
}

// load returns the value that a pointer leads to, other than a field.
func (m *memory) load(pointer thing) thing {
	found, ok := m.cells[pointer.cell]
	if !ok {
		found = thing{from: pointer.from}
	}
	if found.cell == "" {
		found.cell = pointer.cell
	}
	return found
}
