package interpose

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/recorder/front"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
)

// An original is the recorded hook, parsed from the recorder's command line. It makes it possible
// to remove the recorder without a journal.
type original struct {
	command string
	args    []string
	// alone is set if there is no such hook.
	alone bool
	// cassette is the file that the recorder writes to.
	cassette string
}

// IsRecorder reports whether the command and the arguments of a hook are a recorder, in front of
// another hook or alone.
func IsRecorder(command string, args []string) bool {
	_, ok := originalOf(command, args)
	return ok
}

// originalOf parses a command line that a recording has written.
func originalOf(command string, args []string) (original, bool) {
	line, rest, lines := strings.Cut(command, "\n")
	script := len(args) > 3 && args[0] == "-c"
	if script {
		line = args[1]
	}
	start, recorder, ok := strings.Cut(line, " || exec ")
	_, to, found := strings.Cut(recorder, " --to ")
	if !ok || !found || !strings.HasPrefix(start, "[ ") || !strings.Contains(recorder, " record --as ") {
		return original{}, false
	}
	o := original{}
	o.cassette, to, _ = commandfile.FirstWord(to)
	switch {
	case script:
		o.command, o.args = args[3], args[4:]
		return o, strings.HasSuffix(to, allArguments)
	case !lines:
		o.alone = true
		return o, strings.HasSuffix(to, " --alone")
	}
	_, mark, _ := strings.Cut(to, fmt.Sprintf(" %d<<'", front.TextFrom))
	between := "\n" + strings.TrimSuffix(mark, "'") + "\n"
	length := (len(rest) - len(between)) / 2
	if length < 0 || rest[:length]+between+rest[:length] != rest {
		return original{}, false
	}
	o.command = rest[:length]
	return o, true
}

// takeOut returns a file's text without the selected recorders, and their number. For a recorder
// that is alone, made is the number of objects and lists that were added around it.
func takeOut(file *settingsfile.File, made int, meant func(original) bool) (text []byte, taken int, err error) {
	for text = file.Data; ; taken++ {
		if file, err = settingsfile.Parse(file.Contract, file.Path, text); err != nil || text == nil {
			return text, taken, err
		}
		hooks, o, ok := file.Hooks(), original{}, false
		i := slices.IndexFunc(hooks, func(h settingsfile.Hook) bool {
			o, ok = originalOf(h.Command.Text(), h.Args())
			return ok && meant(o)
		})
		switch {
		case i < 0:
			return text, taken, nil
		case o.alone:
			if text, err = file.Removed(hooks[i], made); err != nil {
				return nil, taken, err
			}
			continue
		}
		changes := []settingsfile.Change{settingsfile.Replace(hooks[i].Command, o.command)}
		if hooks[i].Arguments != nil {
			changes = append(changes, settingsfile.Replace(hooks[i].Arguments, append([]string{}, o.args...)))
		}
		text = file.With(changes)
	}
}

// TakeOut removes the recorders from a file that no journal lists, and returns their number.
func TakeOut(file *settingsfile.File) (int, error) {
	text, taken, err := takeOut(file, 0, func(o original) bool { return !o.tended(file.Path) })
	if err != nil || taken == 0 {
		return 0, err
	}
	return taken, file.Commit(text)
}

// tended reports whether another process will remove a recorder from a settings file: a stop that
// has the journal, or the process that waits for its payload.
func (o original) tended(settings string) bool {
	if o.alone {
		pipe, err := os.OpenFile(o.cassette, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err == nil {
			_ = pipe.Close()
		}
		return err == nil
	}
	journal, err := Load(o.cassette)
	return err == nil && slices.ContainsFunc(journal.Files, func(a Altered) bool { return Same(a.Path, settings) })
}
