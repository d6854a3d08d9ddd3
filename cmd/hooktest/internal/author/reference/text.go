package reference

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/topic"
)

func explainFormats() []string { return []string{"pretty", "json", "markdown"} }

// textColumns is the width of running text: the terminal's width, limited so that lines stay
// readable.
func textColumns(out *term.Stream) int { return min(out.Width(), 100) - 1 }

func look(out *term.Stream) topic.Look {
	return topic.Look{
		Strong: func(text string) string { return string(out.Styled(term.Bold, text)) },
		Faint:  func(text string) string { return string(out.Styled(term.Dim, text)) },
	}
}
