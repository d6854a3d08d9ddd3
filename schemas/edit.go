package schemas

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// edit changes one place of a JSON value.
type edit struct {
	// pointer is the JSON Pointer of the place.
	pointer string
	// value is the new value at the place; gone means that the place is removed.
	value any
	gone  bool
}

const goneWord = "without "

// parseEdit reads the edits of vectors: `/cwd = 7` sets a field or item, or adds it; `=
// []` replaces the whole value; `without /cwd` removes.
func parseEdit(text string) (edit, error) {
	if pointer, ok := strings.CutPrefix(text, goneWord); ok {
		return edit{pointer: pointer, gone: true}, nil
	}
	pointer, value, ok := strings.Cut(" "+text, " = ")
	if !ok {
		return edit{}, fmt.Errorf("an edit reads 'POINTER = JSON' or '%sPOINTER'", goneWord)
	}
	parsed, err := jsonvalue.Parse([]byte(value))
	if err != nil {
		return edit{}, fmt.Errorf("the value of the edit: %w", err)
	}
	return edit{pointer: strings.TrimSpace(pointer), value: parsed}, nil
}

// apply returns the edited value; the original does not change.
func (e edit) apply(value any) (any, error) {
	steps := strings.Split(e.pointer, "/")
	if steps[0] != "" {
		return nil, e.nothing()
	}
	return e.below(jsonvalue.Clone(value), steps[1:])
}

func (e edit) nothing() error { return fmt.Errorf("there is nothing to edit at %q", e.pointer) }

// below edits a value in place, at the rest of the pointer.
func (e edit) below(value any, steps []string) (any, error) {
	if len(steps) == 0 {
		return e.value, nil
	}
	step, removes, adds := unescape(steps[0]), e.gone && len(steps) == 1, !e.gone && len(steps) == 1
	switch holder := value.(type) {
	case *jsonvalue.Object:
		child, ok := holder.Get(step)
		if !ok && !adds {
			return nil, e.nothing()
		}
		if removes {
			holder.Delete(step)
			return holder, nil
		}
		child, err := e.below(child, steps[1:])
		holder.Set(step, child)
		return holder, err
	case []any:
		i, err := strconv.Atoi(step)
		if err == nil && adds && i == len(holder) {
			return append(holder, e.value), nil
		}
		if err != nil || i < 0 || i >= len(holder) {
			return nil, e.nothing()
		}
		if removes {
			return slices.Delete(holder, i, i+1), nil
		}
		holder[i], err = e.below(holder[i], steps[1:])
		return holder, err
	}
	return nil, e.nothing()
}
