package script

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/spelling"
)

// A known is what the contracts say about the use of a script.
type known struct {
	// contracts are those of the agents that start the script, or all if the agents are unknown.
	contracts []*dialect.Contract
	// named is set if the agents are known.
	named bool
	// events are those that start the script; empty if unknown.
	events []hook.Event
	tools  []string
	// closed is set if all arguments of these tools are known.
	closed bool
	// fields returns those that the script's input can have, arguments those of tools.
	fields, arguments func() names
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

// certain reports whether the agents and the events that start the script are known.
func (k *known) certain() bool { return k.named && len(k.events) > 0 }

func knownBy(use Use) *known {
	k := &known{contracts: use.Contracts, named: len(use.Contracts) > 0, events: use.Events, tools: use.Tools}
	if !k.named {
		k.contracts = dialect.Contracts()
	}
	k.fields = sync.OnceValue(func() names { return fieldsOf(k.contracts, k.events) })
	k.arguments = sync.OnceValue(func() names { return argumentsAmong(k.contracts, func(dialect.Tool) bool { return true }) })
	k.closed = len(k.tools) > 0 && k.named && !use.Servers && !slices.ContainsFunc(k.tools, k.isOpen)
	return k
}

// isOpen reports whether a tool may have unknown arguments.
func (k *known) isOpen(tool string) bool {
	return slices.ContainsFunc(k.contracts, func(c *dialect.Contract) bool {
		t, _ := c.Tools.Tool(tool)
		return len(t.Arguments) == 0
	})
}

// argumentsAmong returns the arguments of some tools of the contracts.
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

// fieldsOf returns the fields that hooks of the contracts read on some events, or on any event if
// there are none.
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

// everyField has the fields of every agent and event.
var everyField = sync.OnceValue(func() names { return fieldsOf(dialect.Contracts(), nil) })

// inputs are the fields with a tool's input, subjects those with its name.
var (
	inputs   = sync.OnceValue(func() names { return aboutTools(func(s dialect.Subject) string { return s.Input }) })
	subjects = sync.OnceValue(func() names { return aboutTools(func(s dialect.Subject) string { return s.Field }) })
)

// aboutTools returns a field of each event about a tool.
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

// brief has the fields with short values: a tool's main argument, such as a command or a path, its
// name, and the fields of every hook.
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

// eventNames has the fields with the event's name.
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

// A saying is a field of hook output and a word in it.
type saying struct{ field, word string }

// denials are those that refuse, questions those that make the agent ask the user.
var (
	denials   = sync.OnceValue(func() []saying { return sayings(dialect.Denies) })
	questions = sync.OnceValue(func() []saying { return sayings(dialect.Asks) })
)

func sayings(of dialect.Effect) []saying {
	var found []saying
	for _, c := range dialect.Contracts() {
		for i := range c.Events {
			for _, d := range c.Events[i].Rules.Decisions {
				field := string(d.At[strings.LastIndexByte(string(d.At), '.')+1:])
				for word, effect := range d.Words {
					if one := (saying{field, word}); effect == of && !slices.Contains(found, one) {
						found = append(found, one)
					}
				}
			}
		}
	}
	return found
}

// answered has the fields of hook output, at any level.
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

// answersDenial reports whether a text has the field and the word of a refusal.
func answersDenial(text string) bool {
	return slices.ContainsFunc(denials(), func(d saying) bool {
		at := strings.Index(text, d.field)
		return at >= 0 && strings.Contains(text[at+len(d.field):], d.word)
	})
}

// none returns the start of a sentence about what the agents do not do, such as "no agent sets".
func (k *known) none(verb, noun string) string {
	products := lists.Of(k.contracts, func(c *dialect.Contract) string { return c.Product })
	switch {
	case !k.named:
		return fmt.Sprintf("no agent %s a %s", verb, noun)
	case len(products) == 1:
		return fmt.Sprintf("%s %s no %s", products[0], verb, noun)
	}
	return fmt.Sprintf("none of %s %s a %s", english.And(products), verb, noun)
}

// letters returns a name in lower case without separators.
func letters(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "", " ", "").Replace(name))
}

// near returns a known name that differs from name in at most one letter, ignoring case and
// separators. A larger difference is not a safe guess.
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

// longer returns the only known name that name begins or ends with, or that begins or ends with it,
// word by word. It is empty if there is none or more than one.
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

// snake returns a name in snake case.
func snake(name string) string {
	return strings.ToLower(hump.ReplaceAllString(name, "${1}_${2}"))
}

var hump = lazyregexp.New(`([a-z0-9])([A-Z])`)
