package explore

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// A Cause is what most likely lies behind the differences of one or many draws:
// one kind of difference, of which the same clauses speak.
type Cause struct {
	Kind string `json:"kind"`
	// Clauses are the ids of clauses and interpretations that speak of it; none
	// where no text does.
	Clauses []string `json:"clauses"`
	// Count is how many draws show it, First the number of the first of them.
	Count int `json:"count"`
	First int `json:"first"`
	// Draw is the smallest draw that shows it, Differences is all it shows.
	Draw        Draw         `json:"draw"`
	Differences []Difference `json:"differences"`
	// Ran is how often the reference ran each of its hooks.
	Ran map[string]int `json:"ran"`
	// Forms are what it took each time, as traits of draws.
	Forms [][]string `json:"forms"`
}

// Text tells whether the text of a requirement speaks of the cause, and not an
// interpretation alone.
func (c Cause) Text() bool {
	return slices.ContainsFunc(c.Clauses, func(id string) bool { return strings.HasPrefix(id, "HOOK-") })
}

// Own are the differences of the cause's kind, of all that its draw shows.
func (c Cause) Own() []Difference {
	return slices.DeleteFunc(slices.Clone(c.Differences), func(d Difference) bool { return d.kind() != c.Kind })
}

// explains tells whether a difference of a kind is nothing new: a draw that has
// all that it took before.
func (c Cause) explains(traits []string, kind string) bool {
	if c.Kind != kind {
		return false
	}
	return slices.ContainsFunc(c.Forms, func(form []string) bool {
		return !slices.ContainsFunc(form, func(trait string) bool { return !slices.Contains(traits, trait) })
	})
}

// explain looks for the causes of a draw's differences. Each kind that no known
// cause explains is reduced and told by itself.
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
	// A reader of JSON wants a list, also where no text speaks of it.
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

// size is how much there is to read of a draw.
func (d Draw) size() int { return len(encode(d)) }

// byCount gives the causes with those that texts of requirements speak of first,
// and the most frequent of them first.
func byCount(causes []Cause) []Cause {
	sorted := slices.Clone(causes)
	weight := func(c Cause) int {
		switch {
		case c.Text():
			return 0
		case len(c.Clauses) > 0:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(sorted, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(weight(a), weight(b)), cmp.Compare(b.Count, a.Count), cmp.Compare(a.First, b.First))
	})
	return sorted
}
