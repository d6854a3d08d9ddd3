package script

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/internal/lazyregexp"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/spelling"
)

// A known is what the contracts say about the use of a script.
type known struct {
	// contracts are those of the agents that start it, all where nobody knows which.
	contracts []*dialect.Contract
	// named tells that the agents are known.
	named bool
	// events are those on which it is started; empty where nobody knows.
	events []hook.Event
	tools  []string
	// closed tells that whatever these tools are called with is known.
	closed bool
	// fields are those that its input can have.
	fields names
	// arguments are those of the tools.
	arguments names
}

// names is a set, in the order of the contracts.
type names struct {
	all []string
	has map[string]bool
}

func (n *names) add(name string) {
	if n.has == nil {
		n.has = map[string]bool{}
	}
	if name != "" && !n.has[name] {
		n.has[name] = true
		n.all = append(n.all, name)
	}
}

func knownBy(use Use) *known {
	k := &known{contracts: use.Contracts, named: len(use.Contracts) > 0, events: use.Events, tools: use.Tools}
	if !k.named {
		k.contracts = dialect.Contracts()
	}
	k.fields = fieldsOf(k.contracts, k.events)
	k.arguments = argumentsAmong(k.contracts, func(dialect.Tool) bool { return true })
	k.closed = len(k.tools) > 0 && k.named && !use.Servers && !slices.ContainsFunc(k.tools, k.isOpen)
	return k
}

// isOpen tells whether a tool may be called with what nobody knows here.
func (k *known) isOpen(tool string) bool {
	return slices.ContainsFunc(k.contracts, func(c *dialect.Contract) bool {
		t, _ := c.Tools.Tool(tool)
		return len(t.Arguments) == 0
	})
}

// argumentsAmong are those of some tools of the contracts.
func argumentsAmong(contracts []*dialect.Contract, of func(dialect.Tool) bool) names {
	var found names
	for _, c := range contracts {
		for _, tool := range c.Tools.Builtin {
			if !of(tool) {
				continue
			}
			for _, argument := range argumentsOf(c, tool) {
				found.add(argument)
			}
		}
	}
	return found
}

// fieldsOf are those that hooks of the contracts read on some events, or on any.
func fieldsOf(contracts []*dialect.Contract, events []hook.Event) names {
	var found names
	for _, c := range contracts {
		for _, base := range c.Base {
			found.add(base.Name)
		}
		for i := range c.Events {
			if row := &c.Events[i]; len(events) == 0 || slices.Contains(events, row.Name) {
				for _, field := range row.Fields {
					found.add(field.Name)
				}
			}
		}
	}
	return found
}

func argumentsOf(c *dialect.Contract, tool dialect.Tool) []string {
	return slices.Concat(c.Tools.Input(tool.Name).Keys(), tool.Required, tool.Arguments, []string{tool.Argument})
}

// everyField is that of any agent on any event.
var everyField = sync.OnceValue(func() names { return fieldsOf(dialect.Contracts(), nil) })

// inputs are the fields that hold what a tool is called with, subjects those that hold
// its name.
var (
	inputs   = sync.OnceValue(func() names { return aboutTools(func(s dialect.Subject) string { return s.Input }) })
	subjects = sync.OnceValue(func() names { return aboutTools(func(s dialect.Subject) string { return s.Field }) })
)

// aboutTools are fields of the events that are about a tool.
func aboutTools(field func(dialect.Subject) string) names {
	var found names
	for _, c := range dialect.Contracts() {
		for i := range c.Events {
			if subject := c.Events[i].Subject; subject.Tool {
				found.add(field(subject))
			}
		}
	}
	return found
}

// brief are the fields that hold nothing long: what a tool is about, as a command or a
// path, its name, and what every hook reads.
var brief = sync.OnceValue(func() names {
	var found names
	for _, c := range dialect.Contracts() {
		for _, base := range c.Base {
			found.add(base.Name)
		}
		for _, tool := range c.Tools.Builtin {
			found.add(tool.Argument)
		}
	}
	for _, name := range subjects().all {
		found.add(name)
	}
	return found
})

// eventNames are the fields that hold the event's.
var eventNames = sync.OnceValue(func() names {
	var found names
	for _, c := range dialect.Contracts() {
		for _, base := range c.Base {
			if base.Is == dialect.EventName {
				found.add(base.Name)
			}
		}
	}
	return found
})

// A saying is a word of an answer in its field.
type saying struct{ field, word string }

// denials are those that refuse, questions those that have the user decide.
var (
	denials   = sync.OnceValue(func() []saying { return sayings(dialect.Denies) })
	questions = sync.OnceValue(func() []saying { return sayings(dialect.Asks) })
)

func sayings(of dialect.Demand) []saying {
	var found []saying
	for _, c := range dialect.Contracts() {
		for i := range c.Events {
			for _, d := range c.Events[i].Rules.Decisions {
				field := string(d.At[strings.LastIndexByte(string(d.At), '.')+1:])
				for word, demand := range d.Words {
					if one := (saying{field, word}); demand == of && !slices.Contains(found, one) {
						found = append(found, one)
					}
				}
			}
		}
	}
	return found
}

// answered are the fields of answers, on whatever level.
var answered = sync.OnceValue(func() names {
	var found names
	var collect func(schema *jsonvalue.Object)
	collect = func(schema *jsonvalue.Object) {
		properties, _ := schema.GetObject("properties")
		for name, inner := range properties.All() {
			found.add(name)
			if object, ok := inner.(*jsonvalue.Object); ok {
				collect(object)
			}
		}
	}
	for _, c := range dialect.Contracts() {
		for _, event := range c.EventNames() {
			collect(c.StdoutSchema(event))
		}
	}
	return found
})

// answersDenial tells whether a text has the words of an answer that refuses.
func answersDenial(text string) bool {
	return slices.ContainsFunc(denials(), func(d saying) bool {
		at := strings.Index(text, d.field)
		return at >= 0 && strings.Contains(text[at+len(d.field):], d.word)
	})
}

// none is the beginning of a sentence that says what the agents do not do, such as: no
// agent sets a variable.
func (k *known) none(verb, noun string) string {
	var products []string
	for _, c := range k.contracts {
		products = append(products, c.Product)
	}
	switch {
	case !k.named:
		return fmt.Sprintf("no agent %s a %s", verb, noun)
	case len(products) == 1:
		return fmt.Sprintf("%s %s no %s", products[0], verb, noun)
	}
	return fmt.Sprintf("none of %s %s a %s", english.And(products), verb, noun)
}

// letters is a name without its case and what separates its words.
func letters(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "", " ", "").Replace(name))
}

// near is a known name that differs from another in one letter at most, besides case
// and separators: of more nobody knows whether it was meant.
func near(name string, among []string) string {
	if len(letters(name)) < 4 {
		return ""
	}
	for _, candidate := range among {
		if letters(candidate) == letters(name) {
			return candidate
		}
	}
	for _, candidate := range among {
		if len(letters(candidate)) >= 4 && spelling.Distance(letters(candidate), letters(name)) == 1 {
			return candidate
		}
	}
	return ""
}

// longer is the one known name that a name begins or ends with, word by word, or that
// begins or ends with it; empty where it is none or several.
func longer(name string, among []string) string {
	found := ""
	name = snake(name)
	for _, candidate := range among {
		long, short := name, snake(candidate)
		if len(long) < len(short) {
			long, short = short, long
		}
		if !strings.HasPrefix(long, short+"_") && !strings.HasSuffix(long, "_"+short) {
			continue
		}
		if found != "" && snake(found) != snake(candidate) {
			return ""
		}
		if found == "" {
			found = candidate
		}
	}
	return found
}

// snake is a name in small letters, with _ between its words.
func snake(name string) string {
	return strings.ToLower(hump.ReplaceAllString(name, "${1}_${2}"))
}

var hump = lazyregexp.New(`([a-z0-9])([A-Z])`)
