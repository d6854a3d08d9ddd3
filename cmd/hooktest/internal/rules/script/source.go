package script

import (
	"bytes"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

type language string

const (
	unknownLanguage language = ""
	// posix is the language of every sh.
	posix      language = "sh"
	bash       language = "bash"
	python     language = "python"
	javaScript language = "javascript"
)

// A source is one script with the facts that rules use.
type source struct {
	path string
	text []byte
	use  Use
	// language is that of the interpreter: named by the command, else by the first line, else by
	// the path's extension.
	language language
	// interpreter is the program of the first line and its flags; empty if that line names none.
	interpreter []string
	command     command
	known       *known
	// lines are the offsets at which lines begin.
	lines []int
	// shell is the parsed script; nil for other languages and for one that can't be
	// parsed.
	shell *shell
	// syntax is the parser's error, if any.
	syntax *fault
	facts
	// found are the findings of the rule that is being checked.
	found []finding.Finding
}

// A fault is a parser's error and its place.
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
		// It is a binary, or not a script that can run.
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

// interpreterOf returns the words of the first line after #!, without env and its flags.
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

// Interpreter returns the program that the first line of a script names, or "" if it names none.
func Interpreter(text []byte) string {
	if words := interpreterOf(text); len(words) > 0 {
		return words[0]
	}
	return ""
}

// programName matches a name with an optional version, such as python3.12.
var programName = lazyregexp.New(`^([a-z]+?)[0-9.]*$`)

// languageOf returns the language that an interpreter reads; ok is false if this package does not
// know it.
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
		// The shell depends on the caller; bash accepts the most.
		return bash
	case ".py":
		return python
	case ".js", ".cjs", ".mjs":
		return javaScript
	}
	return unknownLanguage
}

// isShell reports whether a shell reads the script.
func (s *source) isShell() bool { return s.language == posix || s.language == bash }

// byteOrderMark does not count as a column.
var byteOrderMark = []byte("\xef\xbb\xbf")

// at returns the place of an offset in the text.
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

// report adds a finding at an offset, and returns it for additions.
func (s *source) report(offset int, text, fix string) *finding.Finding {
	s.found = append(s.found, finding.Finding{Text: text, Fix: fix, Place: s.at(offset)})
	return &s.found[len(s.found)-1]
}

// gitHooks are the names of git's own hooks. Git passes arguments, and treats code 1 as a refusal.
var gitHooks = oneOf(`applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg
	commit-msg post-commit pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive
	post-update reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman
	p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit post-index-change`)

// isGitHook reports whether git, not an agent, starts the script.
func (s *source) isGitHook() bool { return s.use.Command == "" && gitHooks(filepath.Base(s.path)) }
