package contractfile

import (
	"reflect"
	"slices"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/lists"
)

// Keys that are not fields. like lists the fragments that a mapping is based on. Fragments are
// under shared, at the top level of a file.
const (
	like   = "like"
	shared = "shared"
)

// alike applies the fragments that a mapping names to a value.
func (r *reader) alike(base reflect.Value, n *document.Node) reflect.Value {
	named, ok := n.Field(like)
	if !ok {
		return base
	}
	all := named.Items()
	if named.Kind() == document.String {
		all = []*document.Node{named}
	}
	if len(all) == 0 {
		return r.mistaken(base, named, "the name of a fragment under shared, or a list of such")
	}
	fragments, ok := r.root.Field(shared)
	if !ok {
		fragments = r.root.Only()
	}
	for _, each := range all {
		fragment, ok := fragments.Field(each.Text())
		switch {
		case !ok:
			r.fault(each.Position(), meant(each.Text(), fieldNames(fragments)), "there is no %s under shared", shown(each))
		case slices.Contains(r.open, each.Text()):
			r.fault(each.Position(), "", "%s is like itself", shown(each))
		default:
			r.open = append(r.open, each.Text())
			base = r.laid(base, fragment)
			r.open = r.open[:len(r.open)-1]
		}
	}
	return base
}

func fieldNames(n *document.Node) []string {
	return lists.Of(n.Fields(), func(f document.Field) string { return f.Name })
}
