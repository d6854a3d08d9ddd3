package settingsfile

import (
	"slices"

	"github.com/hooktest/hooktest/engine/document"
)

// Covers reports whether the byte at an offset of the file is in a value. Values of TOML and YAML
// have no end: of them, the byte must begin a value or a name.
func Covers(node *document.Node, offset int) bool {
	begins := node.Position().Offset
	if node.End() > 0 {
		return begins <= offset && offset < node.End()
	}
	return begins == offset ||
		slices.ContainsFunc(node.Items(), func(item *document.Node) bool { return Covers(item, offset) }) ||
		slices.ContainsFunc(node.Fields(), func(field document.Field) bool {
			return field.NamePosition.Offset == offset || Covers(field.Value, offset)
		})
}
