package explore

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Case returns a cause as a case, with the name of its file. The case expects the
// reference's results; a person has to check these against the specification. It
// returns nothing if no clause covers the cause, because a case is about a
// requirement, or if the case language can't express the difference.
func (c Cause) Case(seed uint64) (name string, text []byte) {
	if len(c.Clauses) == 0 {
		return "", nil
	}
	s := c.Draw.sketch()
	asserts := c.assertions()
	if len(asserts) == 0 || strings.Contains(s.event, "$") || strings.Contains(strings.Join(asserts, ""), "$HOME") {
		return "", nil
	}
	id, _, _ := strings.Cut(c.Clauses[0], ".")
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# %s on %s is as the reference engine has it", c.Kind, c.Draw.Event)
	line("# requirement: %s", id)
	if strings.HasPrefix(id, "INT-") {
		line("# level: interpretation")
	}
	features := "fire"
	if slices.ContainsFunc(c.Draw.Groups, func(g Group) bool { return g.Extension }) {
		features += " extensions"
	}
	if strings.HasPrefix(c.Kind, "plan.") {
		features += " plan"
	}
	line("# features: %s", features)
	line("#\n# Found by exploring (seed %d, draw %d). What is wanted here is what the reference\n# engine did. Hold it against the text before you keep the case.", seed, c.First)
	line("")
	for _, words := range s.world {
		line("%s", words)
	}
	line("fire %s\n\ncontrol", s.event)
	for _, hook := range slices.Sorted(maps.Keys(c.Ran)) {
		if c.Kind != "ran" {
			line("ran %s %d", hook, c.Ran[hook])
		}
	}
	if c.Kind == "ran" {
		line("want success present")
	}
	if strings.HasPrefix(c.Kind, "plan.") {
		line("plan %s", s.event)
	}
	line("\nclause %s/explored", c.Clauses[0])
	for _, a := range asserts {
		line("%s", a)
	}
	b.WriteString("\n" + s.listing())
	slug := strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(c.Kind)), "-")
	return fmt.Sprintf("%s-explored-%s-%d.txtar", id, strings.ReplaceAll(slug, "--", "-"), c.First), []byte(b.String())
}

// assertions returns assertions of the reference's results for the differences of
// the cause's kind.
func (c Cause) assertions() []string {
	var all []string
	for _, d := range c.Own() {
		all = append(all, c.assertion(d)...)
	}
	return all
}

func (c Cause) assertion(d Difference) []string {
	steps := strings.SplitN(d.Path, ".", 3)
	want := func(path, value string) []string { return []string{"want " + quoted(path) + " is " + quoted(value)} }
	switch {
	case steps[0] == "fault":
		return []string{"want success present"}
	case d.Path == "final":
		return []string{map[string]string{"true": "! ", "false": ""}[d.Want] + "want finalOutput is null"}
	case steps[0] == "final" && d.Want == "":
		return nothing(steps[1])
	case steps[0] == "final":
		return want("finalOutput."+steps[1], d.Want)
	case d.Path == "success":
		return want(d.Path, d.Want)
	case d.Path == "errors":
		return want("errors.#", d.Want)
	case d.Path == "outputs":
		return each(d.Want)
	case steps[0] == "ran" && d.Want == "0":
		return []string{"idle " + steps[1]}
	case steps[0] == "ran":
		return []string{"ran " + steps[1] + " " + d.Want}
	case steps[0] == "plan":
		return planned(steps[1], d.Want)
	case d.Path == "order":
		return inOrder(d.Want)
	case steps[0] == "saw":
		return saw(steps[1], steps[2], d.Want)
	case d.Path == "warned.settings":
		return []string{"warned matching=."}
	case steps[0] == "warned":
		return c.warned(steps[1])
	}
	return nil
}

// nothing says that a member says nothing, which some do by a value.
func nothing(member string) []string {
	switch member {
	case "continue":
		return []string{"want finalOutput.stopping is false"}
	case "suppressOutput", "hookSpecificOutput", "class":
		return nil
	case "additionalContext":
		return []string{"want finalOutput.additionalContext is null"}
	}
	return []string{"want finalOutput." + member + " absent"}
}

func list(text string) []any {
	v, err := decode([]byte(text))
	if err != nil {
		return nil
	}
	all, _ := v.([]any)
	return all
}

func each(text string) []string {
	outputs := list(text)
	all := []string{fmt.Sprintf("want 'allOutputs.#' is %d", len(outputs))}
	for _, output := range outputs {
		all = append(all, "want allOutputs includes "+quoted(encode(output)))
	}
	return all
}

func planned(what, text string) []string {
	if what == "sequential" {
		return []string{"want plan.sequential is " + text}
	}
	hooks := list(text)
	if len(hooks) == 0 && what == "hooks" {
		return []string{"want plan is null"}
	}
	all := []string{fmt.Sprintf("want 'plan.hooks.#' is %d", len(hooks))}
	for i, hook := range hooks {
		word, _ := hook.(string)
		name, value, _ := strings.Cut(word, " ")
		switch what {
		case "hooks":
			all = append(all, fmt.Sprintf("want plan.hooks.%d.command contains /%s", i, name))
		case "sources":
			all = append(all, fmt.Sprintf("want plan.hooks.%d.source is %s", i, value))
		case "timeouts":
			all = append(all, fmt.Sprintf("want plan.hooks.%d.timeout is %s", i, value))
		}
	}
	return all
}

func inOrder(text string) []string {
	var all []string
	hooks := list(text)
	for i := 1; i < len(hooks); i++ {
		if hooks[i-1] != hooks[i] {
			all = append(all, fmt.Sprintf("before %s %s", hooks[i-1], hooks[i]))
		}
	}
	return all
}

func saw(hook, what, want string) []string {
	var text string
	isText := json.Unmarshal([]byte(want), &text) == nil
	path := "stdin." + what
	switch {
	case what == "@object":
		return []string{"saw " + hook + " stdin has {}"}
	case what == "@eof":
		return []string{"saw " + hook + " eof is " + want}
	case strings.HasPrefix(what, "@"):
		path = strings.TrimPrefix(what, "@")
	case strings.Contains(what, ".") && !begins(what, "llm_request llm_response"):
		return nil
	}
	switch {
	case isText && text == "TIME":
		return []string{"saw " + hook + ` stdin.timestamp matches '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$'`}
	case isText && text == "PATH":
		return []string{"saw " + hook + " " + path + " present"}
	case isText && text == sessionID:
		want = "${SESSION}"
	case isText && text == "FOLDER/project":
		want = "${PROJECT}"
	case strings.Contains(want, "FOLDER"):
		return nil
	}
	return []string{"saw " + hook + " " + path + " is " + quoted(want)}
}

func (c Cause) warned(hook string) []string {
	h := c.Draw.hook(hook)
	switch {
	case h.Hang:
		return []string{fmt.Sprintf("warned %d", hangLimit)}
	case h.Signal != "":
		return []string{"warned matching=."}
	}
	words := fmt.Sprintf("warned %d", h.Exit)
	if line := firstLine(h.Stderr); line != "" {
		words += " " + quoted(line)
	}
	return []string{words}
}
