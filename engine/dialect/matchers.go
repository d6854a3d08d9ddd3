package dialect

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/jsregexp"
)

// names are subjects that a matcher lists.
type names []string

func (n names) MatchString(subject string) (bool, error) { return slices.Contains(n, subject), nil }

// MatcherOf is how the matchers of an event are read.
func (c *Contract) MatcherOf(row *Event) Matcher {
	m := c.Matcher
	if row.Subject.Exact {
		m.Compile = func(text string) (Expression, error) { return names{text}, nil }
	}
	return m
}

// goRegexp is an expression of an engine that takes no longer than the text.
type goRegexp struct{ *regexp.Regexp }

func (r goRegexp) MatchString(subject string) (bool, error) {
	return r.Regexp.MatchString(subject), nil
}

// aliased matches a subject by each of its names.
type aliased struct {
	Expression
	aliases map[string][]string
}

func (a aliased) MatchString(subject string) (bool, error) {
	for _, name := range append([]string{subject}, a.aliases[subject]...) {
		if matched, err := a.Expression.MatchString(name); matched || err != nil {
			return matched, err
		}
	}
	return false, nil
}

// An engine reads regular expressions.
type engine func(text string) (Expression, error)

// javaScript returns a plain nil for an expression that does not compile: jsregexp's nil
// pointer in the interface would not equal nil.
func javaScript(text string) (Expression, error) {
	expression, err := jsregexp.Compile(text)
	if err != nil {
		return nil, err
	}
	return expression, nil
}

// linear stands for engines without backtracking, such as Rust's.
func linear(text string) (Expression, error) {
	r, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	return goRegexp{r}, nil
}

// whole reads an expression that has to match all of a subject.
func whole(read engine) engine {
	return func(text string) (Expression, error) { return read("^(?:" + text + ")$") }
}

// listed reads a text of which every character is plain as a list of names, and any
// other as an expression. Names stand between separators, blanks around them aside.
func listed(plain, separators string, read engine) engine {
	simple := regexp.MustCompile(plain)
	return func(text string) (Expression, error) {
		if !simple.MatchString(text) {
			return read(text)
		}
		list := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) })
		for i := range list {
			list[i] = strings.TrimSpace(list[i])
		}
		return names(list), nil
	}
}

// specified reads the name of a tool, in which * stands for anything and ? for one
// character; own stands for all tools of the agent itself, and @server for all of an MCP
// server.
func specified(own string) engine {
	return func(text string) (Expression, error) {
		expression := "[^@].*"
		if text != own {
			expression = strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(text))
		}
		if strings.HasPrefix(text, "@") && !strings.Contains(text, "/") && text != own {
			expression += "/.*"
		}
		return linear("^(?s:" + expression + ")$")
	}
}

// named reads matchers that know a subject by other names, too.
func named(aliases map[string][]string, read engine) engine {
	return func(text string) (Expression, error) {
		e, err := read(text)
		if err != nil {
			return nil, err
		}
		return aliased{e, aliases}, nil
	}
}

// Expressions are how matchers are read, for who can't write the functions of a
// Matcher: what they are made of, as values.
type Expressions struct {
	// Engine reads a text as a regular expression.
	Engine Engine
	// Whole tells that it has to match all of a subject.
	Whole bool
	// List is an expression: a text that it matches is a list of names instead, which
	// stand between any of the characters of Separators. Empty for no lists.
	List, Separators string
	// Aliases are the further names of subjects.
	Aliases map[string][]string
}

// An Engine is one that reads regular expressions.
type Engine string

const (
	// JavaScript: as a RegExp without flags.
	JavaScript Engine = "javascript"
	// Linear: without look-around and references, as in Rust and Go.
	Linear Engine = "linear"
)

// Compile gives the function of a Matcher. The error is that of the List.
func (e Expressions) Compile() (func(text string) (Expression, error), error) {
	if _, err := regexp.Compile(e.List); err != nil {
		return nil, err
	}
	read := engine(javaScript)
	if e.Engine == Linear {
		read = linear
	}
	if e.Whole {
		read = whole(read)
	}
	if e.List != "" {
		read = listed(e.List, e.Separators, read)
	}
	if len(e.Aliases) > 0 {
		read = named(e.Aliases, read)
	}
	return read, nil
}
