package page_test

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/ascii85"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html"
	"io"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/page"
	"github.com/hooktest/hooktest/internal/browser"
)

func element(t *testing.T, out, pattern string) string {
	t.Helper()
	m := regexp.MustCompile(pattern).FindStringSubmatch(out)
	require.NotNil(t, m, pattern)
	return m[1]
}

func TestThePolicyNamesItsOwnStyleAndScriptAlone(t *testing.T) {
	out := write(t, sample())
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	style, script := element(t, out, `(?s)<style>(.*?)</style>`), element(t, out, `(?s)<script>(.*?)</script>`)
	policy := element(t, out, `<meta http-equiv="Content-Security-Policy" content="([^"]*)">`)
	assert.Equal(t, "default-src 'none'; style-src "+hash(style)+"; script-src "+hash(script)+
		"; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'", html.UnescapeString(policy))
	assert.Less(t, strings.Index(out, "Content-Security-Policy"), strings.Index(out, "<style>"), "a policy binds what comes after it")
}

// tags returns the elements of a document, as written.
func tags(out string) []string { return regexp.MustCompile(`<[a-zA-Z!/][^>]*>`).FindAllString(out, -1) }

func TestEveryLinkLeadsSomewhere(t *testing.T) {
	for name, r := range map[string]trace.Report{"sample": sample(), "large": large(t)} {
		out := write(t, r)
		ids := map[string]int{}
		for _, m := range regexp.MustCompile(`\sid="?([^"\s>]*)`).FindAllStringSubmatch(out, -1) {
			ids[html.UnescapeString(m[1])]++
		}
		for id, n := range ids {
			assert.Equal(t, 1, n, "%s: the id %s", name, id)
		}
		hrefs := regexp.MustCompile(`\shref="?([^"\s>]*)`).FindAllStringSubmatch(out, -1)
		require.NotEmpty(t, hrefs)
		for _, m := range hrefs {
			to, query, _ := strings.Cut(strings.TrimPrefix(m[1], "#"), "?")
			if query != "" {
				continue
			}
			assert.Equal(t, "#", m[1][:1], "no link leads out of the page")
			assert.Contains(t, ids, strings.NewReplacer("%23", "#", "%20", " ").Replace(html.UnescapeString(to)), name)
		}
	}
}

func TestTheSumsAreSpelledOut(t *testing.T) {
	out := write(t, sample())
	out = html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(out[strings.Index(out, `<ol class="ladder"`):], ""))
	for _, want := range []string{
		"ids 6 active + 1 merged = 7 ids", "clauses 12 by test + 3 by inspection = 15 clauses",
		"denominator 12 by test − 1 equivalent = 11 in the denominator", "inspected 1 inspected of 3 by inspection", "in doubt 1 suspect · 1 waived",
	} {
		assert.Contains(t, out, want)
	}
	ladder := regexp.MustCompile(`\s+`).ReplaceAllString(out, " ")
	assert.True(t, strings.HasPrefix(ladder, " linked 10 of 11 90.9 % a declaration of the engine and a check name the clause 1 of the denominator"), ladder[:200])
}

// A score must be shown with what it leaves out.
func TestTheScoreOfTheOperatorsIsSpelledOut(t *testing.T) {
	r := sample()
	r.Operators = trace.Operators{Mutants: 100, Killed: 60, Survived: 37, Lost: 3, Equivalent: 12, Outside: 15, Unexplained: 10}
	out := html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(write(t, r), ""))
	for _, want := range []string{
		"operators 60 killed + 12 equivalent + 15 outside of the text + 10 unexplained = 97 judged + 3 hanging or crashing = 100 mutants by machine",
		"score of the operators 60 killed of 70 that a check ought to kill and of 97 judged",
	} {
		assert.Contains(t, out, want)
	}
}

func TestSharesAreNotRoundedAway(t *testing.T) {
	r := sample()
	r.Ladder.Tests, r.Ladder.Equivalent, r.Ladder.Denominator = 5000, 0, 5000
	r.Ladder.Linked, r.Ladder.Executed, r.Ladder.Passed, r.Ladder.Proven = 5000, 4999, 1, 0
	out := write(t, r)
	var got []string
	for _, m := range regexp.MustCompile(`<span class="share">([^<]*)</span>`).FindAllStringSubmatch(out, -1) {
		got = append(got, m[1])
	}
	assert.Equal(t, []string{"100 %", "99.9 %", "0.1 %", "0 %"}, got, "what is not everything is not 100 %")
}

func TestWriteDependsOnTheReportAlone(t *testing.T) {
	r := sample()
	out := write(t, r)
	assert.Equal(t, out, write(t, sample()), "equal reports give equal pages")
	assert.Equal(t, sample(), r, "the report stays as it is")
	assert.Contains(t, write(t, trace.Report{}), "No gate found anything.", "nothing is a report, too")

	broken := errors.New("the disk is full")
	assert.ErrorIs(t, page.Write(failing{broken}, r), broken)
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// poison puts the attack into every text of a report.
func poison(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		// Texts with a named type are words of this module.
		if v.Type() == reflect.TypeFor[string]() && v.String() != "" && v.CanSet() {
			v.SetString(v.String() + attack)
		}
	case reflect.Struct:
		if v.Type() != reflect.TypeFor[time.Time]() {
			for i := range v.NumField() {
				poison(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			poison(v.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			poison(v.Elem())
		}
	}
}

func TestNoTextBecomesMarkup(t *testing.T) {
	clean, r := sample(), sample()
	poison(reflect.ValueOf(&r).Elem())
	out := write(t, r)
	want := map[string]bool{}
	for _, tag := range tags(write(t, clean)) {
		want[strings.FieldsFunc(tag, func(r rune) bool { return r == ' ' || r == '>' })[0]] = true
	}
	for _, tag := range tags(out) {
		assert.Contains(t, want, strings.FieldsFunc(tag, func(r rune) bool { return r == ' ' || r == '>' })[0])
		assert.NotRegexp(t, `(?i)\son[a-z]+\s*=|javascript:|\ssrc=|\sstyle=`, regexp.MustCompile(`"[^"]*"`).ReplaceAllString(tag, `""`))
	}
	for _, r := range out {
		require.True(t, r == '\n' || r == '\t' || !unicode.Is(unicode.Cc, r) && r != '\u202e' && r != '\u2066', "%q", r)
	}
	for _, r := range unpack(t, out) {
		require.False(t, unicode.Is(unicode.Cc, r) && r != '\n' || r == '\u202e' || r == '\u2066', "%q in the packed evidence", r)
	}

	p := open(t, r)
	for _, view := range views() {
		p.Click(`.views a[href="#` + view + `"]`)
	}
	p.Click(`.views a[href="#requirements"]`)
	// The list may move under a pointer while it is laid out; this click is only about
	// the drawer's text.
	browser.Eval[any](p, `(document.querySelector("li.cl summary").click(), null)`)
	assert.Contains(t, shownDrawer(t, p), shownAttack)
	assert.Zero(t, browser.Eval[int](p, `document.querySelectorAll("img").length`))
	quiet(t, p)
}

// unpack returns the packed evidence as text.
func unpack(t *testing.T, out string) string {
	t.Helper()
	packed := strings.ReplaceAll(element(t, out, `<script type="application/octet-stream" id="bulk">([^<]*)</script>`), "v", "<")
	in, err := gzip.NewReader(ascii85.NewDecoder(strings.NewReader(packed)))
	require.NoError(t, err)
	text, err := io.ReadAll(in)
	require.NoError(t, err)
	return string(text)
}

func TestEvidenceIsHeldOnce(t *testing.T) {
	var bulk struct {
		Evidence struct{ Request []int }
		Texts    []string
		Clauses  map[string]struct {
			Checks []struct{ Evidence int }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(unpack(t, write(t, sample()))), &bulk))
	assert.Len(t, bulk.Clauses, 16)
	for id, c := range bulk.Clauses {
		for _, check := range c.Checks {
			assert.Equal(t, 0, check.Evidence, "%s: all cases of the sample have the same", id)
		}
	}
	assert.Len(t, bulk.Evidence.Request, 6, "one of all cases and one of each mutant that was killed")
	seen := map[string]bool{}
	for _, text := range bulk.Texts {
		assert.False(t, seen[text], text)
		seen[text] = true
	}
}

func TestAProjectOfFullSizeStaysSmall(t *testing.T) {
	r := large(t)
	require.Len(t, r.Requirements, 219)
	require.Len(t, r.Implementations, 8)
	require.Greater(t, len(r.Mutants), 800)
	out := write(t, r)
	readable, _, _ := strings.Cut(out, `id="bulk"`)
	require.NotRegexp(t, `%!\w?\(`, readable, "no format lacks or ignores an argument")
	assert.Less(t, len(out), 1_700_000)
	half := r
	half.Requirements, half.Mutants = r.Requirements[:len(r.Requirements)/2], r.Mutants[:len(r.Mutants)/2]
	allocations := func(r trace.Report) float64 { return testing.AllocsPerRun(1, func() { write(t, r) }) }
	assert.Less(t, allocations(r), 3*allocations(half), "twice the project is about twice the work")
}
