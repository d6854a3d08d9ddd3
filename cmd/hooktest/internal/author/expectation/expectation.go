// Package expectation compares verdicts with the one in --expect.
package expectation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

func verdicts() []string {
	return lists.Texts(effect.Kinds())
}

// Register adds the --expect and --strict flags of run and fire.
func Register(cmd *cobra.Command, expect *string, strict *bool) {
	cmd.Flags().StringVar(expect, "expect", "", "exit with 1 unless this is the `verdict`")
	console.CompleteFlag(cmd, "expect", verdicts)
	cmd.Flags().BoolVar(strict, "strict", false, "end with exit code 1 if a finding is an error")
}

// Check refuses an unknown verdict.
func Check(expect string) error {
	if expect == "" {
		return nil
	}
	return console.CheckChoice("verdict", expect, verdicts())
}

// Strictly is the error for hooks with findings of severity error, or nil if there are none.
func Strictly(hooks [][]finding.Finding) error {
	var ids []string
	for _, found := range hooks {
		for _, f := range found {
			if f.Rule.Severity == finding.Error && !slices.Contains(ids, f.Rule.ID) {
				ids = append(ids, f.Rule.ID)
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	return &console.Failure{
		Code:    console.ExitAgainst,
		Message: fmt.Sprintf("--strict: %s found: %s", english.Count(len(ids), "error"), english.And(ids)),
		Hint:    "hooktest explain " + ids[0],
	}
}

// Unmet is the error for an expectation that some event's verdict doesn't meet. It returns nil if
// there is no expectation, or if all events meet it.
func Unmet(expect string, firings []engine.Firing) error {
	var kinds []effect.Kind
	on := map[effect.Kind][]string{}
	for _, f := range firings {
		kind := f.Verdict.Kind
		if on[kind] = append(on[kind], string(f.Event)); len(on[kind]) == 1 {
			kinds = append(kinds, kind)
		}
	}
	met := on[effect.Kind(expect)]
	if expect == "" || len(met) == len(firings) {
		return nil
	}
	failure := &console.Failure{Code: console.ExitAgainst}
	if len(firings) == 1 {
		failure.Message = fmt.Sprintf("expected %s on %s, the verdict is %s", expect, firings[0].Event, kinds[0])
		return failure
	}
	var came []string
	for _, kind := range slices.DeleteFunc(kinds, func(k effect.Kind) bool { return string(k) == expect }) {
		where := "all of them"
		if len(on[kind]) < len(firings) {
			where = english.And(on[kind])
		}
		came = append(came, fmt.Sprintf("%s on %s", kind, where))
	}
	failure.Message = fmt.Sprintf("expected %s on each of the %s, the verdict is %s", expect, english.Count(len(firings), "event"), strings.Join(came, ", "))
	failure.Hint = "name the one that is meant with --event"
	if len(met) > 0 {
		failure.Hint = fmt.Sprintf("to expect it of %s alone: --event %s", met[0], met[0])
	}
	return failure
}
