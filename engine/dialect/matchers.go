package dialect

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/jsregexp"
)

// names are the subjects in a matcher's list.
type names []string

func (n names) MatchString(subject string) (bool, error) { return slices.Contains(n, subject), nil }

// MatcherOf returns how the agent reads the matchers of an event.
func (c *Contract) MatcherOf(row *Event) Matcher {
	m := c.Matcher
	if row.Subject.Exact {
		m.Compile = Expressions{Engine: Literal}
	}
	return m
}

// goRegexp is an expression of an engine that runs in linear time.
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

// Expressions describes how the texts of matchers become expressions.
type Expressions struct {
	// Engine reads a text as a regular expression.
	Engine Engine
	// Whole means that the expression must match the entire subject.
	Whole bool
	// List is a regular expression. A text that it matches is a list of names,
	// separated by any of the characters of Separators. Empty for no lists.
	List, Separators string
	// Aliases are additional names of subjects. Lists use them only if AliasesInLists
	// is set.
	Aliases        map[string][]string
	AliasesInLists bool
	// Own matches all of the agent's own tools if the Engine is Wildcards.
	Own string
}

// An Engine reads the texts of matchers.
type Engine string

const (
	// JavaScript: as a RegExp without flags.
	JavaScript Engine = "javascript"
	// Linear: without look-around and backreferences, as in Rust and Go.
	Linear Engine = "linear"
	// Wildcards: a tool name in which * matches anything, ? matches one character, and
	// @server matches all tools of an MCP server.
	Wildcards Engine = "wildcards"
	// Alternatives: names separated by bars, and a RegExp. See alternatives.
	Alternatives Engine = "alternatives"
	// Literal: the exact subject.
	Literal Engine = "literal"
)

// Read returns the expression for a text. The error is the engine's.
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

// listed returns the names of a list with blanks trimmed.
func listed(text, separators string) names {
	list := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) })
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// wildcards returns the expression for a tool name with * and ?.
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
