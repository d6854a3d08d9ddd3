package script

import (
	"bytes"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/hooktest/hooktest/internal/lazyregexp"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/document"
)

// A language is what a script is written in.
type language string

const (
	unknownLanguage language = ""
	// posix is what every sh knows.
	posix      language = "sh"
	bash       language = "bash"
	python     language = "python"
	javaScript language = "javascript"
)

// A source is one script with what rules ask of it again and again.
type source struct {
	path string
	text []byte
	use  Use
	// language is that of the interpreter that starts it: the one that the command
	// names, else that of the first line, else that of the path.
	language language
	// interpreter is the program that the first line names, with the flags behind it;
	// empty where that line names none.
	interpreter []string
	command     command
	known       *known
	// lines are the offsets at which lines begin.
	lines []int
	// shell is the parsed script; nil for other languages and for one that can't be
	// parsed.
	shell *shell
	// syntax says what keeps the script from being parsed.
	syntax *fault
	facts
}

// A fault is where a parser stopped, and why.
type fault struct {
	offset  int
	message string
}

func newSource(path string, text []byte, use Use) *source {
	s := &source{path: path, text: text, use: use, lines: []int{0}}
	for i, b := range text {
		if b == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	s.interpreter = interpreterOf(text)
	s.command = commandOf(use.Command, path)
	s.language = s.whichLanguage()
	s.known = knownBy(use)
	if bytes.IndexByte(text, 0) >= 0 {
		// It is a program, or no script that anybody could run.
		s.language = unknownLanguage
	}
	switch s.language {
	case posix, bash:
		s.parseShell()
	case python, javaScript:
		s.facts = s.readCode()
	}
	return s
}

var interpreterLine = lazyregexp.New(`^#![ \t]*(\S.*)`)

// interpreterOf gives the words of the first line behind #!, without env and its flags.
func interpreterOf(text []byte) []string {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	m := interpreterLine.FindSubmatch(line)
	if m == nil {
		return nil
	}
	words := strings.Fields(string(m[1]))
	if filepath.Base(words[0]) == "env" {
		words = slices.DeleteFunc(words[1:], func(w string) bool { return strings.HasPrefix(w, "-") || strings.Contains(w, "=") })
	}
	return words
}

// Interpreter is the program that the first line of a script names; empty where that line
// names none.
func Interpreter(text []byte) string {
	if words := interpreterOf(text); len(words) > 0 {
		return words[0]
	}
	return ""
}

// A dash may have a version behind its name, as in python3.12.
var programName = lazyregexp.New(`^([a-z]+?)[0-9.]*$`)

// languageOf is what an interpreter reads; ok is false where it is none of those that
// this package knows.
func languageOf(program string) (language, bool) {
	m := programName.FindStringSubmatch(filepath.Base(program))
	if m == nil {
		return unknownLanguage, false
	}
	switch m[1] {
	case "sh", "dash", "ash":
		return posix, true
	case "bash":
		return bash, true
	case "python", "uv":
		return python, true
	case "node", "nodejs", "bun":
		return javaScript, true
	}
	return unknownLanguage, false
}

func (s *source) whichLanguage() language {
	if s.command.by != "" {
		found, _ := languageOf(s.command.by)
		return found
	}
	if len(s.interpreter) > 0 {
		found, _ := languageOf(s.interpreter[0])
		return found
	}
	switch filepath.Ext(s.path) {
	case ".sh", ".bash":
		// Which shell reads it depends on who starts it, and bash knows the most.
		return bash
	case ".py":
		return python
	case ".js", ".cjs", ".mjs":
		return javaScript
	}
	return unknownLanguage
}

// isShell tells whether a shell reads the script.
func (s *source) isShell() bool { return s.language == posix || s.language == bash }

// byteOrderMark has no column.
var byteOrderMark = []byte("\xef\xbb\xbf")

// at is the place of an offset in the text.
func (s *source) at(offset int) finding.Place {
	offset = max(0, min(offset, len(s.text)))
	line := sort.SearchInts(s.lines, offset+1)
	begins := s.lines[line-1]
	if line == 1 && bytes.HasPrefix(s.text, byteOrderMark) {
		begins = min(offset, len(byteOrderMark))
	}
	return finding.Place{File: s.path, Position: document.Position{
		File: s.path, Line: line, Column: utf8.RuneCount(s.text[begins:offset]) + 1, Offset: offset,
	}}
}

// says makes one finding at an offset.
func (s *source) says(offset int, text, fix string) []finding.Finding {
	return []finding.Finding{{Text: text, Fix: fix, Place: s.at(offset)}}
}

// gitHooks are the names that git starts its own hooks by, with arguments, and with
// code 1 for a refusal.
var gitHooks = set(strings.Fields(`applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg
	commit-msg post-commit pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive
	post-update reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman
	p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit post-index-change`)...)

// isGitHook tells whether git and no agent starts the script.
func (s *source) isGitHook() bool { return s.use.Command == "" && gitHooks[filepath.Base(s.path)] }
