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
		m.Compile = Expressions{Engine: Literal}
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

// Expressions are how the texts of matchers become expressions.
type Expressions struct {
	// Engine reads a text as a regular expression.
	Engine Engine
	// Whole tells that it has to match all of a subject.
	Whole bool
	// List is an expression: a text that it matches is a list of names instead, which
	// stand between any of the characters of Separators. Empty for no lists.
	List, Separators string
	// Aliases are the further names of subjects, which count in lists alone where
	// AliasesInLists says so.
	Aliases        map[string][]string
	AliasesInLists bool
	// Own stands for all tools of the agent itself, where the Engine is Wildcards.
	Own string
}

// An Engine reads the texts of matchers.
type Engine string

const (
	// JavaScript: as a RegExp without flags.
	JavaScript Engine = "javascript"
	// Linear: without look-around and references, as in Rust and Go.
	Linear Engine = "linear"
	// Wildcards: as the name of a tool, in which * stands for anything, ? for one
	// character, and @server for all tools of an MCP server.
	Wildcards Engine = "wildcards"
	// Alternatives: as names between bars, and as a RegExp. See alternatives.
	Alternatives Engine = "alternatives"
	// Literal: as the subject itself.
	Literal Engine = "literal"
)

// Read gives the expression of a text. The error is that of the engine.
func (e Expressions) Read(text string) (Expression, error) {
	if e.List != "" {
		if simple, err := regexp.Compile(e.List); err != nil {
			return nil, err
		} else if simple.MatchString(text) {
			return aliased{listed(text, e.Separators), e.Aliases}, nil
		}
	}
	if e.Whole {
		text = "^(?:" + text + ")$"
	}
	switch e.Engine {
	case Alternatives:
		return alternativesIn(text, e.Aliases), nil
	case Literal:
		return names{text}, nil
	}
	expression, err := e.expression(text)
	if err != nil || e.AliasesInLists || len(e.Aliases) == 0 {
		return expression, err
	}
	return aliased{expression, e.Aliases}, nil
}

func (e Expressions) expression(text string) (Expression, error) {
	switch e.Engine {
	case Linear:
		return linear(text)
	case Wildcards:
		return linear(wildcards(text, e.Own))
	}
	return javaScript(text)
}

// javaScript returns a plain nil for an expression that does not compile: jsregexp's nil
// pointer in the interface would not equal nil.
func javaScript(text string) (Expression, error) {
	expression, err := jsregexp.Compile(text)
	if err != nil {
		return nil, err
	}
	return expression, nil
}

// linear is for engines without backtracking, such as Rust's.
func linear(text string) (Expression, error) {
	r, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	return goRegexp{r}, nil
}

// listed are the names of a list, blanks around them aside.
func listed(text, separators string) names {
	list := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) })
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// wildcards is the expression of a tool's name with * and ?.
func wildcards(text, own string) string {
	expression := "[^@].*"
	if text != own {
		expression = strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(text))
	}
	if strings.HasPrefix(text, "@") && !strings.Contains(text, "/") && text != own {
		expression += "/.*"
	}
	return "^(?s:" + expression + ")$"
}
