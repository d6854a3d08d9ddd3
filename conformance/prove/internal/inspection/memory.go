package inspection

import (
	"go/types"
	"maps"
	"slices"
	"strings"
)

// memory is what a way has done so far. What is written is remembered by the place,
// or by the field where the place is not known: two structs of one type then count as
// one. A supposed field stays as it is supposed, whatever is written to it.
type memory struct {
	suppose supposition
	// steps are the watched calls and writes in their order.
	steps []step
	cells map[string]thing
}

func (m *memory) fork() *memory {
	return &memory{m.suppose, slices.Clip(m.steps), maps.Clone(m.cells)}
}

// write puts a value into a cell, with all that is inside of it.
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

// read gives what a field of a struct holds.
func (m *memory) read(holder thing, field string, t types.Type) thing {
	if supposed, ok := m.suppose[field]; ok {
		return supposed
	}
	cell := holder.inside(field)
	found, ok := m.cells[cell]
	if whole := m.cells[holder.cell]; !ok && whole.cell != "" && whole.cell != holder.cell {
		// It is a copy.
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

// load gives what a pointer to no field leads to.
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
