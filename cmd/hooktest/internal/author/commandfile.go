package author

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
)

// places are where the words of a command may lead.
type places struct{ project, home string }

// expanded replaces the variables whose values for hooks are known.
func (p places) expanded(command string) string {
	for _, one := range dialect.Contracts() {
		for _, name := range one.Launch.Variables {
			command = strings.NewReplacer("${"+name+"}", p.project, "$"+name, p.project).Replace(command)
		}
	}
	return strings.NewReplacer("${HOME}", p.home, "$HOME", p.home).Replace(command)
}

// path is the file that a word of a command names.
func (p places) path(word string) string {
	word = p.underHome(word)
	if !filepath.IsAbs(word) {
		word = filepath.Join(p.project, word)
	}
	return filepath.Clean(word)
}

// underHome is a word as the shell expands it that begins with the home directory.
func (p places) underHome(word string) string {
	if rest, ok := strings.CutPrefix(word, "~/"); ok && p.home != "" {
		return filepath.Join(p.home, rest)
	}
	return word
}

// linkFault says of a path that it is a link to nothing; empty where it is not.
func linkFault(path string) string {
	points, err := os.Readlink(path)
	if _, gone := os.Stat(path); err != nil || !errors.Is(gone, fs.ErrNotExist) {
		return ""
	}
	return fmt.Sprintf(" is a link to %s, which is not there", points)
}

// fileFault says why the file that a command starts can't be started; empty
// where nothing is wrong with it, or where the shell has to be asked which file
// it is.
func (p places) fileFault(command string) string {
	word, rest, plain := firstWord(p.expanded(command))
	started := true
	if slices.Contains(interpreters(), filepath.Base(word)) {
		// It reads the file, which need not be executable then.
		word, _, plain = firstWord(rest)
		started = false
	}
	if !plain || !strings.Contains(word, "/") || strings.HasPrefix(word, "-") {
		return ""
	}
	path := p.path(word)
	info, err := os.Stat(path)
	file := "its file " + nearPath(word)
	link := linkFault(path)
	switch {
	case link != "":
		return file + link
	case err != nil:
		return file + " does not exist"
	case info.IsDir():
		return file + " is a folder"
	case started && runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		return file + " is not executable"
	}
	return ""
}

// interpreters are programs whose first argument is a script.
func interpreters() []string {
	return []string{"bash", "sh", "dash", "zsh", "node", "python", "python3", "perl", "ruby"}
}

// firstWord cuts the first word off a command line. plain tells that the shell
// reads the word as it stands here, quotes aside.
func firstWord(command string) (word, rest string, plain bool) {
	command = strings.TrimLeft(command, " \t\n")
	var b strings.Builder
	var quote rune
	for i, r := range command + "\n" {
		switch {
		case r == quote:
			quote = 0
		case quote == '\'':
			b.WriteRune(r)
		case strings.ContainsRune("$`\\", r):
			return "", "", false
		case quote == '"':
			b.WriteRune(r)
		case r == '\'' || r == '"':
			quote = r
		case strings.ContainsRune(" \t\n;|&()<>", r):
			return b.String(), command[i:], b.Len() > 0
		case strings.ContainsRune("*?[]{}!#=", r):
			return "", "", false
		default:
			b.WriteRune(r)
		}
	}
	return "", "", false
}
