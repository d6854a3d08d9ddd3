package topic

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/testscripts"
)

// requirementSource explains HOOK ids, their clauses and INT ids.
type requirementSource struct{ catalogue *catalogue.Catalogue }

var looseID = lazyregexp.New(`(?i)^(hook|int)?[-_ ]*0*(\d{1,3})([a-z]?)(\.\d{1,3})?$`)

// Canonical treats a bare number as a requirement's.
func (s requirementSource) Canonical(id string) string {
	m := looseID.FindStringSubmatch(id)
	if m == nil {
		return id
	}
	n, _ := strconv.Atoi(m[2])
	if strings.EqualFold(m[1], "int") {
		return fmt.Sprintf("INT-%02d%s%s", n, m[3], m[4])
	}
	return fmt.Sprintf("HOOK-%03d%s%s", n, strings.ToLower(m[3]), m[4])
}

func (s requirementSource) Find(id string) (Topic, bool) {
	if r, ok := s.catalogue.Lookup(id); ok {
		return s.requirement(r), true
	}
	if in, ok := s.catalogue.Interpretation(id); ok {
		return s.interpretation(in), true
	}
	if c, ok := s.catalogue.Clause(id); ok {
		owner, _ := s.catalogue.Lookup(id[:strings.LastIndexByte(id, '.')])
		return s.clause(owner, c), true
	}
	return Topic{}, false
}

func (s requirementSource) Entries() []Entry {
	all := lists.Of(s.catalogue.Requirements(), func(r catalogue.Requirement) Entry {
		return Entry{r.ID, marked(r.Title, r.State)}
	})
	for _, in := range s.catalogue.Interpretations() {
		all = append(all, Entry{in.ID, in.Title})
	}
	return all
}

// Nearest returns both halves of an id that is split into two.
func (s requirementSource) Nearest(id string) []string {
	canonical := s.Canonical(strings.TrimSpace(id))
	owner, clause, _ := strings.Cut(canonical, ".")
	if clause != "" {
		clause = "." + clause
	}
	candidates := []string{canonical}
	if _, first := s.catalogue.Lookup(owner + "a"); first {
		candidates = []string{owner + "a" + clause, owner + "b" + clause}
	}
	var near []string
	for _, candidate := range candidates {
		if id := s.catalogue.Nearest(candidate); id != "" {
			near = append(near, id)
		}
	}
	return near
}

// A reference is an id with its title in JSON.
type reference struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

func (s requirementSource) references(ids []string) []reference {
	refs := make([]reference, 0, len(ids))
	for _, id := range ids {
		title := ""
		if r, ok := s.catalogue.Lookup(id); ok {
			title = r.Title
		} else if c, ok := s.catalogue.Clause(id); ok {
			title = c.Text
		} else if in, ok := s.catalogue.Interpretation(id); ok {
			title = in.Title
		}
		refs = append(refs, reference{id, title})
	}
	return refs
}

type sectionData struct {
	Number int    `json:"number"`
	Title  string `json:"title"`
}

type clauseData struct {
	ID      string `json:"id"`
	Text    string `json:"text"`
	Observe string `json:"observe"`
	Verify  string `json:"verify"`
	Why     string `json:"why,omitempty"`
	Profile string `json:"profile"`
	// Needs are the other ids that its checks depend on.
	Needs []string `json:"needs,omitempty"`
}

type deviationData struct {
	Product string `json:"product"`
	Does    string `json:"does"`
}

type requirementData struct {
	ID              string          `json:"id"`
	Kind            string          `json:"kind"`
	Title           string          `json:"title"`
	Section         sectionData     `json:"section"`
	Status          string          `json:"status"`
	Pattern         string          `json:"pattern,omitempty"`
	State           string          `json:"state,omitempty"`
	MergedInto      *reference      `json:"mergedInto,omitempty"`
	Statement       string          `json:"statement,omitempty"`
	Clauses         []clauseData    `json:"clauses"`
	Note            string          `json:"note,omitempty"`
	Interpretations []reference     `json:"interpretations"`
	SeeAlso         []reference     `json:"seeAlso"`
	Deviations      []deviationData `json:"departures"`
}

func (s requirementSource) requirement(r catalogue.Requirement) Topic {
	data := requirementData{
		ID: r.ID, Kind: "requirement", Title: r.Title,
		Section: s.section(r.Section), Status: string(r.Status), Pattern: string(r.Pattern), State: string(r.State),
		Statement: r.Statement, Clauses: []clauseData{}, Note: r.Note,
		Interpretations: s.references(r.Interpretations),
		SeeAlso:         s.references(r.SeeAlso),
		Deviations:      []deviationData{},
	}
	needs := needsOf(r.ID)
	for _, c := range r.Clauses {
		data.Clauses = append(data.Clauses, newClauseData(c, needs[c.ID]))
	}
	for _, d := range dialect.Deviations(r.ID) {
		data.Deviations = append(data.Deviations, deviationData{d.Product, d.Does})
	}
	if r.Status == catalogue.Merged {
		data.MergedInto = &s.references([]string{r.MergedInto})[0]
	}
	return Topic{ID: r.ID, Title: marked(r.Title, r.State), Kind: requirementKind(data), Sections: data.sections(), Data: data}
}

func (s requirementSource) section(number int) sectionData {
	for _, section := range s.catalogue.Sections() {
		if section.Number == number {
			return sectionData{number, section.Title}
		}
	}
	return sectionData{Number: number}
}

func requirementKind(d requirementData) string {
	kind := "requirement, " + d.Pattern
	if d.MergedInto != nil {
		kind = "requirement, merged"
	}
	return fmt.Sprintf("%s, section %d: %s", strings.ReplaceAll(kind, "unwanted-behaviour", "unwanted behaviour"), d.Section.Number, d.Section.Title)
}

func (d requirementData) sections() []Section {
	if d.MergedInto != nil {
		return []Section{{
			Text:  []string{"This requirement was merged. What it required is in another one."},
			Items: []Item{{Label: d.MergedInto.ID, Text: d.MergedInto.Title}},
		}}
	}
	sections := []Section{{Text: append([]string{d.Statement}, targetText(d.State)...)}}
	clauses := Section{Heading: "Clauses"}
	for _, c := range d.Clauses {
		clauses.Items = append(clauses.Items, Item{Label: c.ID, Text: c.Text, Detail: c.detail()})
	}
	sections = append(sections, clauses)
	if d.Note != "" {
		sections = append(sections, Section{Heading: "For authors", Text: []string{d.Note}})
	}
	if len(d.Deviations) > 0 {
		deviations := Section{Heading: "Known deviations"}
		for _, deviation := range d.Deviations {
			deviations.Text = append(deviations.Text, deviation.Product+" "+deviation.Does+".")
		}
		sections = append(sections, deviations)
	}
	return append(sections, referenceSections(d.Interpretations, d.SeeAlso)...)
}

// marked returns a title with the mark of a target.
func marked(title string, state catalogue.State) string {
	return strings.TrimSpace(title + " " + state.Mark())
}

// targetText explains the mark of a target.
func targetText(state string) []string {
	mark := catalogue.State(state).Mark()
	if mark == "" {
		return nil
	}
	return []string{mark + ": the described product did not do this yet when the requirement was written. It binds all the same; reports count with and without it."}
}

func referenceSections(interpretations, seeAlso []reference) []Section {
	return lists.Where([]Section{
		{Heading: "Interpretations", Items: referenceItems(interpretations)},
		{Heading: "See also", Items: referenceItems(seeAlso)},
	}, func(part Section) bool {
		return len(part.Items) > 0
	})
}

func referenceItems(refs []reference) []Item {
	return lists.Of(refs, func(ref reference) Item { return Item{Label: ref.ID, Text: ref.Title} })
}

// needsOf returns what the checks of a requirement or an interpretation need, by clause. It reads
// only the cases of that id. It skips broken ones: running them reports the fault.
func needsOf(id string) map[string][]string {
	var all []cases.Case
	files, _ := fs.Glob(testscripts.Files, "*/"+id+"-*.txtar")
	for _, name := range files {
		text, err := fs.ReadFile(testscripts.Files, name)
		if err != nil {
			continue
		}
		if c, err := cases.Parse(name, text); err == nil {
			all = append(all, c)
		}
	}
	return cases.NeedsOf(all)
}

func newClauseData(c catalogue.Clause, needs []string) clauseData {
	return clauseData{
		ID: c.ID, Text: c.Text, Observe: string(c.Observe),
		Verify: string(c.Verify), Why: c.Why, Profile: string(c.Profile), Needs: needs,
	}
}

// detail describes in one line how the clause is verified.
func (d clauseData) detail() string {
	if d.Verify == string(catalogue.ByInspection) {
		return "by inspection: " + d.Why
	}
	text := "tested through " + seenIn(catalogue.Observe(d.Observe)) + ", profile " + d.Profile
	if len(d.Needs) > 0 {
		text += ", needs " + strings.Join(d.Needs, " and ")
	}
	return text
}

func seenIn(o catalogue.Observe) string {
	switch o {
	case catalogue.ObserveScript:
		return "what the hook sees"
	case catalogue.ObserveOutcome:
		return "the event's result"
	case catalogue.ObserveCaller:
		return "what the caller does"
	case catalogue.ObserveComponent:
		return "a component"
	}
	return "the source"
}

func (s requirementSource) clause(owner catalogue.Requirement, c catalogue.Clause) Topic {
	type data struct {
		clauseData
		Kind        string    `json:"kind"`
		Title       string    `json:"title"`
		Requirement reference `json:"requirement"`
		Statement   string    `json:"statement"`
		State       string    `json:"state"`
	}
	d := data{newClauseData(c, needsOf(owner.ID)[c.ID]), "clause", c.Text, reference{owner.ID, owner.Title}, owner.Statement, string(owner.State)}
	return Topic{ID: c.ID, Title: marked(c.Text, owner.State), Kind: "clause, " + d.detail(), Data: d, Sections: []Section{
		{Heading: "Part of", Items: []Item{{Label: owner.ID, Text: owner.Title}}, Text: append([]string{owner.Statement}, targetText(string(owner.State))...)},
	}}
}

func (s requirementSource) interpretation(in catalogue.Interpretation) Topic {
	type data struct {
		ID           string      `json:"id"`
		Kind         string      `json:"kind"`
		Title        string      `json:"title"`
		Text         string      `json:"text"`
		Requirements []reference `json:"requirements"`
		Needs        []reference `json:"needs,omitempty"`
	}
	d := data{in.ID, "interpretation", in.Title, in.Text, s.references(in.Requirements), s.references(needsOf(in.ID)[in.ID])}
	sections := []Section{{Text: []string{in.Text}}}
	if len(d.Requirements) > 0 {
		sections = append(sections, Section{Heading: "Requirements", Items: referenceItems(d.Requirements)})
	}
	if len(d.Needs) > 0 {
		sections = append(sections, Section{Heading: "Its checks need", Items: referenceItems(d.Needs)})
	}
	return Topic{
		ID: in.ID, Title: in.Title, Data: d, Sections: sections,
		Kind: "interpretation: where the requirements are silent or contradict each other",
	}
}
