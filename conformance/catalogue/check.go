package catalogue

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"

	"github.com/hooktest/hooktest/internal/source"
)

var digest = lazyregexp.New(`^sha256:[0-9a-f]{64}$`)

// checker collects the faults of all parts; ids maps every id to its first position.
type checker struct {
	requirements    map[string]*located[Requirement]
	numbers         map[int]bool
	interpretations map[string]*located[Interpretation]
	faults          []error
}

// check returns every fault of parts in the order of the files.
func (p parts) check() []error {
	c := checker{
		requirements:    map[string]*located[Requirement]{},
		numbers:         map[int]bool{},
		interpretations: map[string]*located[Interpretation]{},
	}
	c.indexRequirements(p.files)
	c.indexInterpretations(p.interpretations)
	for _, f := range p.files {
		for i := range f.requirements {
			c.requirement(&f.requirements[i])
		}
	}
	for i := range p.interpretations {
		c.interpretation(&p.interpretations[i])
	}
	return c.faults
}

func (c *checker) indexRequirements(all []file) {
	sections := map[int]string{}
	for _, f := range all {
		switch first, twice := sections[f.number]; {
		case f.number < 1:
			c.add(faultAt(source.At(f.name, 1), "section number is missing"))
		case twice:
			c.add(faultAt(source.At(f.name, 1), "section %d is already in %s", f.number, first))
		default:
			sections[f.number] = f.name
		}
		if f.title == "" {
			c.add(faultAt(source.At(f.name, 1), "section title is missing"))
		}
		for i := range f.requirements {
			r := &f.requirements[i]
			n, ok := requirementNumber(r.value.ID)
			if !ok || n < 1 || n > lastNumber {
				c.add(r.fault("%q is not an id between HOOK-001 and HOOK-%d", r.value.ID, lastNumber))
				continue
			}
			if first := c.requirements[r.value.ID]; first != nil {
				c.add(r.fault("%s is already at %s", r.value.ID, first.at))
				continue
			}
			c.requirements[r.value.ID] = r
			c.numbers[n] = true
		}
	}
}

func (c *checker) indexInterpretations(all []located[Interpretation]) {
	for i := range all {
		in := &all[i]
		if !interpretationID.MatchString(in.value.ID) {
			c.add(in.fault("%q is not an id such as INT-01", in.value.ID))
			continue
		}
		if first := c.interpretations[in.value.ID]; first != nil {
			c.add(in.fault("%s is already at %s", in.value.ID, first.at))
			continue
		}
		c.interpretations[in.value.ID] = in
	}
}

func (c *checker) requirement(r *located[Requirement]) {
	v := r.value
	if v.Title == "" {
		c.add(r.fault("%s has no title", v.ID))
	}
	if !digest.MatchString(v.Origin.Digest) {
		c.add(r.fault("%s: origin digest %q is not sha256: and 64 digits", v.ID, v.Origin.Digest))
	}
	if v.Origin.Section != strconv.Itoa(v.Section) {
		c.add(r.fault("%s: origin section %q is not the file's section %d", v.ID, v.Origin.Section, v.Section))
	}
	switch v.Status {
	case Active:
		c.active(r)
	case Merged:
		c.merged(r)
	default:
		c.add(r.fault("%s: unknown status %q", v.ID, v.Status))
	}
	for _, id := range v.SeeAlso {
		c.reference(r, "seeAlso", id)
		if id == v.ID {
			c.add(r.fault("%s: seeAlso names itself", v.ID))
		}
	}
	for _, id := range v.Interpretations {
		if c.interpretations[id] == nil {
			c.add(r.fault("%s: interpretations names unknown %q", v.ID, id))
		}
	}
	c.repeated(r, "seeAlso", v.SeeAlso)
	c.repeated(r, "interpretations", v.Interpretations)
}

func (c *checker) active(r *located[Requirement]) {
	v := r.value
	if v.MergedInto != "" {
		c.add(r.fault("%s is active and names mergedInto", v.ID))
	}
	if !v.State.known() {
		c.add(r.fault("%s: unknown state %q", v.ID, v.State))
	}
	if !v.Pattern.known() {
		c.add(r.fault("%s: unknown pattern %q", v.ID, v.Pattern))
	}
	switch shape := shapeOf(v.Statement); {
	case v.Statement == "":
		c.add(r.fault("%s has no statement", v.ID))
	case v.Pattern.known() && shape != v.Pattern:
		c.add(r.fault("%s: pattern is %s, the statement reads as %s", v.ID, v.Pattern, shape))
	}
	if len(v.Clauses) == 0 {
		c.add(r.fault("%s is active and has no clauses", v.ID))
	}
	for i, cl := range v.Clauses {
		if cl.Number != i+1 {
			c.add(r.fault("%s: clause %d has number %d", v.ID, i+1, cl.Number))
		}
		c.clause(r, cl)
	}
}

func (c *checker) clause(r *located[Requirement], cl Clause) {
	if cl.Text == "" {
		c.add(r.fault("%s has no text", cl.ID))
	}
	if !cl.Observe.known() {
		c.add(r.fault("%s: unknown observe %q", cl.ID, cl.Observe))
	}
	if !cl.Profile.known() {
		c.add(r.fault("%s: unknown profile %q", cl.ID, cl.Profile))
	}
	switch {
	case !cl.Verify.known():
		c.add(r.fault("%s: unknown verify %q", cl.ID, cl.Verify))
	case cl.Verify == ByInspection && cl.Why == "":
		c.add(r.fault("%s is an inspection without a why", cl.ID))
	case cl.Verify == ByTest && cl.Why != "":
		c.add(r.fault("%s is a test and has a why", cl.ID))
	}
}

func (c *checker) merged(r *located[Requirement]) {
	v := r.value
	if len(v.Clauses) > 0 {
		c.add(r.fault("%s is merged and has clauses", v.ID))
	}
	if v.Statement != "" || v.Pattern != "" {
		c.add(r.fault("%s is merged and has a statement or a pattern", v.ID))
	}
	if v.MergedInto == "" {
		c.add(r.fault("%s is merged and names no mergedInto", v.ID))
		return
	}
	c.reference(r, "mergedInto", v.MergedInto)
	if into := c.requirements[v.MergedInto]; into != nil && into.value.Status == Merged {
		c.add(r.fault("%s is merged into %s, which is merged itself", v.ID, v.MergedInto))
	}
}

func (c *checker) interpretation(in *located[Interpretation]) {
	v := in.value
	if v.Title == "" || v.Text == "" {
		c.add(in.fault("%s needs a title and a text", v.ID))
	}
	for _, id := range v.Requirements {
		if !c.mayName(id) {
			c.add(in.fault("%s: requirements names unknown %q", v.ID, id))
		}
	}
}

func (c *checker) reference(r *located[Requirement], field, id string) {
	if !c.mayName(id) {
		c.add(r.fault("%s: %s names unknown %q", r.value.ID, field, id))
	}
}

// mayName reports whether a reference to id is valid. A number that the files do not
// cover at all is accepted: the ledger reports that gap once, so it is not a fault of
// every reference.
func (c *checker) mayName(id string) bool {
	n, ok := requirementNumber(id)
	if !ok || n < 1 || n > lastNumber {
		return false
	}
	return c.requirements[id] != nil || !c.numbers[n]
}

func (c *checker) repeated(r *located[Requirement], field string, ids []string) {
	for i, id := range ids {
		if slices.Contains(ids[:i], id) {
			c.add(r.fault("%s: %s names %s twice", r.value.ID, field, id))
		}
	}
}

func (c *checker) add(err error) { c.faults = append(c.faults, err) }

// shapeOf reads the EARS pattern off a statement's opening word. An "If"
// without a later "then" is half a template and counts as ubiquitous, so that
// it fits no pattern an author could have meant.
func shapeOf(statement string) Pattern {
	opening, rest, _ := strings.Cut(statement, " ")
	switch {
	case opening == "When":
		return EventDriven
	case opening == "While":
		return StateDriven
	case opening == "Where":
		return OptionalFeature
	case opening == "If" && strings.Contains(rest, " then "):
		return UnwantedBehaviour
	}
	return Ubiquitous
}
