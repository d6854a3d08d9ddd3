package effect

import "github.com/hooktest/hooktest/engine/jsonvalue"

// The separators before texts for the model (INT-42, HOOK-131): Paragraph between the
// content and a text, Mark before a system message.
const (
	Paragraph = "\n\n"
	Mark      = "[System] "
)

// Appended returns a tool's result for the model with a text added: appended to a
// string, or as one more text part after parts (INT-42). The text comes in two pieces
// because it may be large. The original content is not changed.
//
//hooktest:impl HOOK-217
func Appended(content any, lead, text string) any {
	switch content := content.(type) {
	case nil:
		return lead + text
	case string:
		return content + lead + text
	case []any:
		return append(content[:len(content):len(content)], textPart(lead+text))
	default:
		return []any{content, textPart(lead + text)}
	}
}

func textPart(text string) *jsonvalue.Object {
	return jsonvalue.New(jsonvalue.Member{Key: "text", Value: text})
}
