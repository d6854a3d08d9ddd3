package english_test

import (
	"cmp"
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

// sources are the files of Go, texts those that people read.
var (
	sources = regexp.MustCompile(`\.go$`)
	texts   = regexp.MustCompile(`\.(md|json|csv|toml|tmpl|sh|py|[cm]?js|ts)$|/(catalogue|requirements|contracts|mutants|mutants/operator)/[^/]+\.yaml$|\.hooktest\.yaml$`)
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
		case named.MatchString(filepath.ToSlash(path)):
			f(path)
		}
		return nil
	}))
}

// unclear are words that no message needs. Others of the list have an exact meaning somewhere.
var unclear = regexp.MustCompile(`(?i)\b(nobody|stands|mend(s|ed)?|strangers?)\b|(^|[^e]|[^r]e|[^e]re) is no ([^l]|l[^o])`)

// quoted is a name or a code, such as a word that a changelog says was renamed.
var quoted = regexp.MustCompile("`[^`]*`")

// oldWords are words that neither texts nor cases need.
var oldWords = regexp.MustCompile(`(?i)\b(who|what|which)ever\b|\b(beside|heeds?|lies|upon)\b`)

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
			if mutants.MatchString(filepath.ToSlash(path)) && !prose.MatchString(line) {
				continue
			}
			line = quoted.ReplaceAllLiteralString(line, "")
			if word := cmp.Or(unclear.FindString(line), oldWords.FindString(line)); word != "" {
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

// dated are words that no name needs, as parts of an identifier or of a case's name.
var dated = regexp.MustCompile(`(?i)^(nobodys?|whoever|whatever|whichever|beside|behind|stands|lies|heeds?|mend(s|ed)?|strangers?|fate|patient|tenant|occasion|trials?|departure|teller|deaf|garbles?|lags|dies|misfit|puzzle|spoils?|shelter|aside|anew|astray)$`)

var partOfName = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)

var (
	mutants = regexp.MustCompile(`/mutants/(operator/)?[^/]+\.yaml$`)
	prose   = regexp.MustCompile(`^ +(- )?(violates|reason): `) // all else is code and names
	named   = regexp.MustCompile(`(?m)^(?:clause|row| +name:) +(\S+)`)
	hooks   = regexp.MustCompile(`(?m)^(?:hook|spy|--) +(.+)$`)
)

func TestNamesUsePlainWords(t *testing.T) {
	names, found := 0, []string{}
	check := func(name, place string) {
		names++
		for _, part := range partOfName.FindAllString(name, -1) {
			if dated.MatchString(part) {
				found = append(found, fmt.Sprintf("%s: %s", place, name))
			}
		}
	}
	eachFile(t, sources, func(path string) {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			var declared []*ast.Ident
			switch n := n.(type) {
			case *ast.FuncDecl:
				declared = []*ast.Ident{n.Name}
			case *ast.TypeSpec:
				declared = []*ast.Ident{n.Name}
			case *ast.ValueSpec:
				declared = n.Names
			case *ast.Field:
				declared = n.Names
			case *ast.AssignStmt:
				for _, left := range n.Lhs {
					if id, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE {
						declared = append(declared, id)
					}
				}
			}
			for _, id := range declared {
				check(id.Name, set.Position(id.Pos()).String())
			}
			return true
		})
	})
	require.Greater(t, names, 10_000, "the walk missed the module")
	eachFile(t, cases, func(path string) { check(filepath.Base(path), path) })
	// Names of checks, of hooks and of mutants.
	for _, of := range []*regexp.Regexp{cases, mutants} {
		eachFile(t, of, func(path string) {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			for _, line := range slices.Concat(named.FindAllStringSubmatch(string(text), -1), hooks.FindAllStringSubmatch(string(text), -1)) {
				for name := range strings.FieldsSeq(line[1]) {
					check(name, path)
				}
			}
		})
	}
	assert.Empty(t, found, "style asks for other words in names")
}

// cases are the cases of the suite, which people read in reports.
var cases = regexp.MustCompile(`/testscripts/.*\.txtar$`)

// Comments of cases say what a hook or an implementation does. The first one is the title.
func TestCasesUsePlainWords(t *testing.T) {
	lines, found := 0, []string{}
	eachFile(t, cases, func(path string) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, "-- ") {
				break
			}
			if !strings.HasPrefix(line, "# ") {
				continue
			}
			lines++
			if word := cmp.Or(unclear.FindString(line), oldWords.FindString(line)); word != "" {
				found = append(found, fmt.Sprintf("%s:%d: %s: %s", path, i+1, word, line))
			}
		}
	})
	require.Greater(t, lines, 3_000, "the walk missed the suite")
	assert.Empty(t, found, "style asks for other words in cases")
}
