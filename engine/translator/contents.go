package translator

import (
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A message is one message as a hook sees or sends it.
type message struct {
	// role is empty if a hook gave none, or an unknown one.
	role string
	text string
	// item is the index of the content item that the shown message came from.
	item int
	// faulty marks an unreadable message from a hook.
	faulty bool
}

// same reports whether a hook sent a message as it was shown. A missing role is no
// change (INT-38).
func (m message) same(shown message) bool {
	return !m.faulty && m.text == shown.text && (m.role == "" || m.role == shown.role)
}

// contentItems returns the items of a request's contents, which may be one item or a
// list: contents with a role, bare parts, or strings (INT-37).
func contentItems(contents any) []any {
	switch contents := contents.(type) {
	case nil:
		return nil
	case []any:
		return contents
	}
	return []any{contents}
}

//hooktest:impl HOOK-071 HOOK-072 HOOK-076
func shownMessages(items []any) []message {
	var shown []message
	for i, item := range items {
		role, parts := openItem(item)
		if text := joinedText(parts); text != "" {
			shown = append(shown, message{role: hookRole(role), text: text, item: i})
		}
	}
	return shown
}

func hookRole(role string) string {
	if knownRole(role) {
		return role
	}
	return roleUser
}

const (
	roleUser  = "user"
	roleModel = "model"
)

func knownRole(role string) bool {
	return role == roleUser || role == roleModel || role == "system"
}

// openItem returns the role and the parts of one content item (INT-37, INT-38).
func openItem(item any) (role string, parts []any) {
	o, ok := asContent(item)
	if !ok {
		switch item := item.(type) {
		case nil:
			return "", nil
		case []any:
			return "", item
		}
		return "", []any{item}
	}
	role, _ = o.GetString("role")
	inner, _ := o.Get("parts")
	return role, contentItems(inner)
}

// asContent distinguishes contents with a role or a list of parts from bare parts
// (INT-37, INT-38).
func asContent(item any) (*jsonvalue.Object, bool) {
	o, ok := item.(*jsonvalue.Object)
	if !ok || !(o.Has("parts") || o.Has("role")) {
		return nil, false
	}
	return o, true
}

func partText(part any) (string, bool) {
	switch part := part.(type) {
	case string:
		return part, true
	case *jsonvalue.Object:
		return part.GetString("text")
	}
	return "", false
}

//hooktest:impl HOOK-075
func joinedText(parts []any) string {
	var b strings.Builder
	for _, part := range parts {
		text, _ := partText(part)
		b.WriteString(text)
	}
	return b.String()
}

// withMessage returns the content item with the text and role that a hook sent in place
// of what it was shown (INT-38). It returns false if nothing is left of the item. It
// may modify the item.
//
//hooktest:impl HOOK-078
func withMessage(item any, shown, sent message) (any, bool) {
	oldRole, parts := openItem(item)
	role := oldRole
	if sent.role != "" && sent.role != shown.role {
		role = sent.role
	}
	if sent.text != shown.text {
		parts = replaceText(parts, sent.text)
	} else if role == oldRole {
		return item, true
	}
	if len(parts) == 0 {
		return nil, false
	}
	if content, ok := asContent(item); ok {
		if role != oldRole {
			content.Set("role", role)
		}
		content.Set("parts", parts)
		return content, true
	}
	switch {
	case role != "" && role != roleUser:
		return newContent(role, parts), true
	case len(parts) == 1:
		return parts[0], true
	}
	return parts, true
}

// newContent makes a content from parts, which may include strings.
func newContent(role string, parts []any) *jsonvalue.Object {
	list := []any{}
	for _, part := range parts {
		if text, ok := part.(string); ok {
			part = textPart(text)
		}
		list = append(list, part)
	}
	return jsonvalue.New(
		jsonvalue.Member{Key: "role", Value: role},
		jsonvalue.Member{Key: "parts", Value: list},
	)
}

func textPart(text string) *jsonvalue.Object {
	return jsonvalue.New(jsonvalue.Member{Key: "text", Value: text})
}

// replaceText puts the text in place of the first text part and removes the other text
// parts. An empty text removes all of them.
//
//hooktest:impl HOOK-078.4
func replaceText(parts []any, text string) []any {
	kept := []any{}
	placed := text == ""
	for _, part := range parts {
		if _, ok := partText(part); !ok {
			kept = append(kept, part)
			continue
		}
		if placed {
			kept = append(kept, silenced(part)...)
			continue
		}
		kept = append(kept, retold(part, parts, text))
		placed = true
	}
	return kept
}

// retold returns a text part, one of several, with another text.
func retold(part any, parts []any, text string) any {
	o, ok := part.(*jsonvalue.Object)
	texts := 0
	for _, one := range parts {
		if _, ok := partText(one); ok {
			texts++
		}
	}
	switch {
	case !ok:
		return text
	case texts == 1 || carriesData(o):
		o.Set("text", text)
		return o
	}
	// The text replaces several parts: properties of one of them, such as being a
	// thought, do not apply to all.
	return textPart(text)
}

// silenced returns what is left of a text part without its text.
func silenced(part any) []any {
	o, ok := part.(*jsonvalue.Object)
	if !ok || !carriesData(o) {
		return nil
	}
	o.Delete("text")
	return []any{o}
}

// carriesData reports whether a part with text also has data that hooks are not shown.
func carriesData(part *jsonvalue.Object) bool {
	for key := range part.All() {
		switch key {
		case "inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult":
			return true
		}
	}
	return false
}
