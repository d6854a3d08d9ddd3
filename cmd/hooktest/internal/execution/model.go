package execution

import (
	"context"
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/inquiry"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// model returns the model that hooks ask: the recorded answers, then the evaluator; nil if there is
// neither.
func (s Spec) model() func(context.Context, inquiry.Asking) (string, error) {
	if s.Answers == nil && s.Evaluator == "" {
		return nil
	}
	return func(ctx context.Context, asked inquiry.Asking) (string, error) {
		if s.Answers != nil {
			if text, ok := s.Answers(asked); ok {
				return text, nil
			}
		}
		if s.Evaluator == "" {
			return "", &inquiry.NotEvaluated{Why: "none of the recorded answers is left for the question"}
		}
		return s.evaluate(ctx, asked)
	}
}

// evaluate runs the evaluator like a hook, with the question as its payload. It runs in the current
// folder, because a relative path on the command line starts there.
func (s Spec) evaluate(ctx context.Context, asked inquiry.Asking) (string, error) {
	var model any
	if asked.Model != "" {
		model = asked.Model
	}
	question := jsonvalue.New(
		jsonvalue.Member{Key: "agent", Value: asked.Agent},
		jsonvalue.Member{Key: "event", Value: string(asked.Event)},
		jsonvalue.Member{Key: "model", Value: model},
		jsonvalue.Member{Key: "prompt", Value: asked.Prompt},
	)
	firing, err := Run(ctx, Spec{
		Contract: s.Contract, Command: s.Evaluator, Timeout: asked.Timeout, Event: asked.Event,
		Fields: question, Stdin: jsonvalue.Marshal(question), Project: ".", Environ: s.Environ, Log: s.Log,
	})
	if err == nil && len(firing.Merged.Results) == 0 {
		err = ctx.Err()
	}
	if err != nil {
		return "", &inquiry.NotEvaluated{Why: err.Error()}
	}
	r := firing.Merged.Results[0]
	switch {
	case r.Ending == hook.TimedOut:
		return "", context.DeadlineExceeded
	case r.Ending == hook.Exited && r.Code == 0:
		return string(r.Stdout), nil
	}
	end := r.Ending.String()
	if r.Ending == hook.Exited {
		end = fmt.Sprintf("exited with %d", r.Code)
	}
	return "", &inquiry.NotEvaluated{Why: fmt.Sprintf("the evaluator failed (%s): %s", end, strings.TrimSpace(string(r.Stderr)))}
}
