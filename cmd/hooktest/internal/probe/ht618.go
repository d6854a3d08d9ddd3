package probe

import (
	"context"
	"fmt"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/shellword"
)

// ht618 keeps the hook's stdin open. If the hook waits for its end, it is asked to exit. All known
// agents close stdin, and nearly every hook waits for that, so it is reported (HT605) only if this
// probe was selected by name.
func ht618() Probe {
	return Probe{Name: "open", Does: "keeps stdin open, and asks a hook that waits for its end to end by itself; that it waits is told with --only open alone", Rules: []string{waits}, shell: noShell, run: openStdin}
}

// waits is the rule about a hook that waits for the end of stdin, which only the probe of ht618 sees.
const waits = "HT605"

func openStdin(ctx context.Context, p *prober) (result, error) {
	unharmed := p.known()[0]
	patience := min(2*time.Second+4*unharmed.Result.Duration, p.Timeout)
	now, err := p.fire(ctx, unharmed.eventInput, execution.Variation{Open: true, Timeout: patience})
	if err != nil {
		return result{}, err
	}
	if now.Result.Ending != hook.TimedOut {
		return result{}, nil
	}
	payload := p.payload(unharmed.eventInput)
	holding := fmt.Sprintf("{ printf %%s %s; sleep 60; }", shellword.Quoted(string(payload)))
	var r result
	if p.probe.Named {
		r = p.finds(fmt.Sprintf("the hook waits for the end of stdin: where that stays open, it hangs until its timeout, and the agent %s", now.words.Agent),
			"the agents that are known close stdin, and nothing has to be done for them; for others give the reading a limit of its own: timeout 5 cat",
			p.seeFed(holding, "timeout", "3"))
		r.found[0].Rule = finding.RuleOf(waits)
	}
	if now.Result.Duration >= patience+grace {
		r.found = append(r.found, p.found(fmt.Sprintf("the hook does not end within %v after SIGTERM and has to be killed", grace),
			"do not ignore the signal: a trap ends with exit, as in trap 'rm -f \"$file\"; exit 2' TERM", p.seeFed(holding, "timeout", "-k", "2", "1")))
	}
	return r, nil
}
