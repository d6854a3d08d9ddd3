package effect

import "github.com/hooktest/hooktest/engine/jsonvalue"

// What stands in front of texts for the model (INT-42, HOOK-131): Paragraph
// between the content and a text, Mark in front of a system message.
const (
	Paragraph = "\n\n"
	Mark      = "[System] "
)

// Appended is the content of a tool's result for the model with a text behind it:
// to a string it is added directly, to parts as one more text part (INT-42). It
// comes in two pieces because it may be large. The content is left as it was.
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
