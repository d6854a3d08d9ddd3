package console

import "github.com/hooktest/hooktest/internal/spelling"

// Nearest gives the candidate that a person most likely meant by word, or ""
// if none comes close.
func Nearest(word string, candidates []string) string {
	near, _ := spelling.Nearest(word, candidates)
	return near
}
