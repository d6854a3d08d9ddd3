package translator

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// messages reads the messages that a hook sent.
func (w *warnings) messages(list []any, path string) []message {
	sent := make([]message, 0, len(list))
	for i, value := range list {
		sent = append(sent, w.message(value, fmt.Sprintf("%s[%d]", path, i)))
	}
	return sent
}

const messageIgnored = "the message is ignored"

func (w *warnings) message(value any, path string) message {
	o, ok := value.(*jsonvalue.Object)
	if !ok {
		w.wrong(path, "an object", value, messageIgnored)
		return message{faulty: true}
	}
	var m message
	content, _ := o.Get("content")
	switch content := content.(type) {
	case string:
		m.text = content
	case []any:
		m.text = listText(content)
	default:
		if !o.Has("content") {
			w.addf("%s has no content: %s", path, messageIgnored)
		} else {
			w.wrong(path+".content", "a string or an array", content, messageIgnored)
		}
		return message{faulty: true}
	}
	if role, ok := w.text(o, path, "role"); ok {
		if knownRole(role) {
			m.role = role
		} else {
			w.addf("%s.role %q is not one of user, model, system: %s", path, role, fieldIgnored)
		}
	}
	return m
}

// listText joins the text items of a message's content (INT-38).
func listText(items []any) string {
	var b strings.Builder
	for _, item := range items {
		if o, ok := item.(*jsonvalue.Object); ok {
			if kind, ok := o.GetString("type"); ok && kind != "text" {
				continue
			}
		}
		text, _ := partText(item)
		b.WriteString(text)
	}
	return b.String()
}

// mergeMessages applies the messages that a hook sent to a request's contents; changed
// is false if they equal the shown ones. It may modify the contents.
//
//hooktest:impl HOOK-039 HOOK-179.4
func mergeMessages(contents any, sent []message) (merged any, changed bool) {
	items := contentItems(contents)
	shown := shownMessages(items)
	pairs := align(shown, sent)
	if unchanged(shown, sent, pairs) {
		return contents, false
	}
	sentFor := make(map[int]int, len(shown))
	for j, k := range pairs {
		if k != added {
			sentFor[k] = j
		}
	}
	result := []any{}
	// In front of a content, not after the previous one: the response to a
	// function call must directly follow the call.
	next := 0
	addUpTo := func(end int) {
		for ; next < end; next++ {
			if m := sent[next]; m.text != "" && !m.faulty {
				role := m.role
				if role == "" {
					role = roleUser
				}
				result = append(result, newContent(role, []any{m.text}))
			}
		}
	}
	k := 0
	for i, item := range items {
		if k == len(shown) || shown[k].item != i {
			result = append(result, item)
			continue
		}
		m := message{}
		if j, ok := sentFor[k]; ok {
			addUpTo(j)
			next = j + 1
			m = sent[j]
		}
		if m.faulty {
			m = shown[k]
		}
		if item, ok := withMessage(item, shown[k], m); ok {
			result = append(result, item)
		}
		k++
	}
	addUpTo(len(sent))
	return inShape(contents, separateBareParts(items, result)), true
}

// inShape returns changed contents in their original shape: contents that were a single
// item stay one, if one is left.
func inShape(contents any, result []any) any {
	if _, isList := contents.([]any); !isList && contents != nil && len(result) == 1 {
		return result[0]
	}
	return result
}

// unchanged reports whether every shown message came back unchanged and no text was
// added: then the request stays as it was (INT-38).
func unchanged(shown, sent []message, pairs []int) bool {
	paired := 0
	for j, k := range pairs {
		m := sent[j]
		switch {
		case k != added:
			paired++
			if !m.faulty && !m.same(shown[k]) {
				return false
			}
		case !m.faulty && m.text != "":
			return false
		}
	}
	return paired == len(shown)
}

// separateBareParts puts bare strings and parts into contents of their own if they are
// now next to contents with a role, because the SDK accepts no mixture. It reads
// adjacent bare parts as one user content, so they become one.
func separateBareParts(before, after []any) []any {
	if anyContent(before) || !anyContent(after) {
		return after
	}
	var result, bare []any
	flush := func() {
		if len(bare) > 0 {
			result = append(result, newContent(roleUser, bare))
			bare = nil
		}
	}
	for _, item := range after {
		if _, ok := asContent(item); ok {
			flush()
			result = append(result, item)
			continue
		}
		_, parts := openItem(item)
		bare = append(bare, parts...)
	}
	flush()
	return result
}

func anyContent(items []any) bool {
	for _, item := range items {
		if _, ok := asContent(item); ok {
			return true
		}
	}
	return false
}
