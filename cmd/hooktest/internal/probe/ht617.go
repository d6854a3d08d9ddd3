package probe

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
)

// ht617 finds a guard whose verdicts do not depend on its input.
func ht617() Probe {
	return Probe{Name: "same", Does: "compares the answers to what has nothing in common", run: sameAnswer}
}

func sameAnswer(ctx context.Context, p *prober) (result, error) {
	known := p.known()
	if len(known) == 0 {
		return result{silent: nothingRefused}, nil
	}
	first := known[0]
	if !p.guards(first.eventInput) {
		return result{silent: "the hook's text does not speak of refusing"}, nil
	}
	shots := append([]shot{*first}, p.tried...)
	more, err := p.search(ctx, first.eventInput.Event, harmless())
	if err != nil {
		return result{}, err
	}
	shots = append(shots, more...)
	last := shots[len(shots)-1].eventInput
	const enough = 5
	if len(shots) < enough || !sameAnswers(shots) {
		return result{}, nil
	}
	see := fmt.Sprintf("%s -q; %s -q", p.see(first.eventInput), p.see(last))
	if i := slices.IndexFunc(shots, func(s shot) bool { return s.Refused != "" }); i >= 0 {
		return result{silent: execution.RefusedNote(shots[i].Refused)}, nil
	}
	if objects(first.verdict) {
		fix := "look at what the payload says: the test that decides is always true"
		if p.Sandbox && bytes.Contains(p.Text, []byte("2>/dev/null")) {
			fix += "; the hook hides errors, so that the sandbox may be the reason: compare with --no-sandbox"
		}
		return p.finds(fmt.Sprintf("the hook refuses everything, also %s", last.Title()), fix, see), nil
	}
	if r := first.Result; r.Unread != len(r.Stdin) {
		// The hook may decide by the project, or check something that was not tried here.
		return result{}, nil
	}
	return p.finds(fmt.Sprintf("the hook can refuse, refuses none of %d things, and reads nothing of any", len(shots)),
		"read the payload from stdin, such as: input=$(cat)", see), nil
}

// sameAnswers reports whether the hook's ending and stdout are equal in all runs. stderr does not
// count, because its tools may complain there.
func sameAnswers(shots []shot) bool {
	return !slices.ContainsFunc(shots, func(s shot) bool {
		first := shots[0].Result
		return s.Result.Ending != first.Ending || s.Result.Code != first.Code ||
			!bytes.Equal(s.Result.Stdout, first.Stdout)
	})
}
