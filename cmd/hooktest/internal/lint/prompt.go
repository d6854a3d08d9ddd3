package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
)

// otherAnswers finds questions to a model that ask for the answer of a command: whatever a hook asks a
// model, it answers with ok alone.
func otherAnswers(v *view) []finding.Finding {
	if v.agent.Aside {
		return nil
	}
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		handler, _ := v.agent.Handlers.Handler(h.Type)
		node, ok := h.Action.Field("prompt")
		if !ok || !slices.Contains(handler.Needs, "prompt") || v.guessed(handler.Rule) || rightAnswer.MatchString(node.Text()) {
			continue
		}
		asked := commandAnswers().FindStringSubmatch(node.Text())
		if asked == nil {
			continue
		}
		found = append(found, v.at(node.Position(), fmt.Sprintf("the question asks for %q, which is the answer of a command: %s reads ok alone, and goes on without it", asked[1], v.agent.Product),
			`ask for {"ok": true}, or {"ok": false, "reason": "…"}`))
	}
	return found
}

// rightAnswer is what a question says that asks for the right answer.
var rightAnswer = regexp.MustCompile("[\"'`]ok[\"'`]|\\bok:")

// commandAnswers finds the field by which a command decides, in a text with JSON in it.
var commandAnswers = sync.OnceValue(func() *regexp.Regexp {
	decides := []string{"continue"}
	for _, c := range dialect.Contracts() {
		for i := range c.Events {
			for _, d := range c.Events[i].Rules.Decisions {
				path := strings.Split(string(d.At), ".")
				decides = append(decides, regexp.QuoteMeta(path[len(path)-1]))
			}
		}
	}
	slices.Sort(decides)
	return regexp.MustCompile(`["'](` + strings.Join(slices.Compact(decides), "|") + `)["']\s*:`)
})
