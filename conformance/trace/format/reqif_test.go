package format_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/trace"
)

// requireReqIF holds a document to the structure of its schema and to what the
// schema says of identifiers.
func requireReqIF(t require.TestingT, text string) *element {
	requireXML(t, text)
	root := parseXML(t, text)
	reqifGrammar().check(t, root)
	require.Equal(t, "http://www.omg.org/spec/ReqIF/20110401/reqif.xsd", root.attributes["xmlns"])
	require.Equal(t, "http://www.w3.org/1999/xhtml", root.attributes["xmlns:xhtml"])

	ncName := regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`)
	instant := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`)
	named := map[string]string{}
	root.visit(func(e *element) {
		if id, ok := e.attributes["IDENTIFIER"]; ok {
			if !ncName.MatchString(id) || named[id] != "" {
				require.Fail(t, "an identifier is a name, and is there once", id)
			}
			named[id] = e.name
		}
		if at, ok := e.attributes["LAST-CHANGE"]; ok {
			if !instant.MatchString(at) {
				require.Fail(t, "an instant is in UTC", at)
			}
		}
		if value := e.attributes["THE-VALUE"]; len(value) > 32_000 {
			require.LessOrEqual(t, len([]rune(value)), 32_000, "a text keeps the bound of its type")
		}
	})
	root.visit(func(e *element) {
		if to, ok := strings.CutSuffix(e.name, "-REF"); ok && to != named[e.text] {
			require.Fail(t, "a reference does not resolve", "%s refers to %q", e.name, e.text)
		}
	})
	return root
}

// reqifDigest is a document in the words of its reader.
type reqifDigest struct {
	objects   map[string]map[string]string
	relations []string
	trees     []string
}

func digestOf(t *testing.T, root *element) reqifDigest {
	titles, ids := map[string]string{}, map[string]*element{}
	root.visit(func(e *element) {
		if id, ok := e.attributes["IDENTIFIER"]; ok {
			titles[id], ids[id] = e.attributes["LONG-NAME"], e
		}
	})
	d := reqifDigest{objects: map[string]map[string]string{}}
	root.visit(func(e *element) {
		switch e.name {
		case "SPEC-OBJECT":
			values := map[string]string{"type": titles[below(e, "TYPE")]}
			e.visit(func(v *element) {
				switch v.name {
				case "ATTRIBUTE-VALUE-STRING":
					values[titles[below(v, "DEFINITION")]] = v.attributes["THE-VALUE"]
				case "ATTRIBUTE-VALUE-XHTML":
					values[titles[below(v, "DEFINITION")]] = below(v, "THE-VALUE")
				case "ATTRIBUTE-VALUE-ENUMERATION":
					values[titles[below(v, "DEFINITION")]] = titles[below(v, "VALUES")]
				}
			})
			d.objects[e.attributes["IDENTIFIER"]] = values
		case "SPEC-RELATION":
			d.relations = append(d.relations, titles[below(e, "SOURCE")]+" "+titles[below(e, "TYPE")]+" "+titles[below(e, "TARGET")])
		case "SPEC-HIERARCHY":
			d.trees = append(d.trees, below(e, "OBJECT"))
		}
	})
	return d
}

// below is the text of the one element in a child of a name.
func below(e *element, child string) string {
	for _, c := range e.children {
		if c.name == child && len(c.children) == 1 {
			return c.children[0].text
		}
	}
	return ""
}

func TestReqIF(t *testing.T) {
	r := sample()
	root := requireReqIF(t, render(t, "reqif", r))
	d := digestOf(t, root)

	assert.Equal(t, map[string]string{"type": "Clause", "ReqIF.ForeignID": "HOOK-001.3", "ReqIF.Text": "The third.", "Verify": "test", "Rung": "linked",
		"Gap": "its cases run none of the declarations that name it", "Suspect": "the text changed since its links were accepted"}, d.objects["clause-HOOK-001.3"])
	assert.Equal(t, map[string]string{"type": "Clause", "ReqIF.ForeignID": "HOOK-001.6", "ReqIF.Text": "The sixth.", "Verify": "inspection", "Rung": "passed", "Why": "code is read"},
		d.objects["clause-HOOK-001.6"])
	assert.Equal(t, map[string]string{"type": "Requirement", "ReqIF.ForeignID": "HOOK-001", "ReqIF.Name": "Hooks that are off", "ReqIF.Text": "A hook that is off shall not run.",
		"Pattern": "ubiquitous", "State": "target", "Rung": "unlinked"}, d.objects["requirement-HOOK-001"])
	assert.Equal(t, map[string]string{"type": "Declaration", "ReqIF.Name": "init", "Location": "engine/fire.go:50"}, d.objects["declaration-engine_2ffire.go_23init__2"],
		"a second declaration of a name is another object")
	assert.Equal(t, "survived", d.objects["mutant-HOOK-001.5_2flives"]["Status"])

	fire, off, refines := "engine/fire.go#(*Handler).Fire", "section/HOOK-001-off", "HOOK-001"
	want := []string{
		fire + " implements HOOK-001.1", fire + " implements HOOK-010", "engine/fire.go#init implements HOOK-001.3",
		off + " verifies HOOK-001.1", off + " verifies HOOK-001.4",
		"HOOK-001.1/fires violates HOOK-001.1", "HOOK-001.5/lives violates HOOK-001.5", "HOOK-001.5/unasked violates HOOK-001.5", "HOOK-010.1/remembered violates HOOK-010.1",
		"HOOK-002 was merged into HOOK-001", "HOOK-010.1 refines HOOK-010",
	}
	for _, n := range strings.Fields("1 2 3 4 5 6 7 8 9") {
		want = append(want, refines+"."+n+" refines HOOK-001")
	}
	assert.ElementsMatch(t, want, d.relations, "what a link names and the catalogue does not have is no relation")

	var objects []string
	for id := range d.objects {
		objects = append(objects, id)
	}
	assert.ElementsMatch(t, objects, d.trees, "every object stands in a specification, once")
	at := func(id string) int { return slices.Index(d.trees, id) }
	assert.Less(t, at("requirement-HOOK-001"), at("clause-HOOK-001.1"))
	assert.Less(t, at("clause-HOOK-001.9"), at("requirement-HOOK-002"), "clauses stand below their requirement")
}

// A reader follows an object from report to report by its identifier.
func TestReqIFIdentifiersAreStable(t *testing.T) {
	ids := func(r trace.Report) []string {
		var all []string
		parseXML(t, render(t, "reqif", r)).visit(func(e *element) {
			if id, ok := e.attributes["IDENTIFIER"]; ok {
				all = append(all, id)
			}
		})
		return all
	}
	before, changed := sample(), sample()
	changed.Generated = changed.Generated.AddDate(1, 0, 0)
	changed.Revision, changed.Hooktest = "another", "0.5.0"
	c := &changed.Requirements[0].Clauses[0]
	c.Text, c.Rung = "Another text.", trace.Linked
	changed.Files[0].Declarations[0].Line = 99
	assert.Equal(t, ids(before), ids(changed))

	changed.Requirements[0].Clauses = changed.Requirements[0].Clauses[1:]
	kept := map[string]bool{}
	for _, id := range ids(before) {
		kept[id] = true
	}
	for _, id := range ids(changed) {
		assert.True(t, kept[id], "%s: what stays keeps its identifier when something goes", id)
	}
}

func TestReqIFIsWholeWhateverAHookPrinted(t *testing.T) {
	eachAttack(t, "reqif", func(t require.TestingT, text, out string) { requireReqIF(t, out) })
	requireReqIF(t, render(t, "reqif", attacked(strings.Repeat("é\x1b", 8_000))))
	requireReqIF(t, render(t, "reqif", trace.Report{}))
}
