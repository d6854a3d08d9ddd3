package script

import (
	"fmt"

	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// ht321 finds fields that the agents have only on other events.
func ht321(s *source) {
	if !s.known.certain() || s.dispatches {
		return
	}
	here := func(a access) bool { return s.known.fields().has[a.path[0]] }
	told := map[string]bool{}
	for _, a := range s.accesses {
		if told[a.path[0]] || here(a) || s.covered(a, here) || s.fieldLike(a) != "" {
			continue
		}
		if events := s.known.eventsWith(a.path[0]); len(events) > 0 {
			told[a.path[0]] = true
			fix := fmt.Sprintf("those of %s do", english.Or(lists.Texts(events)))
			if own := s.known.own(); len(own) > 0 {
				fix += ": here the fields of the event's own are " + english.And(own)
			}
			s.report(a.at, fmt.Sprintf("hooks of %s read no field %s", english.And(lists.Texts(s.known.events)), a.path[0]), fix)
		}
	}
}
