package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// ht426 finds hooks whose change is lost because the change of a hook that ended later
// replaces it. The order may differ in the next run. Equal changes lose nothing.
func ht426(runs []*run) [][]Finding {
	all := make([][]Finding, len(runs))
	winner := -1
	for i, r := range runs {
		if r.Contract.Reading == nil || r.Contract.Reading.Others.Rewrite != dialect.Latest {
			return all
		}
		if r.words.Difference != nil && (winner < 0 || r.Result.Duration >= runs[winner].Result.Duration) {
			winner = i
		}
	}
	for i, r := range runs {
		if r.words.Difference == nil || i == winner || jsonvalue.Equal(r.words.Difference.After, runs[winner].words.Difference.After) {
			continue
		}
		all[i] = r.about(r.row.Rules.Rewrite.At, fmt.Sprintf("the changed %s is lost: %s changes it, too, and ended later", r.words.Difference.What, runs[winner].Result.Entry.Command),
			"make one hook of the two, or have only one of them change the input: nothing but time decides which is taken")
	}
	return all
}
