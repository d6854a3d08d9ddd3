package english_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostArchaic is how many archaic words a thousand lines of comments may have: some are the
// exact term somewhere.
const mostArchaic = 5

// An archaic word and what to write instead.
type archaic struct {
	word    *regexp.Regexp
	instead string
}

// The comments of the module are written in words that its readers use.
func TestCommentsUsePlainWords(t *testing.T) {
	words := wordList(t)
	lines, found := 0, []string{}
	eachFile(t, sources, func(path string) {
		n, hits := judged(t, path, words)
		lines += n
		found = append(found, hits...)
	})
	require.Greater(t, lines, 1_000, "the walk missed the module")
	if len(found)*1_000 > lines*mostArchaic {
		assert.Failf(t, "too many archaic words", "%d in %d lines of comments, at most %d in 1,000:\n%s", len(found), lines, mostArchaic, strings.Join(found, "\n"))
	}
}

// sources are the files of Go, texts those that people read. Texts about requirements have the
// words of their documents, and change only with proofs.
var (
	sources = regexp.MustCompile(`\.go$`)
	texts   = regexp.MustCompile(`\.(md|json|csv|toml|tmpl|sh)$|/contracts/[^/]+\.yaml$|\.hooktest\.yaml$`)
	proven  = regexp.MustCompile(`^\.\./\.\./conformance/(catalogue|mutants)/`)
)

// eachFile calls a function with each file of the module of that name, except test data and what
// was built or installed.
func eachFile(t *testing.T, named *regexp.Regexp, f func(path string)) {
	t.Helper()
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (slices.Contains([]string{"testdata", "bin", "node_modules"}, d.Name()) || strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2):
			return fs.SkipDir
		case named.MatchString(filepath.ToSlash(path)) && !proven.MatchString(filepath.ToSlash(path)):
			f(path)
		}
		return nil
	}))
}

// unclear are words that no message needs. Others of the list have an exact meaning somewhere.
var unclear = regexp.MustCompile(`(?i)\b(nobody|stands|mend(s|ed)?|strangers?)\b|(^|[^e]|[^r]e|[^e]re) is no ([^l]|l[^o])`)

// Messages are sentences, which are texts with a blank.
func TestMessagesUsePlainWords(t *testing.T) {
	messages, found := 0, []string{}
	eachFile(t, sources, func(path string) {
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING && strings.Contains(text.Value, " ") {
				messages++
				if word := unclear.FindString(text.Value); word != "" {
					found = append(found, fmt.Sprintf("%s: %s: %s", set.Position(text.Pos()), word, text.Value))
				}
			}
			return true
		})
	})
	require.Greater(t, messages, 1_000, "the walk missed the module")
	assert.Empty(t, found, "style asks for other words in messages")
}

func TestTextsUsePlainWords(t *testing.T) {
	files, found := 0, []string{}
	eachFile(t, texts, func(path string) {
		files++
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			if word := unclear.FindString(line); word != "" {
				found = append(found, fmt.Sprintf("%s:%d: %s: %s", path, i+1, word, line))
			}
		}
	})
	require.Greater(t, files, 200, "the walk missed the module")
	assert.Empty(t, found, "style asks for other words in texts")
}

func TestArchaicWordsAreFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.go")
	require.NoError(t, os.WriteFile(path, []byte("package a\n\n// A tells whether the\n// hook lies in a folder.\nvar A = 1 // plain\n\n//go:generate stands in\n"), 0o600))
	lines, hits := judged(t, path, wordList(t))
	assert.Equal(t, 3, lines, "directives do not count")
	assert.Equal(t, []string{path + ":3: tells whether: write reports whether", path + ":4: lies in: write is in"}, hits)
}

// judged returns the number of comment lines in a file, and the archaic words in them.
func judged(t *testing.T, path string, words []archaic) (lines int, hits []string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	if ast.IsGenerated(file) {
		return 0, nil
	}
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if directive.MatchString(comment.Text) {
				continue
			}
			at := set.Position(comment.Pos()).Line
			for i, line := range strings.Split(comment.Text, "\n") {
				lines++
				for _, w := range words {
					if word := w.word.FindString(line); word != "" {
						hits = append(hits, fmt.Sprintf("%s:%d: %s: write %s", path, at+i, word, w.instead))
					}
				}
			}
		}
	}
	return lines, hits
}

var directive = regexp.MustCompile(`^//[a-z]+:`)

// wordList reads the list of archaic words.
func wordList(t *testing.T) []archaic {
	t.Helper()
	text, err := os.ReadFile("testdata/archaic.tsv")
	require.NoError(t, err)
	var words []archaic
	for line := range strings.Lines(string(text)) {
		pattern, instead, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		require.True(t, ok, line)
		words = append(words, archaic{regexp.MustCompile("(?i)" + pattern), instead})
	}
	return words
}
