package suite

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/spyhook"
)

// assertionCommands are the commands that open scopes and make assertions. A failed
// assertion does not end the script: all mismatches of a case are collected.
func assertionCommands() []Command {
	return []Command{
		{"clause", "clause CHECK", "opens the scope of a clause: what follows is about it", plain(cmdClause)},
		{"control", "control [CHECK...]", "opens the scope of the control, of all checks of the case or of those named: where it fails, they are blocked", plain(cmdControl)},
		{"needs", "needs HOOK-nnn[.n] [CHECK...]", "opens the scope of what another requirement must hold first, for all checks of the case or for those named: where it fails, they are blocked. Without an assertion, the checks of that requirement decide", plain(cmdNeeds)},
		{"want", "[!] want PATH absent|present|OPERATOR VALUE", "asserts something of the last answer", cmdWant},
		{"end", "end", "closes a table, and the scope in it", plain(cmdEnd)},
		{"saw", "[!] saw HOOK[@LINE[-LINE]][#RUN[-RUN]] PATH absent|present|OPERATOR VALUE", "asserts something of what a hook noted in its last run, or in runs of these numbers, in the last line that fired or in lines of these numbers", cmdSaw},
		{"ran", "ran HOOK... [TIMES]", "asserts that each of the hooks has run, as often as said, since it was last counted", plain(cmdRan)},
		{"idle", "idle HOOK...", "asserts that none of the hooks has run since it was last counted", plain(cmdIdle)},
		{"before", "before HOOK HOOK", "asserts that the first hook ended before the second began, in the last line that fired", plain(cmdBefore)},
		{"overlap", "overlap HOOK HOOK", "asserts that two hooks ran at the same time in the last line that fired", plain(cmdOverlap)},
		{"gone", "gone HOOK", "asserts that no process of a hook is left that ran in the last line that fired", plain(cmdGone)},
		{"warned", "[!] warned TEXT|matching=PATTERN...", "asserts a warning that holds all the texts and matches all the patterns; case does not matter", cmdWarned},
		{"logged", "[!] logged debug|info TEXT|matching=PATTERN...", "asserts a line of that level that holds all the texts and matches all the patterns; case does not matter", cmdLogged},
		{"told", "told TEXT", "asserts that some text of the last answer contains the text: an output, an error, a warning or a line below warn level", plain(cmdTold)},
		{"file", "[!] file PATH absent|present|OPERATOR VALUE", "asserts something of a file in the project folder", cmdFile},
	}
}

func cmdClause(w *world, c call) error {
	if len(c.args) != 1 {
		return errUsage
	}
	i := slices.IndexFunc(w.c.Scopes, func(s cases.Scope) bool { return s.Check == c.args[0] })
	if i < 0 {
		return fmt.Errorf("%s is not declared", c.args[0])
	}
	w.current = &scope{Scope: w.c.Scopes[i]}
	w.scopes[c.args[0]] = w.current
	return nil
}

func cmdControl(w *world, c call) error {
	w.current = w.controlOf(controlName, slices.Clone(c.args))
	return nil
}

func cmdNeeds(w *world, c call) error {
	if len(c.args) == 0 {
		return errUsage
	}
	w.current = w.controlOf(c.args[0], slices.Clone(c.args[1:]))
	return nil
}

// cmdEnd closes the last scope of a table. The rows are not in the script that runs: it
// has the lines of the table once for each row.
func cmdEnd(w *world, c call) error {
	if len(c.args) > 0 {
		return errUsage
	}
	w.current = nil
	return nil
}

// about makes an assertion about the value that a path found.
func (w *world) about(c call, what string, found finding, args []string) error {
	if len(args) == 1 {
		switch args[0] {
		case "absent":
			w.assert(found.obstacle == "" && !found.there != c.neg, what, describe(c.neg, "absent"), found.String())
			return nil
		case "present":
			w.assert(found.obstacle == "" && found.there != c.neg, what, describe(c.neg, "present"), found.String())
			return nil
		}
	}
	if len(args) != 2 {
		return errUsage
	}
	operator, ok := operators[args[0]]
	if !ok {
		return fmt.Errorf("unknown operator %q: is, contains, includes, matches, has, at-least, at-most", args[0])
	}
	want := w.expand(args[1])
	test, err := operator(want)
	if err != nil {
		return err
	}
	// If the value is absent or of another kind than the operator needs, neither the
	// assertion nor its negation holds.
	holds, applies := test(found.value)
	w.assert(found.there && applies && holds != c.neg, what, describe(c.neg, args[0]+" "+want), found.String())
	return nil
}

func describe(neg bool, what string) string {
	if neg {
		return "not " + what
	}
	return what
}

func cmdWant(w *world, c call) error {
	if len(c.args) < 2 {
		return errUsage
	}
	if w.unseen(observationOf(c.args[0])) {
		return nil
	}
	found := lookup(w.answer, c.args[0])
	if observationOf(c.args[0]) == adapter.ObserveDurations {
		if why := w.firing.impossible(found.String()); why != "" {
			w.assert(false, c.args[0], "a time that the hooks can have taken", why)
			return nil
		}
	}
	return w.about(c, c.args[0], found, c.args[1:])
}

func cmdSaw(w *world, c call) error {
	if len(c.args) < 3 {
		return errUsage
	}
	word, numbers, numbered := strings.Cut(c.args[0], "#")
	first, last := 0, 0
	if numbered {
		var err error
		if first, last, err = numberRange(numbers); err != nil {
			return err
		}
	}
	hook, lines, ok, err := w.thoseOf(word)
	if err != nil || !ok {
		return err
	}
	if need := notesFor(c.args[1]); !covers(w.notes[hook], need) {
		return fmt.Errorf("%s was not told to note %s: name hook and path as they are", hook, c.args[1])
	}
	for _, line := range lines {
		from, to := first, last
		if !numbered {
			from, to = max(len(line.runs), 1), max(len(line.runs), 1)
		}
		for n := from; n <= to; n++ {
			name := line.name
			if numbered {
				name = fmt.Sprintf("%s#%d", name, n)
			}
			what := "what " + name + " saw: " + c.args[1]
			if n > len(line.runs) {
				w.assert(false, what, "a run", fmt.Sprintf("%d runs", len(line.runs)))
				continue
			}
			if err := w.about(c, what, lookup(evidence(line.runs[n-1]), c.args[1]), c.args[2:]); err != nil {
				return err
			}
		}
	}
	return nil
}

// numberRange reads numbers of lines or runs: 3, or 1-6.
func numberRange(text string) (first, last int, err error) {
	from, to, several := strings.Cut(text, "-")
	if first, err = strconv.Atoi(from); err != nil || first < 1 {
		return 0, 0, errUsage
	}
	if !several {
		return first, first, nil
	}
	if last, err = strconv.Atoi(to); err != nil || last <= first {
		return 0, 0, errUsage
	}
	return first, last, nil
}

// evidence returns a record as assertions see it: stdin as text, and also as JSON if it
// is JSON; the arguments as a list and as one text. A run that has not ended has no
// exit code, and a run that was killed has no duration.
func evidence(r spyhook.Record) any {
	input := r.Stdin
	// As base64 it would be encoded and decoded for nothing.
	r.Stdin = nil
	text, err := json.Marshal(r)
	if err != nil {
		return nil
	}
	v, err := decode(text)
	if err != nil {
		return nil
	}
	fields := v.(map[string]any)
	fields["text"] = string(input)
	fields["arguments"] = strings.Join(r.Argv, " ")
	delete(fields, "stdin")
	if stdin, err := decode(input); err == nil {
		fields["stdin"] = stdin
	}
	var names []any
	for _, s := range r.Signals {
		names = append(names, s.Name)
	}
	fields["signals"] = names
	switch {
	case r.Killed:
		return fields
	case r.Ended == 0:
		delete(fields, "exit")
		return fields
	}
	fields["milliseconds"] = json.Number(strconv.FormatInt((r.Ended-r.Started)/1e6, 10))
	return fields
}

func cmdRan(w *world, c call) error {
	hooks, times := c.args, -1
	if last := len(hooks) - 1; last > 0 {
		if n, err := strconv.Atoi(hooks[last]); err == nil {
			hooks, times = hooks[:last], n
		}
	}
	if len(hooks) == 0 {
		return errUsage
	}
	for _, hook := range hooks {
		if err := w.counted(hook, times); err != nil {
			return err
		}
	}
	return nil
}

func cmdIdle(w *world, c call) error {
	if len(c.args) == 0 {
		return errUsage
	}
	for _, hook := range c.args {
		if err := w.counted(hook, 0); err != nil {
			return err
		}
	}
	return nil
}

// pair returns the first runs of two hooks in the last line that fired. If one is
// missing, it records a failed assertion and ok is false.
func (w *world) pair(c call) (a, b spyhook.Record, ok bool, err error) {
	if len(c.args) != 2 {
		return a, b, false, errUsage
	}
	var found []spyhook.Record
	for _, word := range c.args {
		_, lines, ok, err := w.thoseOf(word)
		if err != nil || !ok {
			return a, b, false, err
		}
		runs := lines[0].runs
		if len(runs) == 0 {
			w.assert(false, "runs of "+word, "at least 1", "0")
			return a, b, false, nil
		}
		found = append(found, runs[0])
	}
	return found[0], found[1], true, nil
}

func cmdBefore(w *world, c call) error {
	a, b, ok, err := w.pair(c)
	if ok {
		got := fmt.Sprintf("ended %d ms after it", (a.Ended-b.Started)/1e6)
		if a.Over == 0 {
			got = "noted no end"
		}
		w.assert(a.Over > 0 && a.Over < b.Began, strings.Join(c.args, " before "), "ended before the other began", got)
	}
	return err
}

func cmdOverlap(w *world, c call) error {
	a, b, ok, err := w.pair(c)
	if ok {
		w.assert(a.Began < b.Over && b.Began < a.Over, strings.Join(c.args, " together with "), "ran at the same time", "one after the other")
	}
	return err
}

func cmdGone(w *world, c call) error {
	if len(c.args) != 1 {
		return errUsage
	}
	_, lines, ok, err := w.thoseOf(c.args[0])
	if err != nil || !ok {
		return err
	}
	runs := lines[0].runs
	if len(runs) == 0 {
		w.assert(false, "runs of "+c.args[0], "at least 1", "0")
	}
	for _, r := range runs {
		w.assert(!groupAlive(r.PID), "processes of "+c.args[0], "none", "some are left")
	}
	return nil
}

func cmdFile(w *world, c call) error {
	if len(c.args) < 2 {
		return errUsage
	}
	// A path may only lead to a file in the project; any other path is an error of the
	// case.
	if !fs.ValidPath(c.args[0]) {
		return errUsage
	}
	text, err := os.ReadFile(w.project + "/" + c.args[0])
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return w.about(c, "file "+c.args[0], finding{value: string(text), there: err == nil}, c.args[1:])
}
