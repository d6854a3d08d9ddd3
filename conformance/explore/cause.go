package explore

import (
	"context"
	"slices"
	"strings"
)

// A Cause is the likely cause of the differences of one or many draws: one kind of
// difference that the same clauses cover.
type Cause struct {
	Kind string `json:"kind"`
	// Clauses are the ids of the clauses and interpretations that cover it; empty
	// if there are none.
	Clauses []string `json:"clauses"`
	// Count is how many draws show it, First the number of the first of them.
	Count int `json:"count"`
	First int `json:"first"`
	// Draw is the smallest draw that shows it, Differences are all differences of
	// that draw.
	Draw        Draw         `json:"draw"`
	Differences []Difference `json:"differences"`
	// Ran is how often the reference ran each of its hooks.
	Ran map[string]int `json:"ran"`
	// Forms are the sets of traits of the reduced draws that showed it.
	Forms [][]string `json:"forms"`
}

// Text reports whether a requirement covers the cause, not only an interpretation.
func (c Cause) Text() bool {
	return slices.ContainsFunc(c.Clauses, func(id string) bool { return strings.HasPrefix(id, "HOOK-") })
}

// Own returns the differences of its draw that are of the cause's kind.
func (c Cause) Own() []Difference {
	return slices.DeleteFunc(slices.Clone(c.Differences), func(d Difference) bool { return d.kind() != c.Kind })
}

// explains reports whether the cause explains a difference of this kind: the draw
// has all traits of one of its forms.
func (c Cause) explains(traits []string, kind string) bool {
	if c.Kind != kind {
		return false
	}
	return slices.ContainsFunc(c.Forms, func(form []string) bool {
		return !slices.ContainsFunc(form, func(trait string) bool { return !slices.Contains(traits, trait) })
	})
}

// explain looks for the causes of a draw's differences. Each kind that no known
// cause explains is reduced and reported separately.
func (e *Exploration) explain(ctx context.Context, s *State, number int, d Draw, differences []Difference) error {
	traits := d.traits()
	counted := map[int]bool{}
	unsteady := false
	for _, kind := range roots(differences) {
		i := slices.IndexFunc(s.Causes, func(c Cause) bool { return c.explains(traits, kind) })
		if i < 0 {
			e.show(*s)
			small, left, err := e.shrink(ctx, d, kind)
			if err != nil {
				return err
			}
			if left.differences == nil {
				unsteady = true
				continue
			}
			i = s.add(number, kind, small, left)
		}
		if !counted[i] {
			counted[i] = true
			s.Causes[i].Count++
		}
	}
	if unsteady && len(counted) == 0 {
		s.Unsteady = append(s.Unsteady, Flicker{number, differences})
	}
	return nil
}

// add files a reduced draw under its cause and says which one that is.
func (s *State) add(number int, kind string, d Draw, o outcome) int {
	// In JSON it must be a list, even if no clause covers it.
	clauses := append([]string{}, clausesOf(d, kind)...)
	c := Cause{Kind: kind, Clauses: clauses, First: number, Draw: d, Differences: o.differences, Ran: o.ran, Forms: [][]string{d.traits()}}
	i := slices.IndexFunc(s.Causes, func(known Cause) bool {
		return known.Kind == c.Kind && slices.Equal(known.Clauses, c.Clauses) && (len(c.Clauses) > 0 || slices.Equal(known.Forms[0], c.Forms[0]))
	})
	if i < 0 {
		s.Causes = append(s.Causes, c)
		return len(s.Causes) - 1
	}
	known := s.Causes[i]
	known.Forms = append(slices.Clone(known.Forms), c.Forms[0])
	if d.size() < known.Draw.size() {
		known.Draw, known.Differences, known.Ran = c.Draw, c.Differences, c.Ran
	}
	s.Causes[i] = known
	return i
}

// size returns the length of a draw as JSON.
func (d Draw) size() int { return len(encode(d)) }
