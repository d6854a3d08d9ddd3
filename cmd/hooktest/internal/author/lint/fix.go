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
)

// mostRounds is how often a file is checked again: one fix may reveal a finding that the next one
// fixes.
const mostRounds = 5

// fixed returns a text with all possible fixes applied, and how many findings that removes. It
// discards a round after which the file doesn't parse, or has duplicate keys.
func fixed(text []byte, look func([]byte) []finding.Finding) (after []byte, n int) {
	found := look(text)
	for range mostRounds {
		next, more := config.Fixed(text, found)
		if more == 0 {
			break
		}
		if config.Doubles(text, next) {
			break
		}
		left := look(next)
		if slices.ContainsFunc(left, func(f finding.Finding) bool { return f.Rule.ID == "HT101" }) {
			break
		}
		text, found, n = next, left, n+more
	}
	return text, n
}

// fixFile fixes one file, shows the change, and returns the remaining findings. With --dry-run it
// only shows the change and returns all findings. It fixes nothing that the configuration ignores.
func (o *options) fixFile(path string, text []byte, look func([]byte) []finding.Finding, l *linted) []finding.Finding {
	found := look(text)
	if !o.fix {
		return found
	}
	after, n := fixed(text, func(text []byte) []finding.Finding { return slices.DeleteFunc(look(text), o.ignored) })
	if n > 0 {
		o.showDiff(path, text, after)
		if !o.dryRun {
			if err := atomicfile.Replace(path, text, after); err != nil {
				o.notFixed(path, err, l)
				return look(text)
			}
		}
	}
	for _, f := range found {
		file := f.Repair.Executable
		if file == "" || o.ignored(f) {
			continue
		}
		o.Streams.Err.Printf("chmod +x %s\n", o.near(file))
		if err := o.makeExecutable(file); err != nil {
			o.notFixed(file, err, l)
			continue
		}
		n++
	}
	if o.dryRun || n == 0 {
		// The file was not written. Check again, because look also has side effects (counts),
		// and they must match the text on the disk.
		return look(text)
	}
	l.fixed += n
	return look(after)
}

func (o *options) notFixed(path string, err error, l *linted) {
	l.unread++
	o.Streams.Err.Error(fmt.Sprintf("%s is left as it was: %v", o.near(path), console.Cause(err)), "")
}

// makeExecutable makes a file executable, except with --dry-run.
func (o *options) makeExecutable(path string) error {
	if o.dryRun {
		return nil
	}
	return MakeExecutable(path)
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

// withoutReturns adds the edits that remove carriage returns. The finding itself has none,
// because they need the whole text.
func withoutReturns(text []byte, found []finding.Finding) []finding.Finding {
	for i, f := range found {
		if f.Rule.ID != "HT302" {
			continue
		}
		for at := 0; at < len(text); at++ {
			if text[at] == '\r' && at+1 < len(text) && text[at+1] == '\n' {
				found[i].Repair.Edits = append(found[i].Repair.Edits, finding.Edit{From: at, To: at + 1})
			}
		}
	}
	return found
}
