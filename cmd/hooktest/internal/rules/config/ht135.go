package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/engine/dialect"
)

// ht135 finds prompts that ask the model for a command hook's output, while the agent reads
// another form.
func ht135(v *view) {
	own := string(v.agent.Handlers.Model.Decision.At)
	if own == "" {
		return
	}
	// A prompt that names the right field is right. Other JSON in it may be the subject of the
	// question.
	right := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(own) + `\b`)
	for _, h := range v.survey.Hooks {
		handler, _ := v.agent.Handlers.Handler(h.Type)
		node, ok := h.Action.Field(v.agent.Handlers.Model.Prompt)
		if !ok || !slices.Contains(handler.Needs, v.agent.Handlers.Model.Prompt) || right.MatchString(node.Text()) {
			continue
		}
		asked := commandAnswers().FindStringSubmatch(node.Text())
		if asked == nil {
			continue
		}
		v.report(node.Position(), fmt.Sprintf("the question asks for %q, which is the answer of a command: %s reads %s, and continues without it", asked[1], v.agent.Product, own),
			fmt.Sprintf(`ask for {%q: …} alone`, own))
	}
}

// commandAnswers matches a text with JSON that has a deciding field of a command hook.
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
	field := `\{\s*["'](` + strings.Join(slices.Compact(decides), "|") + `)["']\s*:`
	asks := `(?i:\b(?:answer|respond|reply|return|output|say|write|print|give)\b[^{.?!]*`
	// A later sentence is about the answer if it says which answer to give in which case.
	return regexp.MustCompile(asks + `(?:[.!]\s+(?:to|if|when|for|otherwise)\b[^{.?!]*)?)` + field)
})
