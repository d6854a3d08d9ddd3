// Package consent asks the user before it runs commands that a case file, a cassette or the settings
// of a project name, once for each folder, because such a file may come from a third party.
//
// The folders are stored in the user's state folder, never in a project.
package consent

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/visible"
)

// Flags hold the consent given on the command line.
type Flags struct {
	yes  bool
	said []string
}

// Register adds the --yes flag.
func (f *Flags) Register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.yes, "yes", false, "run the commands that files name without asking")
}

// A Command is about to run. File is the file that names it, or "" if the user has named the command
// or its folder.
type Command struct{ Text, File string }

// Of returns the command of a hook in a settings file of a scope. Files of the user and of the machine
// count as the user's own; those of a project or of a plugin may come from a third party.
func Of(text, file, scope string, rules dialect.Settings) Command {
	if slices.Contains(rules.Scopes(), scope) && !rules.InProject(scope) {
		file = ""
	}
	return Command{text, file}
}

// Ask shows which commands are about to run, each once, and then is like Agree.
func (f *Flags) Ask(ctx context.Context, a *console.App, commands []Command) error {
	f.show(a, commands)
	return f.Agree(ctx, a, commands)
}

func (f *Flags) show(a *console.App, commands []Command) {
	for _, c := range commands {
		if text := visible.Clip(visible.Line(c.Text), 200); !slices.Contains(f.said, text) {
			f.said = append(f.said, text)
			a.Note("runs " + text)
		}
	}
}

// Agree returns an error if a file names one of the commands, unless the user has agreed to run
// commands of that file's folder, or of one above it: by --yes, earlier, or now at a terminal, where
// it shows them first.
func (f *Flags) Agree(ctx context.Context, a *console.App, commands []Command) error {
	var folders []string
	file, remembered := "", state(a)
	for _, c := range commands {
		if c.File == "" || f.yes {
			continue
		}
		folder, err := filepath.Abs(filepath.Dir(c.File))
		if err != nil {
			return console.Fault(err)
		}
		// A link into a trusted folder may later lead to another one.
		if folder, err = filepath.EvalSymlinks(folder); err != nil {
			return console.Unreadable(c.File, err)
		}
		if !within(folders, folder) && !agreed(remembered, folder) {
			folders, file = append(folders, folder), c.File
		}
	}
	if len(folders) == 0 {
		return nil
	}
	f.show(a, commands)
	line, err := console.Await(ctx, func() (string, error) {
		return a.Typed(fmt.Sprintf("run commands that files in %s name, now and from now on? [y/N] ", visible.Line(english.And(folders)))), nil
	})
	if err != nil {
		return console.Silent(console.ExitInterrupted)
	}
	if answer := strings.ToLower(line); answer != "y" && answer != "yes" {
		return console.Usage(fmt.Sprintf("%s names commands, and you have not agreed to run those of its folder", visible.Line(file)),
			"read it, then agree with --yes, or once for the folder at a terminal")
	}
	return remember(remembered, folders)
}

// state returns the file with the agreed folders, or "" if there is no place for it.
func state(a *console.App) string {
	base := a.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(base) {
		if base = filepath.Join(a.Getenv("HOME"), ".local", "state"); runtime.GOOS == "windows" {
			base = a.Getenv("LOCALAPPDATA")
		}
	}
	if !filepath.IsAbs(base) {
		return ""
	}
	return filepath.Join(base, "hooktest", "consent")
}

// agreed reports whether the file lists a folder, or one above it. An unreadable file means no
// consent.
func agreed(file, folder string) bool {
	data, _ := os.ReadFile(file)
	var known []string
	for line := range strings.Lines(string(data)) {
		if one, err := strconv.Unquote(strings.TrimSpace(line)); err == nil {
			known = append(known, one)
		}
	}
	return within(known, folder)
}

// within reports whether a folder is one of several or below it.
func within(folders []string, folder string) bool {
	return slices.ContainsFunc(folders, func(above string) bool {
		rel, err := filepath.Rel(above, folder)
		return err == nil && filepath.IsLocal(rel)
	})
}

// remember adds folders to the file, one quoted path a line.
func remember(file string, folders []string) error {
	if file == "" {
		return nil
	}
	var lines strings.Builder
	for _, folder := range folders {
		lines.WriteString(strconv.Quote(folder) + "\n")
	}
	err := os.MkdirAll(filepath.Dir(file), 0o700)
	if err == nil {
		var f *os.File
		if f, err = os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err == nil {
			_, err = f.WriteString(lines.String())
			err = errors.Join(err, f.Close())
		}
	}
	if err != nil {
		return console.Usage(fmt.Sprintf("the consent can't be stored: %v", err), "--yes runs without it")
	}
	return nil
}
