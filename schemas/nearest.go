package schemas

import "strings"

// nearest gives the known word that a mistyped one most likely meant: the one
// with the fewest changed letters, case aside, as long as at most a third of
// the word changes. Of several the first wins.
func nearest(word string, known []string) (string, bool) {
	best, least := "", len([]rune(word))/3+1
	for _, candidate := range known {
		if d := distance(strings.ToLower(word), strings.ToLower(candidate)); d < least {
			best, least = candidate, d
		}
	}
	return best, best != ""
}

// distance counts the insertions, deletions and replacements (Levenshtein) that
// make b of a.
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j := range to {
			cost := diagonal
			if from[i] != to[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(to)]
}
