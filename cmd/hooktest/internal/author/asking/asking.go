// Package asking reads the flags for hooks that are not commands: what answers in place of a
// model, and which servers hooks may call. It calls none.
package asking

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/promptanswer"
	"github.com/hooktest/hooktest/engine/document"
)

// Flags are the flags for prompt and http hooks.
type Flags struct {
	hosts              []string
	evaluator, answers string
	recorded           *promptanswer.Answers
}

// Register adds the flags to a command.
func (f *Flags) Register(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.hosts, "allow-http", nil, "let http hooks ask this `host`, too; may be repeated (default: this machine alone)")
	cmd.Flags().StringVar(&f.evaluator, "prompt-evaluator", "", "the `command` that answers in place of the model of prompt hooks: it reads the question as JSON and prints the answer")
	cmd.Flags().StringVar(&f.answers, "prompt-answers", "", "a `file` with recorded answers of that model")
}

// Read reads the file with answers and reports its errors.
func (f *Flags) Read() error {
	if f.answers == "" {
		return nil
	}
	var err error
	f.recorded, err = promptanswer.Read(f.answers)
	if broken, ok := errors.AsType[*document.SyntaxError](err); ok {
		return console.Usage(broken.Error(), "such as: - {prompt: tests green, answer: {ok: true}}")
	}
	if err != nil {
		return console.Unreadable(f.answers, err)
	}
	return nil
}

// Into configures prompt and http hooks of an execution. A list of answers starts from the
// beginning each time.
func (f *Flags) Into(spec *execution.Spec) {
	spec.Hosts, spec.Evaluator = f.hosts, f.evaluator
	if f.recorded != nil {
		spec.Answers = f.recorded.Fresh().For
	}
}
