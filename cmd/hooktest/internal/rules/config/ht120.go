package config

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// ht120 finds a hook that an event has more than once for the same matcher.
func ht120(v *view) []finding.Finding {
	type key struct {
		event         hook.Event
		matcher, hook string
	}
	first := map[key]int{}
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		handler, _ := v.agent.Handlers.Handler(h.Type)
		if !handler.Command || !handler.Starts {
			continue
		}
		k := key{event: h.Event, hook: string(jsonvalue.Marshal(h.Config.Value()))}
		if h.Matcher != nil {
			k.matcher = *h.Matcher
		}
		line, again := first[k]
		if !again {
			first[k] = h.Config.Position().Line
			continue
		}
		does := "it runs twice"
		if handler.Once {
			does = "it runs once"
		}
		found = append(found, v.at(h.Config.Position(), fmt.Sprintf("the same hook as in line %d, for the same matcher: %s", line, does), "take one of them out"))
	}
	return found
}
