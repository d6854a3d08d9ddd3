package cli

import "github.com/hooktest/hooktest/internal/spelling"

// nearest gives the candidate that a person most likely meant by word, or ""
// if none comes close.
func nearest(word string, candidates []string) string {
	near, _ := spelling.Nearest(word, candidates)
	return near
}
