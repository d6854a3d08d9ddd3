package script

import (
	"fmt"
	"sync"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
)

// ht338 finds answers that make some agent ask the user, but those that read them only
// continue.
func ht338(s *source) []finding.Finding {
	if s.exitsTwo >= 0 || s.dispatches {
		return nil
	}
	var found []finding.Finding
	for _, l := range s.literals() {
		if l.denies() || !l.says(questions()) {
			continue
		}
		if s.heard(l, "") {
			return nil
		}
		a, ok := s.passing(l)
		if !ok {
			continue
		}
		fix := "nothing that a hook answers there asks the user"
		if how := finding.HowToRefuse(a.Contract, a.event); how != "" {
			fix += ": to refuse, " + how
		}
		found = append(found, s.says(l.at, fmt.Sprintf("%s does not ask the user on %s: it continues as if there were no answer", a.Product, a.event), fix)...)
	}
	return found
}

var questions = sync.OnceValue(func() []saying { return sayings(dialect.Asks) })
