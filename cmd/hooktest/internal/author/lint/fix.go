package lint

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/lists"
)

// mostRounds is how often a file is checked again: one fix may reveal a finding that the next one
// fixes.
const mostRounds = 5

// A judged is one text of a file, with the report on it and the report's findings.
type judged[R any] struct {
	text     []byte
	report   R
	findings []finding.Finding
}

// fixed returns the text with all possible fixes applied, and how many findings that removes. It
// fixes none of those that are ignored, and discards a round after which the file doesn't parse, or
// has duplicate keys.
func (j judged[R]) fixed(look func([]byte) judged[R], ignored func(finding.Finding) bool) (after judged[R], n int) {
	for range mostRounds {
		next, more := config.Fixed(j.text, lists.Where(j.findings, func(f finding.Finding) bool { return !ignored(f) }))
		if more == 0 || config.Doubles(j.text, next) {
			break
		}
		then := look(next)
		if slices.ContainsFunc(then.findings, func(f finding.Finding) bool { return f.Rule.ID == "HT101" }) {
			break
		}
		j, n = then, n+more
	}
	return j, n
}

// fixFile fixes one file, shows the change, and returns the text on the disk with what is left to
// report. With --dry-run it only shows the change. It fixes nothing that the configuration ignores.
func fixFile[R any](o *options, path string, text []byte, look func([]byte) judged[R], l *linted) judged[R] {
	before := look(text)
	if !o.fix {
		return before
	}
	after, n := before.fixed(look, o.ignored)
	if n > 0 {
		o.showDiff(path, text, after.text)
		if !o.dryRun {
			if err := atomicfile.Replace(path, text, after.text); err != nil {
				o.notFixed(path, err, l)
				return before
			}
		}
	}
	started := 0
	for _, f := range before.findings {
		file := f.Repair.Executable
		if file == "" || o.ignored(f) {
			continue
		}
		o.Streams.Err.Printf("chmod +x %s\n", o.near(file))
		if !o.dryRun {
			if err := MakeExecutable(file); err != nil {
				o.notFixed(file, err, l)
				continue
			}
		}
		started++
	}
	if o.dryRun {
		return before
	}
	l.fixed += n + started
	if started > 0 {
		return look(after.text)
	}
	return after
}

func (o *options) notFixed(path string, err error, l *linted) {
	l.unread++
	o.Streams.Err.Error(fmt.Sprintf("%s is left as it was: %v", o.near(path), console.Cause(err)), "")
}

// MakeExecutable gives execute permission to all who may read the file.
func MakeExecutable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	mode := info.Mode().Perm()
	return os.Chmod(path, mode|mode&0o444>>2)
}

// showDiff shows the changes on the error stream. The other stream is for reports.
func (o *options) showDiff(path string, before, after []byte) {
	for line := range strings.Lines(view.Diff(o.near(path), before, after)) {
		line = strings.TrimSuffix(line, "\n")
		style := term.Dim
		switch {
		case strings.HasPrefix(line, "+"):
			style = term.Good
		case strings.HasPrefix(line, "-"):
			style = term.Bad
		}
		o.Streams.Err.Printf("%s\n", o.Streams.Err.Styled(style, line))
	}
}
