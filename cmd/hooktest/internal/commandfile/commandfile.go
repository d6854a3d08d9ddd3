// Package commandfile finds the file that a command line starts, if that is clear without a shell,
// and says why it can't be started. It starts nothing.
package commandfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// Places are the folders to which the paths of a command may refer.
type Places struct {
	// Project is empty if unknown.
	Project, Home string
	// Roots are the values of variables for other folders.
	Roots map[string]string
}

// Expanded replaces the variables whose values for hooks are known.
func (p Places) Expanded(command string) string {
	if !strings.ContainsAny(command, "$`") {
		return command
	}
	for _, name := range projectVariables() {
		// Replacing is slow, and most commands have at most one of the variables.
		if p.Project != "" && strings.Contains(command, name) {
			command = strings.NewReplacer("${"+name+"}", p.Project, "$"+name, p.Project).Replace(command)
		}
	}
	if p.Project != "" && strings.Contains(command, "git rev-parse") {
		top, _ := p.repository()
		command = repositoryTop.ReplaceAllLiteralString(command, top)
	}
	for name, folder := range p.Roots {
		command = strings.ReplaceAll(command, "${"+name+"}", folder)
	}
	return strings.NewReplacer("${HOME}", p.Home, "$HOME", p.Home).Replace(command)
}

// repositoryTop matches a command that asks git for the repository's root.
var repositoryTop = lazyregexp.New("\\$\\(git rev-parse --show-toplevel(?: *2> */dev/null)?\\)|`git rev-parse --show-toplevel(?: *2> */dev/null)?`")

// repository returns the root of the project's repository. Without a repository (the project may be
// a copy from one) it returns the project's folder, and known is false.
func (p Places) repository() (folder string, known bool) {
	for folder = p.Project; ; folder = filepath.Dir(folder) {
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil {
			return folder, true
		}
		if folder == filepath.Dir(folder) {
			return p.Project, false
		}
	}
}

// projectVariables are the variables that some agent sets to the project's folder, each once.
var projectVariables = sync.OnceValue(func() []string {
	var all []string
	for _, one := range dialect.Summaries() {
		for _, name := range one.Variables {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
})

// Path returns the file that a word of a command names.
func (p Places) Path(word string) string {
	word = p.UnderHome(word)
	if !filepath.IsAbs(word) {
		word = filepath.Join(p.Project, word)
	}
	return filepath.Clean(word)
}

// UnderHome expands ~ at the start of a word.
func (p Places) UnderHome(word string) string {
	if rest, ok := strings.CutPrefix(word, "~/"); ok && p.Home != "" {
		return filepath.Join(p.Home, rest)
	}
	return word
}

// LinkFault describes a path that is a dangling link; it returns "" for any other path.
func LinkFault(path string) string {
	points, err := os.Readlink(path)
	if _, gone := os.Stat(path); err != nil || !errors.Is(gone, fs.ErrNotExist) {
		return ""
	}
	return fmt.Sprintf("is a link to %s, which is not there", points)
}

// A File is the file that a command starts.
type File struct {
	// Word is the file's name in the command with variables expanded, Path its path.
	Word, Path string
	// Interpreter is the program that reads the file; empty if the file itself is started.
	Interpreter string
}

// File returns the file that a command starts; ok is false if it starts none, or if only the shell
// can tell.
func (p Places) File(command string) (f File, ok bool) {
	expanded := p.Expanded(command)
	if folder, rest := p.entered(expanded); folder != "" {
		if f, ok = (Places{Project: folder, Home: p.Home, Roots: p.Roots}).File(rest); ok {
			f.Word = f.Path
		}
	} else {
		f, ok = p.file(expanded)
	}
	if _, known := p.repository(); ok && !known && repositoryTop.MatchString(command) {
		_, err := os.Stat(f.Path)
		ok = err == nil
	}
	if !ok {
		return File{}, false
	}
	return f, true
}

// entered returns the folder that a command enters first, and the rest of the command; the folder
// is empty if it enters none, or an unknown one.
func (p Places) entered(command string) (folder, rest string) {
	word, rest, _ := FirstWord(command)
	if word != "cd" {
		return "", ""
	}
	word, rest, plain := FirstWord(rest)
	rest, chained := strings.CutPrefix(strings.TrimLeft(rest, " "), "&&")
	if word = p.UnderHome(word); !plain || !chained || !filepath.IsAbs(word) {
		return "", ""
	}
	return filepath.Clean(word), rest
}

// Words returns the words of a command that is only a program with its arguments, and the folder in
// which it is started: the project's, or one that it enters first. ok is false if a shell does
// more, or only a shell can tell.
func (p Places) Words(command string) (folder string, words []string, ok bool) {
	rest := p.Expanded(command)
	folder, entered := p.entered(rest)
	if folder == "" {
		folder = p.Project
	} else {
		rest = entered
	}
	for strings.TrimSpace(rest) != "" {
		word, after, plain := FirstWord(rest)
		if !plain {
			return "", nil, false
		}
		words, rest = append(words, p.UnderHome(word)), after
	}
	return folder, words, len(words) > 0
}

func (p Places) file(expanded string) (f File, ok bool) {
	word, rest, plain := FirstWord(expanded)
	switch {
	case slices.Contains(Interpreters(), filepath.Base(word)):
		f.Interpreter = word
		word, _, plain = FirstWord(rest)
	case filepath.Base(word) == "uv":
		f.Interpreter = word
		if word, rest, _ = FirstWord(rest); word != "run" {
			return File{}, false
		}
		if word, rest, plain = FirstWord(rest); word == "--script" || word == "-s" {
			word, _, plain = FirstWord(rest)
		}
	}
	if !plain || !strings.Contains(word, "/") || strings.HasPrefix(word, "-") {
		return File{}, false
	}
	f.Word, f.Path = word, p.Path(word)
	return f, true
}

// A Fault is a reason that a file can't be started.
type Fault int

const (
	// None means that the file can be started.
	None Fault = iota
	// Missing means that there is no such file, or a folder in its place.
	Missing
	// NotExecutable means that the file itself is started but is not executable.
	NotExecutable
)

// Fault returns the reason that the file can't be started, in words that follow its name. A file
// that an interpreter reads need not be executable.
func (f File) Fault() (fault Fault, text string) {
	info, err := os.Stat(f.Path)
	link := LinkFault(f.Path)
	switch {
	case link != "":
		return Missing, link
	case err != nil:
		return Missing, "does not exist"
	case info.IsDir():
		return Missing, "is a folder"
	case f.Interpreter == "" && runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		return NotExecutable, "is not executable"
	}
	return None, ""
}

// Interpreters returns programs whose first argument is a script.
func Interpreters() []string {
	return []string{"bash", "sh", "dash", "zsh", "node", "bun", "tsx", "python", "python3", "perl", "ruby"}
}

// FirstWord cuts the first word off a command line. plain reports whether the shell would leave the
// word unchanged, except for quotes.
func FirstWord(command string) (word, rest string, plain bool) {
	command = strings.TrimLeft(command, " \t\n")
	var b strings.Builder
	var quote byte
	// The name of a file may be bytes that are not UTF-8.
	for i, c := range []byte(command + "\n") {
		switch {
		case c == quote:
			quote = 0
		case quote == '\'':
			b.WriteByte(c)
		case strings.IndexByte("$`\\", c) >= 0:
			return "", "", false
		case quote == '"':
			b.WriteByte(c)
		case c == '\'' || c == '"':
			quote = c
		case strings.IndexByte(" \t\n;|&()<>", c) >= 0:
			return b.String(), command[i:], b.Len() > 0
		case strings.IndexByte("*?[]{}!#=", c) >= 0:
			return "", "", false
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}
