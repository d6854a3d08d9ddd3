package casefile

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lists"
)

// marker is the prefix of a comment with a case.
const marker = "hooktest:"

// Comments reads the cases in the text of a hook: each is a comment line with # or //, such as
//
//	# hooktest: deny 'rm -rf /'
//	# hooktest: allow in claude, codex write README.md
//
// A case has a verdict, optionally "in" with agents and "on" with an event, and the event input:
// bash with a command (the word bash is optional before a quoted one), write with a path, prompt
// with a text, or tool with a name and optionally its input as JSON. Quotes are those of a shell. A
// text without such lines has no cases.
func Comments(path string, text []byte) ([]Case, error) {
	var cases []Case
	var faults []error
	number, offset := 0, 0
	for line := range bytes.Lines(text) {
		number++
		body, column, ok := commented(string(line))
		if ok {
			c := Case{Script: path, Repeat: 1, At: document.Position{File: path, Line: number, Column: column, Offset: offset}}
			verdict := c.At
			start := strings.Index(string(line), body)
			verdict.Offset += start
			verdict.Column = len([]rune(string(line[:start]))) + 1
			if err := c.comment(body, verdict); err != nil {
				faults = append(faults, &Fault{c.At, err.Error()})
			}
			if slices.ContainsFunc(cases, func(other Case) bool { return other.Name == c.Name }) {
				c.Name = fmt.Sprintf("%s (line %d)", c.Name, number)
			}
			cases = append(cases, c)
		}
		offset += len(line)
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return cases, nil
}

// commented returns the text after the marker in a comment. Text that follows the marker without a
// blank, and directives for lint, are not cases.
func commented(line string) (body string, column int, ok bool) {
	bare := strings.TrimLeft(line, " \t")
	inner := strings.TrimLeft(bare, "#")
	if inner == bare {
		if inner, ok = strings.CutPrefix(bare, "//"); !ok {
			return "", 0, false
		}
	}
	inner = strings.TrimLeft(inner, " \t")
	body, ok = strings.CutPrefix(inner, marker)
	if !ok || body == "" || body[0] != ' ' && body[0] != '\t' {
		return "", 0, false
	}
	body = strings.TrimSpace(body)
	if strings.HasPrefix(body, "ignore ") {
		return "", 0, false
	}
	return body, len([]rune(line)) - len([]rune(inner)) + 1, true
}

// comment parses the words of a case; at is the place of the first one.
func (c *Case) comment(body string, at document.Position) error {
	words, err := split(body)
	if err != nil {
		return err
	}
	verdict := effect.Kind(words[0].text)
	if kinds := append(effect.Kinds(), Absent); !slices.Contains(kinds, verdict) {
		return fmt.Errorf("unknown verdict %q%s", verdict, meant(string(verdict), lists.Texts(kinds)))
	}
	c.Name = body
	c.Expect.Verdict = verdict
	// It fails only for values that are not texts.
	c.Expect.Node, _ = document.Scalar(string(verdict), at)
	words = words[1:]
	if len(words) > 1 && words[0].is("in") {
		words = c.named(words[1:])
		for _, agent := range c.Agents {
			if !slices.Contains(dialect.Names(), agent) {
				return fmt.Errorf("unknown agent %q%s", agent, meant(agent, dialect.Names()))
			}
		}
	}
	if len(words) > 1 && words[0].is("on") {
		if c.Event = words[1].text; !slices.Contains(events(), c.Event) {
			return fmt.Errorf("unknown event %q%s", c.Event, meant(c.Event, events()))
		}
		words = words[2:]
	}
	return c.happening(words)
}

// named parses the comma-separated names of agents.
func (c *Case) named(words []word) (rest []word) {
	for i, w := range words {
		more := strings.HasSuffix(w.text, ",")
		for name := range strings.SplitSeq(strings.TrimSuffix(w.text, ","), ",") {
			c.Agents = append(c.Agents, name)
		}
		if !more {
			return words[i+1:]
		}
	}
	return nil
}

func (c *Case) happening(words []word) error {
	if len(words) == 0 {
		if c.Event == "" {
			return errors.New("nothing happens: name a command in quotes, write PATH, prompt TEXT, tool NAME, or an event with on")
		}
		return nil
	}
	if words[0].quoted {
		words = append([]word{{text: "bash"}}, words...)
	}
	key, on := words[0], words[1:]
	most := map[string]int{"bash": 1, "write": 1, "prompt": 1, "tool": 2}[key.text]
	switch {
	case most == 0:
		return fmt.Errorf("%q is none of bash, write, prompt and tool: a command goes in quotes, as in deny 'rm -rf /'", key.text)
	case len(on) == 0:
		return fmt.Errorf("nothing follows %s", key.text)
	case len(on) > most:
		return fmt.Errorf("%q is one word too many: a text of several goes in quotes", on[most].text)
	}
	text := on[0].text
	switch key.text {
	case "bash":
		c.Bash = &text
	case "write":
		c.Write = &text
	case "prompt":
		c.Prompt = &text
	case "tool":
		c.Tool = text
		if len(on) > 1 {
			input, err := jsonvalue.ParseObject([]byte(on[1].text))
			if err != nil {
				return fmt.Errorf("the input of %s is not a JSON object: %w", text, err)
			}
			c.Input = input
		}
	}
	return nil
}

// A word is one word of a comment, without its quotes.
type word struct {
	text   string
	quoted bool
}

func (w word) is(text string) bool { return !w.quoted && w.text == text }

// split splits words like a shell, without expansions. A backslash is literal, except between
// double quotes before a double quote or another backslash.
func split(line string) ([]word, error) {
	var words []word
	runes := []rune(line)
	for i := 0; i < len(runes); {
		if runes[i] == ' ' || runes[i] == '\t' {
			i++
			continue
		}
		var w word
		var b strings.Builder
		for i < len(runes) && runes[i] != ' ' && runes[i] != '\t' {
			quote := runes[i]
			if quote != '\'' && quote != '"' {
				b.WriteRune(quote)
				i++
				continue
			}
			w.quoted = true
			for i++; i < len(runes) && runes[i] != quote; i++ {
				if quote == '"' && runes[i] == '\\' && i+1 < len(runes) && (runes[i+1] == '"' || runes[i+1] == '\\') {
					i++
				}
				b.WriteRune(runes[i])
			}
			if i == len(runes) {
				return nil, fmt.Errorf("a quote %c is not closed", quote)
			}
			i++
		}
		w.text = b.String()
		words = append(words, w)
	}
	if len(words) == 0 {
		return nil, errors.New("no verdict, such as: deny 'rm -rf /'")
	}
	return words, nil
}
