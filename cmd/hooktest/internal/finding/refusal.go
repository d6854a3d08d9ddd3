package finding

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A refusal is a way to refuse an operation, checked against the contract.
type refusal struct {
	code           int
	stdout, stderr string
	// how says what the hook has to do.
	how string
}

// because is a placeholder for the hook's reason.
const because = "the reason"

// refusalsOf returns the ways to refuse on the event, the shortest first; none if the event can't
// be refused.
func refusalsOf(r *run) []refusal {
	candidates := []refusal{{code: 2, stderr: because, how: "exit with code 2 and write the reason to stderr"}}
	for _, d := range r.answers.decisions {
		for _, text := range slices.Sorted(maps.Keys(d.Words)) {
			if d.Words[text] != dialect.Denies {
				continue
			}
			refuse := func(answer *jsonvalue.Object) *jsonvalue.Object {
				var value any = text
				if text == "false" {
					value = false
				}
				answer = with(answer, d.At, value)
				if len(d.Reason) > 0 {
					answer = with(answer, d.Reason[0], because)
				}
				return answer
			}
			for _, answer := range []*jsonvalue.Object{jsonvalue.New(), with(jsonvalue.New(), namesEvent, string(r.row.Name))} {
				candidates = append(candidates, answering(refuse(answer)))
			}
		}
	}
	return slices.DeleteFunc(candidates, func(c refusal) bool { return !refuses(r.supposing(c.carriedOut)) })
}

func answering(answer *jsonvalue.Object) refusal {
	text := string(jsonvalue.Marshal(answer))
	return refusal{stdout: text, how: fmt.Sprintf("print %s to stdout and exit with code 0", strings.ReplaceAll(text, because, "…"))}
}

// carriedOut turns a result into that of a hook that refuses in this way.
func (c refusal) carriedOut(result *hook.ExecutionResult) {
	result.Ending, result.Code, result.Signal, result.Err = hook.Exited, c.code, "", nil
	result.Stdout, result.Stderr = []byte(c.stdout), []byte(c.stderr)
}

// refuse describes how a hook refuses for this agent.
func (r *run) refuse() string {
	if len(r.refusals) == 0 {
		return fmt.Sprintf("nothing that a hook of %s answers keeps %s from going on", r.row.Name, r.Contract.Product)
	}
	return "to refuse, " + r.refusals[0].how
}

// refuseByAnswer describes how a hook refuses by an answer, or else by its exit code.
func (r *run) refuseByAnswer() string {
	i := slices.IndexFunc(r.refusals, func(c refusal) bool { return c.stdout != "" })
	if i < 0 {
		return r.refuse()
	}
	return "to refuse, " + r.refusals[i].how
}

// HowToRefuse says what a hook has to do to refuse on an event. It is empty if no hook can stop the
// agent there.
func HowToRefuse(c *dialect.Contract, event hook.Event) string {
	r := look(Run{Contract: c, Event: event, Result: hook.ExecutionResult{Event: event, Ending: hook.Exited}})
	if len(r.refusals) == 0 {
		return ""
	}
	return r.refusals[0].how
}

// guardElsewhere names the event before the tool, which a hook can refuse.
func (r *run) guardElsewhere() string {
	if row, ok := r.Contract.At(dialect.ToolBefore); ok && row.Name != r.row.Name {
		return fmt.Sprintf("refuse on %s, before the tool runs", row.Name)
	}
	return r.refuse()
}
