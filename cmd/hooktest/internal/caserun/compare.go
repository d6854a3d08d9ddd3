package caserun

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
	"github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/english"
)

// came is the result of a run and its surroundings.
type came struct {
	firing  engine.Firing
	project string
	log     string
}

// A comparison collects all mismatches of a run.
type comparison struct {
	want  casefile.Expect
	found []Mismatch
}

func (c *comparison) miss(field, want, got string, came any) {
	key, inner, _ := strings.Cut(field, ".")
	m := Mismatch{Field: field, Want: want, Got: got, At: c.want.At(key)}
	node, found := c.want.Node.Field(key)
	if key == "verdict" && c.want.Node.Kind() == document.String {
		node, found = c.want.Node, true
	}
	if inner != "" {
		node, found = node.Field(inner)
	}
	if !found {
		// Only the author can rewrite an expectation in this form.
		c.found = append(c.found, m)
		return
	}
	m.At = node.Position()
	if is, conditions := node.Field("is"); conditions && c.textual(key) {
		node = is
	}
	if came != nil && (node.Kind() != document.Object || !c.textual(key)) {
		m.Node, m.Came = node, came
	}
	c.found = append(c.found, m)
}

// textual reports whether a field is compared as a text, so that an object in its place has
// conditions and is not a value.
func (c *comparison) textual(key string) bool {
	switch key {
	case "input", "json", "llm_request", "llm_response", "tool_config":
		return false
	}
	return true
}

func compare(want casefile.Expect, contract *dialect.Contract, run *Run, fields *jsonvalue.Object, from came) []Mismatch {
	c := comparison{want: want}
	result := run.Result
	if want.Verdict != "" && want.Verdict != run.Verdict.Kind {
		c.miss("verdict", string(want.Verdict), fmt.Sprintf("%s: %s (%s)", run.Verdict.Kind, run.Verdict.Why, run.Verdict.Rule), string(run.Verdict.Kind))
	}
	if want.Exit != nil && (result.Ending != hook.Exited || result.Code != *want.Exit) {
		if result.Ending == hook.Exited {
			c.miss("exit", strconv.Itoa(*want.Exit), strconv.Itoa(result.Code), json.Number(strconv.Itoa(result.Code)))
		} else {
			c.miss("exit", strconv.Itoa(*want.Exit), strings.TrimSpace(result.Ending.String()+" "+result.Signal), nil)
		}
	}
	c.text("stdout", want.Stdout, string(result.Stdout))
	c.text("stderr", want.Stderr, string(result.Stderr))
	c.text("model_sees", want.ModelSees, said(run.Words.Model))
	c.text("user_sees", want.UserSees, said(run.Words.User))
	c.input(contract, run, fields)
	c.json(result.Stdout)
	c.files(from.project)
	c.findings(run)
	if took := result.Duration.Milliseconds(); want.MaxMS > 0 && took > int64(want.MaxMS) {
		c.miss("max_ms", fmt.Sprintf("at most %d", want.MaxMS), strconv.FormatInt(took, 10), nil)
	}
	if contract.Reading == nil {
		c.merged(from)
	} else {
		c.answer(contract, run)
	}
	for i, m := range c.found {
		if m.Came != nil && strings.Contains(string(jsonvalue.Marshal(m.Came)), from.project) {
			// The text has the project folder, which differs in the next run: it can't become an
			// expectation.
			c.found[i].Node, c.found[i].Came = nil, nil
		}
	}
	return c.found
}

// said returns the text, or "" for nil.
func said(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func (c *comparison) text(field string, want *casefile.Text, got string) {
	if want == nil {
		return
	}
	trimmed := jstext.Trim(got)
	if want.Is != nil && trimmed != jstext.Trim(*want.Is) {
		c.miss(field, *want.Is, trimmed, trimmed)
	}
	for _, part := range want.Contains {
		if !strings.Contains(got, part) {
			var came any
			if want.Is == nil {
				came = trimmed
			}
			c.miss(field, "something with "+strconv.Quote(part), trimmed, came)
		}
	}
	for _, part := range want.Lacks {
		if strings.Contains(got, part) {
			c.miss(field, "nothing with "+strconv.Quote(part), trimmed, nil)
		}
	}
	if want.Matches != nil && !want.Matches.MatchString(got) {
		c.miss(field, "something that fits "+want.Matches.String(), trimmed, nil)
	}
}

func (c *comparison) input(contract *dialect.Contract, run *Run, fields *jsonvalue.Object) {
	if c.want.Input == nil {
		return
	}
	row, _ := contract.Event(run.Event)
	got, _ := fields.Get(row.Subject.Input)
	if change := run.Words.Difference; change != nil {
		got = change.After
	}
	c.same("input", c.want.Input, got)
}

func (c *comparison) same(field string, want, got any) {
	if !jsonvalue.Equal(want, got) {
		c.miss(field, string(jsonvalue.Marshal(want)), string(jsonvalue.Marshal(got)), got)
	}
}

func (c *comparison) json(stdout []byte) {
	if len(c.want.JSON) == 0 {
		return
	}
	answer, err := jsonvalue.Parse([]byte(jstext.Trim(string(stdout))))
	if err != nil {
		c.miss("json", "an answer in JSON", "not JSON: "+strconv.Quote(shortened(string(stdout))), nil)
		return
	}
	for _, value := range c.want.JSON {
		got, _ := value.Path.In(answer)
		c.same("json."+value.Path.String(), value.Want, got)
	}
}

func (c *comparison) files(project string) {
	for _, name := range slices.Sorted(maps.Keys(c.want.Files)) {
		content, err := settings.Text(filepath.Join(project, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) {
			c.miss("files."+name, "the file", "none", nil)
			continue
		}
		if err != nil {
			c.miss("files."+name, "a file that can be read", err.Error(), nil)
			continue
		}
		want := c.want.Files[name]
		c.text("files."+name, &want, string(content))
	}
}

func (c *comparison) findings(run *Run) {
	if c.want.Findings == nil {
		return
	}
	var got []string
	for _, f := range run.Findings {
		got = append(got, f.Rule.ID)
	}
	slices.Sort(got)
	got = slices.Compact(got)
	want := slices.Sorted(slices.Values(c.want.Findings))
	if !slices.Equal(want, got) {
		c.miss("findings", listed(want), listed(got), jsonvalue.Strings(got))
	}
}

func listed(ids []string) string {
	if len(ids) == 0 {
		return "none"
	}
	return english.And(ids)
}

// merged compares the merged output of the engine of the requirements. A hook without an answer has
// no text of any kind (INT-01).
func (c *comparison) merged(from came) {
	out, reason, context := &hook.Output{}, "", ""
	if final := from.firing.Merged.FinalOutput; final != nil {
		out, reason = final.Output(), final.EffectiveReason()
		context, _ = final.AdditionalContext()
	}
	c.text("reason", c.want.Reason, reason)
	c.text("context", c.want.Context, context)
	c.text("system_message", c.want.SystemMessage, said(out.SystemMessage))
	if want := c.want.Suppress; want != nil {
		if got := out.SuppressOutput != nil && *out.SuppressOutput; got != *want {
			c.miss("suppress", strconv.FormatBool(*want), strconv.FormatBool(got), got)
		}
	}
	for _, o := range []struct {
		field, name string
		want        *jsonvalue.Object
	}{{"llm_request", "llm_request", c.want.LLMRequest}, {"llm_response", "llm_response", c.want.LLMResponse}, {"tool_config", "toolConfig", c.want.ToolConfig}} {
		if o.want != nil {
			got, _ := out.Specific.Get(o.name)
			c.same(o.field, o.want, got)
		}
	}
	if want := c.want.Warns; want != nil {
		lower := casefile.Text{Is: want.Is, Lacks: want.Lacks, Matches: want.Matches}
		for _, part := range want.Contains {
			lower.Contains = append(lower.Contains, strings.ToLower(part))
		}
		c.text("warns", &lower, strings.ToLower(from.log))
	}
}

// answer compares an agent's verdict on the answer. The reason is what the model reads of a refusal
// or, if it reads nothing, what the user reads.
func (c *comparison) answer(contract *dialect.Contract, run *Run) {
	reason := ""
	if kind := run.Verdict.Kind; kind != effect.Allow && !kind.Unguarded() {
		if reason = said(run.Words.Model); reason == "" {
			reason = said(run.Words.User)
		}
	}
	c.text("reason", c.want.Reason, reason)
	if c.want.Context != nil {
		var texts []string
		answer, _ := jsonvalue.ParseObject([]byte(jstext.Trim(string(run.Result.Stdout))))
		row, _ := contract.Event(run.Event)
		for _, path := range row.Rules.Contexts {
			if text, ok := path.In(answer); ok {
				if text, ok := text.(string); ok {
					texts = append(texts, text)
				}
			}
		}
		c.text("context", c.want.Context, strings.Join(texts, "\n"))
	}
	for _, field := range []string{"system_message", "suppress", "llm_request", "llm_response", "tool_config", "warns"} {
		if _, ok := c.want.Node.Field(field); ok {
			c.miss(field, "what the engine of the requirements merges", "nothing of the kind: "+contract.Product+" has no such engine", nil)
		}
	}
}

func shortened(text string) string {
	const most = 200
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}
