package verification

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
)

// A Status says what is known of a fact after a verification, or of a case.
type Status string

const (
	// Confirmed: the agent does what the contract says.
	Confirmed Status = "confirmed"
	// Contradicted: it does something else.
	Contradicted Status = "contradicted"
	// Flaky: it does so at times.
	Flaky Status = "flaky"
	// Unobservable: the agent could not show it here, the contract does not say what it does, or it
	// took part in cases and decided none.
	Unobservable Status = "not observable"
	// Unknown: no case is about it.
	Unknown Status = "unknown"
)

// A Difference is one thing that the agent does otherwise than the contract says.
type Difference struct {
	// What names the thing, Contract and Agent are both sides.
	What     string `json:"what"`
	Contract string `json:"contract"`
	Agent    string `json:"agent"`
	// Facts are the facts that this contradicts.
	Facts []string `json:"facts"`
}

// A Result is what a case showed.
type Result struct {
	Case        string       `json:"case"`
	Status      Status       `json:"status"`
	Why         string       `json:"why,omitempty"`
	Facts       []string     `json:"facts"`
	Differences []Difference `json:"differences,omitempty"`
	Prediction  Prediction   `json:"prediction"`
	Observation Observation  `json:"observation"`
}

// A FactResult is what all cases showed of a fact.
type FactResult struct {
	ID     string       `json:"fact"`
	Text   string       `json:"text"`
	Kind   dialect.Kind `json:"kind"`
	Seen   []string     `json:"seen,omitempty"`
	Status Status       `json:"status"`
	// Needs is what it takes to observe the fact, beyond a headless run; empty if nothing.
	Needs string `json:"needs,omitempty"`
	// Cases are the names of the cases that decide the status.
	Cases []string `json:"cases,omitempty"`
}

// judge compares both sides of a case.
func (s scene) judge(p Prediction, o Observation) Result {
	r := Result{Case: s.Name, Status: Confirmed, Facts: p.facts(), Prediction: p, Observation: o}
	switch {
	case o.Unseen != "":
		r.Status, r.Why = Unobservable, o.Unseen
	case p.Open != "":
		r.Status, r.Why = Unobservable, "the contract does not say what happens: "+p.Open
	default:
		if r.Differences = s.compare(p, o); len(r.Differences) > 0 {
			r.Status = Contradicted
		}
	}
	return r
}

// readText names a difference in what the model reads.
const readText = "text for the model"

func (s scene) compare(p Prediction, o Observation) (all []Difference) {
	starting := p.Starting
	if len(starting) == 0 {
		starting = p.Deciding
	}
	if p.Ends || o.Ended != "" {
		if p.Ends == (o.Ended != "") {
			return nil
		}
		return []Difference{{"agent", endsText(p.Ends), cmp.Or(o.Ended, endsText(false)), starting}}
	}
	predicted, observed := slices.Clone(p.Started), slices.Clone(o.Started)
	if !s.aboutTools() && !(s.Moment == dialect.TurnBefore && p.Next) {
		// A session may have several moments of the kind.
		for _, counts := range [][]int{predicted, observed} {
			for i := range counts {
				counts[i] = min(counts[i], 1)
			}
		}
	}
	if !slices.Equal(predicted, observed) {
		// All else follows from that.
		return []Difference{{"hooks started", fmt.Sprint(predicted), fmt.Sprint(observed), starting}}
	}
	if s.aboutTools() && p.Ran != o.Ran {
		all = append(all, Difference{"tool", ranText(p.Ran), ranText(o.Ran), p.Deciding})
	}
	if p.Next != o.Next && !p.Asked {
		all = append(all, Difference{"model", nextText(p.Next), nextText(o.Next), p.Deciding})
	}
	if p.Next && o.Next {
		if text := strings.Join(o.Texts, "\n"); !s.reads(p.Model, text) {
			all = append(all, Difference{readText, modelText(p.Model), modelText(&text), p.Deciding})
		}
	}
	return all
}

// reads reports whether the model reads what is predicted, and nothing of a hook if that is nothing.
func (s scene) reads(predicted *string, text string) bool {
	if predicted != nil {
		for part := range strings.SplitSeq(*predicted, "…") {
			_, rest, ok := strings.Cut(text, part)
			if !ok {
				return false
			}
			text = rest
		}
		return true
	}
	for i := range s.Hooks {
		if strings.Contains(text, s.reason(i)) {
			return false
		}
	}
	return true
}

func ranText(file string) string {
	switch number, changed := strings.CutPrefix(file, "rewritten-"); {
	case changed:
		return "the tool runs with the input of hook " + number
	case file == "":
		return "the tool does not run"
	}
	return "the tool runs"
}

func nextText(next bool) string {
	if next {
		return "the model is asked again"
	}
	return "the model is not asked again"
}

func endsText(ends bool) string {
	if ends {
		return "the agent ends at once"
	}
	return "the agent starts"
}

func modelText(model *string) string {
	if model == nil {
		return "it reads nothing of hooks"
	}
	return "it reads " + cmp.Or(visible.Clip(visible.Line(*model), 600), "an empty text")
}

// inputRules returns the rules of the fields that hooks of an event read.
func inputRules(row *dialect.Event) []string {
	return lists.Of(row.Fields, func(f dialect.Field) string { return f.Rule })
}

// reading compares what hooks of an event read with the fields of the contract. ok is false if the
// contract says nothing of it.
func reading(c *dialect.Contract, event hook.Event, stdin string) (r Result, ok bool) {
	row, _ := c.Event(event)
	f := &facts{contract: c}
	r = Result{Case: "what hooks of " + string(event) + " read", Status: Confirmed, Facts: f.known(inputRules(row))}
	if len(r.Facts) == 0 {
		return r, false
	}
	r.Prediction.Deciding = r.Facts
	differ := func(contract, agent string, ids ...string) {
		r.Status = Contradicted
		r.Differences = append(r.Differences, Difference{"input of hooks", contract, agent, f.known(ids)})
	}
	object, err := jsonvalue.ParseObject([]byte(stdin))
	if err != nil {
		differ("it is an object", visible.Clip(visible.Line(stdin), 200), r.Facts...)
		return r, true
	}
	whole := c.Payload(event, c.Sample(event, ""), dialect.Given{})
	var missing, further []string
	for name := range whole.All() {
		i := slices.IndexFunc(row.Fields, func(f dialect.Field) bool { return f.Name == name })
		value, has := object.Get(name)
		switch {
		case !has && (i < 0 || !row.Fields[i].Optional):
			missing = append(missing, name)
		case has && i >= 0 && row.Fields[i].Kind != jsonvalue.KindOf(value):
			differ(name+" is "+row.Fields[i].Kind, "it is "+jsonvalue.KindOf(value), row.Fields[i].Rule)
		}
	}
	for name := range object.All() {
		_, known := whole.Get(name)
		if !known && !slices.ContainsFunc(row.Fields, func(f dialect.Field) bool { return f.Name == name }) {
			further = append(further, name)
		}
	}
	if len(missing)+len(further) > 0 {
		differ("it has "+cmp.Or(english.And(missing), "no more"), "it has "+cmp.Or(english.And(further), "no others"), r.Facts...)
	}
	if name, has := object.GetString(row.Subject.Field); has && row.Subject.Tool {
		r.Facts = append(r.Facts, c.Tools.Fact)
		if want, _ := c.Tools.For(dialect.RunShell); want.Name != name {
			differ("the shell is "+want.Name, "it is "+name, c.Tools.Fact)
		}
	}
	return r, true
}

// factResults returns the status of each fact of the contract after all cases.
func factResults(c *dialect.Contract, results []Result) (all []FactResult) {
	for _, fact := range c.Facts {
		one := FactResult{ID: fact.ID, Text: fact.Text, Kind: fact.Kind, Seen: fact.Seen, Needs: fact.Needs, Status: Unknown}
		// The worst comes last.
		order := []Status{Unknown, Unobservable, Confirmed, Flaky, Contradicted}
		for _, r := range results {
			status := r.Status
			if status == Confirmed && r.Prediction.incidental(fact.ID) {
				status = Unobservable
			}
			blamed := slices.ContainsFunc(r.Differences, func(d Difference) bool { return slices.Contains(d.Facts, fact.ID) })
			if !slices.Contains(r.Facts, fact.ID) || len(r.Differences) > 0 && !blamed {
				continue
			}
			switch rank := slices.Index(order, status) - slices.Index(order, one.Status); {
			case rank > 0:
				one.Status, one.Cases = status, []string{r.Case}
			case rank == 0:
				one.Cases = append(one.Cases, r.Case)
			}
		}
		all = append(all, one)
	}
	return all
}
