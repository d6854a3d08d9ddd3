package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/internal/memory"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("x", shownBytes)
	tests := []struct {
		name, in, want string
		reason         string
	}{
		{"empty", "", "", ""},
		{"lines", "a\n\nb\n\n", "a\n\nb", "the end of a text is not a line"},
		{"as many lines as are shown", strings.Repeat("a\n", shownLines), strings.TrimRight(strings.Repeat("a\n", shownLines), "\n"), ""},
		{"many lines", strings.Repeat("a\n", shownLines+2), strings.Repeat("a\n", shownLines) + fmt.Sprintf("(2 lines more, %d bytes in all)", 2*shownLines+4), ""},
		{"a line as long as is shown", long, long, ""},
		{"a long line", long + "yz", long + fmt.Sprintf(" (… %d bytes)", shownBytes+2), ""},
		{"a long line, cut in a character", long[1:] + "é", long[1:] + fmt.Sprintf(" (… %d bytes)", shownBytes+1), "no half of it"},
		{"long lines", strings.Repeat(long+"\n", 6), strings.Repeat(long+"\n", 4) + fmt.Sprintf("(2 lines more, %d bytes in all)", 6*(shownBytes+1)), ""},
		{"no UTF-8", "a\xffb", "a\uFFFDb", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, Excerpt(tt.in, int64(len(tt.in))), tt.reason)
			assert.Equal(t, tt.want, Excerpt([]byte(tt.in), int64(len(tt.in))), "bytes are read as a text is")
		})
	}
}

// The report once held a second copy of a hook's output of 10 MiB in memory.
func TestAnExcerptCopiesLittle(t *testing.T) {
	data := []byte(strings.Repeat("a line of output\n", 600_000))
	got := memory.Allocated(func() { _ = Excerpt(data, int64(len(data))) })
	assert.Less(t, got, uint64(1<<20))
}
