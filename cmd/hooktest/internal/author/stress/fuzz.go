package stress

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/confine"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/invocation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/caserun"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/fuzz"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/shellword"
	"github.com/hooktest/hooktest/internal/visible"
)

type fuzzOptions struct {
	oneHook
	seed    uint64
	runs    int
	during  invocation.Timeout
	out     string
	outcome string
}

// shownFields is how many characters of a payload are shown. The case has the whole payload.
const shownFields = 400

// fuzzing is how long fuzz runs if neither a time nor a number of runs is given.
const fuzzing = 30 * time.Second

// Fuzz returns the fuzz command.
func Fuzz(a *console.App) *cobra.Command {
	o := &fuzzOptions{oneHook: newOneHook(a)}
	cmd := &cobra.Command{
		Use:   "fuzz HOOK [-- ARGS...]",
		Short: "Draw payloads for a hook until it crashes, hangs or wavers",
		Long: `fuzz executes the hook on payloads that it draws, thousands in half a minute.
Each run can change only a project folder, a home and a folder for temporary
files of its own: the rest of the file system is read-only, there is no
network, and time, memory, processes and the size of files are limited. Where
the machine has no sandbox, fuzz says so and draws only from words that are
harmless even if the hook executes them.

fuzz draws payloads from the schema of what hooks of the event read, as
'hooktest schema EVENT in' prints it, with values that give trouble: quotes,
patterns, options, long texts, other tools. It looks for text of the
payload that the hook executes, crashes (also on the unmodified sample), hangs,
verdicts that differ from one run to the next, and verdicts that change when
the same payload is written differently: with other blanks, with the fields in
another order, with letters as escapes.

What it finds is reduced, and written as cases for hooktest test. The same seed
draws the same payloads. After Ctrl-C it still writes what it has found.
Several agents share the time; --format json writes a document for each.`,
		Example: `  hooktest fuzz ./guard.sh --event PreToolUse
  hooktest fuzz ./guard.sh --bash 'git push' --runs 500 --seed 7
  hooktest fuzz ./guard.sh --for 2m --out guard-fuzz.hooktest.yaml`,
		GroupID: console.GroupAuthors,
		Args:    console.WantArgs(1, -1, "no hook given", "name a script: hooktest fuzz ./guard.sh"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.TakeHook(cmd, args); err != nil {
				return err
			}
			return o.fuzz(cmd.Context())
		},
	}
	o.registerOne(cmd)
	o.confine.RegisterOff(cmd)
	f := cmd.Flags()
	f.Uint64Var(&o.seed, "seed", 0, "draw the payloads of this seed (default: another one each time)")
	f.IntVar(&o.runs, "runs", 0, "end after so many payloads")
	f.Var(&o.during, "for", "end after so long, such as 2m (default 30s, or none with --runs)")
	f.StringVar(&o.out, "out", "", "write the cases to this `file` (default: HOOK-fuzz.hooktest.yaml here)")
	console.FormatFlag(cmd, &o.outcome, console.PrettyOrJSON())
	return cmd
}

func (o *fuzzOptions) fuzz(ctx context.Context) error {
	if o.runs < 0 || o.runs == 0 && o.Given("runs") {
		return console.Usage(fmt.Sprintf("--runs %d: it must be greater than 0", o.runs), "")
	}
	t, asked, err := o.asked(ctx)
	if err != nil {
		return err
	}
	if asked[0][0].Raw != nil {
		return console.Usage("a whole payload is nothing to draw from", "name the event with --event, or say what happens with --bash, --write or --prompt")
	}
	out, err := o.file(t)
	if err != nil {
		return err
	}
	if !o.Given("seed") {
		o.seed = uint64(time.Now().UnixNano()) % 1_000_000
	}
	confined, err := o.confine.On(o.App, true)
	if err != nil {
		return err
	}
	if o.runs == 0 && o.during.Duration == 0 {
		o.during.Duration = fuzzing
	}
	var all []fuzzed
	for _, own := range asked {
		f := fuzzed{one: o.chooseOne(own), confined: confined}
		f.Campaign = fuzz.Campaign{
			Testbed: o.testbed(f.one, confined.Sandbox), Event: f.one.Event, Sample: f.one.Fields, Words: probe.Vocabulary(t.Text, !confined.Sandbox), Text: t.Text,
			Seed: o.seed, Runs: o.runs, For: o.during.Duration / time.Duration(len(asked)),
		}
		if f.failures, f.draws, err = o.drawn(ctx, f.Campaign); err != nil {
			return o.fault(f.one, err)
		}
		all = append(all, f)
	}
	// After an interruption, still write the failures found so far.
	if err := o.writeCases(context.WithoutCancel(ctx), out, t, all); err != nil {
		return console.Usage(fmt.Sprintf("the cases can't be written: %v", err), "name another file with --out")
	}
	failed := false
	for i, f := range all {
		failed = failed || len(f.failures) > 0
		if o.outcome == "json" {
			o.writeFuzzJSON(t, f, out)
			continue
		}
		if i > 0 {
			o.Streams.Out.Printf("\n")
		}
		o.writeFuzz(f)
	}
	if slices.ContainsFunc(all, fuzzed.keeps) && o.outcome != "json" {
		o.Streams.Out.Printf("cases: %s (hooktest test %s)\n", out, shellword.Of(out))
	}
	if !failed {
		return nil
	}
	return console.Silent(console.ExitAgainst)
}

// fuzzed is the result of fuzzing a hook as one agent runs it.
type fuzzed struct {
	fuzz.Campaign
	one      invocation.Try
	confined confine.Confinement
	failures []fuzz.Failure
	// kept reports for each failure whether it is written as a case.
	kept  []bool
	draws int
}

// written counts the failures that are written as cases.
func (f fuzzed) written() int {
	return len(lists.Where(f.kept, func(kept bool) bool { return kept }))
}

// keeps reports whether any failure is written as a case.
func (f fuzzed) keeps() bool { return f.written() > 0 }

// drawn runs the campaign and shows its progress.
func (o *fuzzOptions) drawn(ctx context.Context, c fuzz.Campaign) ([]fuzz.Failure, int, error) {
	progress := o.Progress(ctx)
	defer progress.Clear()
	return c.Run(ctx, func(draws, bad int) {
		progress.Write(fmt.Sprintf("%s, %s, seed %d", english.Count(draws, "payload"), english.Count(bad, "failure"), c.Seed))
	})
}

// file returns the path to write cases to. It refuses a file that fuzz didn't write.
func (o *fuzzOptions) file(t target.Target) (string, error) {
	file := o.out
	if file == "" {
		name := "hook"
		if t.Path != "" {
			name = strings.TrimSuffix(filepath.Base(t.Path), filepath.Ext(t.Path))
		}
		file = name + "-fuzz.hooktest.yaml"
	}
	// Reading a pipe or a device might never end.
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return "", console.Usage(file+" is not a regular file", "name another file with --out")
	}
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && bytes.HasPrefix(text, []byte(casesHead)):
		return file, nil
	case err != nil:
		return "", console.Unreadable(file, err)
	}
	return "", console.Usage(file+" is there already, and was not written by fuzz", "name another file with --out")
}

// casesHead is the first line of every file that fuzz writes.
const casesHead = "# Found by hooktest fuzz"

// writeCases writes the failures as cases that fail until the hook is fixed, and sets kept for
// each failure. A case that passes when it is run is not written.
func (o *fuzzOptions) writeCases(ctx context.Context, file string, t target.Target, all []fuzzed) error {
	words, err := o.wordsIn(file, t)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s with seed %d. Each case fails until the hook is fixed.\n", casesHead, o.seed)
	fmt.Fprintf(&b, "hook: %s\n", quoted(words))
	if o.Project != "" {
		project, err := filepath.Abs(o.Project)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "defaults: {setup: %s}\n", quoted("cp -R "+shellword.Of(project+"/.")+" ."))
	}
	b.WriteString("cases:\n")
	head := slices.Clone(b.Bytes())
	for i := range all {
		f := &all[i]
		f.kept = make([]bool, len(f.failures))
		for k, failure := range f.failures {
			text := caseOf(*f, failure)
			if failure.Kind == fuzz.Executes {
				// Cases run without a sandbox, and this failure executes text of the payload.
				continue
			}
			if f.kept[k], err = o.reproduces(ctx, file, slices.Concat(head, text), f.one, failure, f.confined); err != nil {
				return err
			}
			if f.kept[k] {
				b.Write(text)
			}
		}
	}
	if !slices.ContainsFunc(all, fuzzed.keeps) {
		return nil
	}
	return atomicfile.WriteBytes(file, 0o644, b.Bytes())
}

// quoted formats a value for YAML.
func quoted(value any) string { return string(jsonvalue.Marshal(value)) }

// wordsIn returns the hook and its arguments for a case file: the script's path relative to the
// file's folder or, for a command line, the shell's words.
func (o *fuzzOptions) wordsIn(file string, t target.Target) ([]any, error) {
	if t.Path == "" {
		return []any{"/bin/sh", "-c", t.Command}, nil
	}
	folder, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	name, err := filepath.Rel(folder, t.Path)
	if err != nil {
		name = t.Path
	}
	if !filepath.IsAbs(name) && !strings.HasPrefix(name, "..") {
		name = "./" + filepath.ToSlash(name)
	}
	words := []any{name}
	for _, arg := range o.Args {
		words = append(words, arg)
	}
	return words, nil
}

func caseOf(c fuzzed, f fuzz.Failure) []byte {
	_, payload := c.Testbed.Payload(c.Event, f.Fields, nil, "/project")
	expect := "{findings: []}"
	switch {
	case f.Way != nil:
		payload = f.Way.Write(payload)
		expect = fmt.Sprintf("{verdict: %s}", f.Verdict)
	case f.Kind == fuzz.Unsteady:
		expect = fmt.Sprintf("{verdict: %s}", f.Verdict)
	}
	return fmt.Appendf(nil, "  - name: draw %d\n    agents: [%s]\n    timeout: %d\n    why: %s\n    event: %s\n    stdin: %s\n    expect: %s\n",
		f.Draw, c.one.Agent.Name, max(c.Testbed.Timeout.Milliseconds(), 1), quoted(f.Title()), c.Event, quoted(string(payload)), expect)
}

// reproduces reports whether the single case in a file's text fails as the failure did.
func (o *fuzzOptions) reproduces(ctx context.Context, file string, text []byte, one invocation.Try, f fuzz.Failure, confined confine.Confinement) (bool, error) {
	cases, err := casefile.Parse(file, text)
	if err != nil {
		// The payload may hold characters that YAML can't represent.
		return false, nil
	}
	job := caserun.Job{Case: cases[0], Agents: []*dialect.Contract{one.Agent.Contract}, Hook: caserun.Hook{Command: one.Hook.Command, Entry: one.Hook.Entry, Environ: one.Hook.Environ, Start: one.Hook.StartHint}}
	results, err := caserun.Runner{Environ: o.Environ, Confine: confined.Policy}.Do(ctx, job)
	if err != nil {
		return false, err
	}
	r := results[0]
	return r.Status == caserun.Failed || r.Status == caserun.Untested && r.Run != nil && r.Run.Verdict.Kind == f.Verdict, nil
}

func (o *fuzzOptions) writeFuzz(of fuzzed) {
	to := o.Streams.Out
	for i, f := range of.failures {
		lines := term.Wrap(view.Brief(f.Title()), to.Width()-10)
		to.Printf("  %s  %s\n", to.Styled(term.Bad, fmt.Sprintf("%-8s", f.Kind)), strings.Join(lines, "\n            "))
		drawn := fmt.Sprintf("draw %d", f.Draw)
		if f.Draw == 0 {
			drawn = "before any draw"
		}
		to.Printf("            %s: %s\n", drawn, visible.Clip(visible.Line(string(jsonvalue.Marshal(f.Fields))), shownFields))
		switch {
		case f.Kind == fuzz.Executes:
			to.Printf("            fix: %s\n            no case: hooktest test runs cases without a sandbox\n", f.Finding.Fix)
		case !of.kept[i]:
			to.Printf("            no case: it holds when it is run by itself\n")
		}
	}
	result := english.Count(len(of.failures), "failure")
	if len(of.failures) > 0 {
		to.Printf("\n")
		result += ", " + english.Count(of.written(), "case") + " written"
	}
	to.Printf("%s of %s %s with seed %d: %s\n", english.Count(of.draws, "payload"), of.one.Agent.Name, of.Event, o.seed, result)
}

func (o *fuzzOptions) writeFuzzJSON(t target.Target, of fuzzed, out string) {
	list := make([]any, len(of.failures))
	for i, f := range of.failures {
		object := jsonvalue.New(
			jsonvalue.Member{Key: "kind", Value: string(f.Kind)}, jsonvalue.Member{Key: "draw", Value: view.Number(f.Draw)}, jsonvalue.Member{Key: "text", Value: f.Title()},
			jsonvalue.Member{Key: "verdict", Value: string(f.Verdict)}, jsonvalue.Member{Key: "fields", Value: f.Fields}, jsonvalue.Member{Key: "case", Value: of.kept[i]},
		)
		if f.Other != "" {
			object.Set("other", string(f.Other))
		}
		if f.Way != nil {
			object.Set("writtenWith", f.Way.Name)
		}
		if f.Finding.Rule.ID != "" {
			object.Set("finding", f.Finding.Rule.ID)
		}
		list[i] = object
	}
	report := jsonvalue.New(
		jsonvalue.Member{Key: "schema", Value: "urn:hooktest:schema:fuzz-report"}, jsonvalue.Member{Key: "hook", Value: t.Name}, jsonvalue.Member{Key: "agent", Value: of.one.Agent.Name}, jsonvalue.Member{Key: "event", Value: string(of.Event)},
		jsonvalue.Member{Key: "seed", Value: json.Number(strconv.FormatUint(o.seed, 10))}, jsonvalue.Member{Key: "draws", Value: view.Number(of.draws)}, jsonvalue.Member{Key: "failures", Value: list},
	)
	if of.keeps() {
		report.Set("cases", out)
	}
	_ = layout.Write(o.Streams.Out, jsonvalue.Marshal(report))
}
