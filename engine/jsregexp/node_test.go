package jsregexp

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// question is one pattern and the subjects to try it on.
type question struct {
	Pattern  string   `json:"pattern"`
	Subjects []string `json:"subjects"`
}

// answer is whether the pattern is valid and, if so, which subjects match.
type answer struct {
	Valid   bool   `json:"valid"`
	Matched []bool `json:"matched"`
}

const nodeScript = `
const lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', line => {
	const { pattern, subjects } = JSON.parse(line);
	let re;
	try { re = new RegExp(pattern); } catch { console.log('{"valid":false,"matched":null}'); return; }
	console.log(JSON.stringify({ valid: true, matched: subjects.map(s => re.test(s)) }));
});`

// askNode puts all questions to one node process. It skips the test without
// node, except on CI.
func askNode(t *testing.T, questions []question) []answer {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			require.NoError(t, err, "CI must have node")
		}
		t.Skip("node is not installed")
	}
	var input strings.Builder
	encoder := json.NewEncoder(&input)
	for _, q := range questions {
		require.NoError(t, encoder.Encode(q))
	}
	command := exec.CommandContext(t.Context(), node, "-e", nodeScript)
	command.Stdin = strings.NewReader(input.String())
	command.Stderr = os.Stderr
	output, err := command.Output()
	require.NoError(t, err)

	answers := make([]answer, 0, len(questions))
	lines := bufio.NewScanner(strings.NewReader(string(output)))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a answer
		require.NoError(t, json.Unmarshal(lines.Bytes(), &a))
		answers = append(answers, a)
	}
	require.NoError(t, lines.Err())
	require.Len(t, answers, len(questions))
	return answers
}

// askPackage answers the question with the package under test.
func askPackage(t *testing.T, q question) answer {
	t.Helper()
	// Time is not what is compared, and random patterns may need some.
	re, err := compile(q.Pattern, time.Minute)
	if err != nil {
		return answer{}
	}
	a := answer{Valid: true, Matched: []bool{}}
	for _, subject := range q.Subjects {
		matched, err := re.MatchString(subject)
		require.NoError(t, err, "%q on %q", q.Pattern, subject)
		a.Matched = append(a.Matched, matched)
	}
	return a
}

// TestTablesAgainstNode holds the expectations of the other tests against the
// implementation that the requirements refer to.
func TestTablesAgainstNode(t *testing.T) {
	var questions []question
	var want []answer
	for _, c := range invalidPatterns {
		questions = append(questions, question{Pattern: c.in, Subjects: []string{}})
		want = append(want, answer{})
	}
	for _, c := range matchCases {
		q := question{Pattern: c.pattern, Subjects: []string{}}
		a := answer{Valid: true, Matched: []bool{}}
		for _, subject := range c.match {
			q.Subjects, a.Matched = append(q.Subjects, subject), append(a.Matched, true)
		}
		for _, subject := range c.miss {
			q.Subjects, a.Matched = append(q.Subjects, subject), append(a.Matched, false)
		}
		questions, want = append(questions, q), append(want, a)
	}
	for i, got := range askNode(t, questions) {
		assert.Equal(t, want[i], got, "%q on %q", questions[i].Pattern, questions[i].Subjects)
	}
}

// TestRandomPatternsAgainstNode compares the package with node on patterns
// drawn at random; the seed is in the log.
func TestRandomPatternsAgainstNode(t *testing.T) {
	const patterns = 3000
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	g := generator{rand.New(rand.NewPCG(seed, 0))}
	questions := make([]question, patterns)
	for i := range questions {
		questions[i] = question{Pattern: g.pattern(), Subjects: g.subjects()}
	}
	for i, want := range askNode(t, questions) {
		q := questions[i]
		assert.Equal(t, want, askPackage(t, q), "seed %d: %q on %q", seed, q.Pattern, q.Subjects)
	}
}

// generator draws patterns and subjects. Repetition counts and subjects are
// small, so that no pattern exhausts its budget.
type generator struct {
	*rand.Rand
}

func (g generator) pick(from ...string) string {
	return from[g.IntN(len(from))]
}

// pattern draws from the grammar, sometimes damaged, or from loose tokens.
func (g generator) pattern() string {
	switch g.IntN(5) {
	case 0:
		var b strings.Builder
		for range 1 + g.IntN(10) {
			b.WriteString(g.token())
		}
		return b.String()
	case 1:
		runes := []rune(g.disjunction(3))
		if len(runes) > 0 {
			at := g.IntN(len(runes))
			runes = append(runes[:at], runes[at+1:]...)
		}
		return string(runes)
	default:
		return g.disjunction(3)
	}
}

// token is a piece that need not be well formed.
func (g generator) token() string {
	return g.pick("(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<a>", "(?<b>", "(?i)", "(?", ")", ")", ")", "[", "[^", "]", "]",
		"{", "}", "{,2}", "{2}", "{1,2}", "{0,}", "{2,1}", "*", "+", "?", "|", "^", "$", ".", "-", ",", "<", ">", "=", "!", ":", "#",
		`\`, `\k<a>`, `\k`, `\c`, `\x`, `\u`, `\u{61}`, `\1`, `\2`, g.atom(), g.classPiece(), "a", "b", "1", "k", "c", "u")
}

func (g generator) disjunction(depth int) string {
	s := g.alternative(depth)
	for g.IntN(4) == 0 {
		s += "|" + g.alternative(depth)
	}
	return s
}

func (g generator) alternative(depth int) string {
	var b strings.Builder
	for range g.IntN(4) {
		b.WriteString(g.term(depth))
	}
	return b.String()
}

func (g generator) term(depth int) string {
	if depth > 0 && g.IntN(3) == 0 {
		opening := g.pick("(", "(", "(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<a>")
		group := opening + g.disjunction(depth-1) + ")"
		if strings.HasPrefix(opening, "(?<=") || strings.HasPrefix(opening, "(?<!") {
			return group
		}
		return group + g.quantifier()
	}
	if g.IntN(8) == 0 {
		return g.pick("^", "$", `\b`, `\B`)
	}
	return g.atom() + g.quantifier()
}

func (g generator) quantifier() string {
	if g.IntN(2) == 0 {
		return ""
	}
	return g.pick("*", "+", "?", "{2}", "{0}", "{0,2}", "{1,}", "{1,3}", "*", "?") + g.pick("", "", "?")
}

func (g generator) atom() string {
	switch g.IntN(8) {
	case 0:
		return g.class()
	case 1:
		return g.pick(`\1`, `\2`, `\3`, `\k<a>`, `\1`)
	case 2:
		return g.pick(`\d`, `\D`, `\w`, `\W`, `\s`, `\S`, ".", ".")
	case 3:
		return g.pick(`\n`, `\t`, `\v`, `\f`, `\r`, `\0`, `\07`, `\101`, `\141`, `\400`, `\8`, `\x61`, `\x6`, `\u0061`, `\u006`, `\cA`,
			`\cj`, `\c1`, `\c`, `\u{61}`, `\p{L}`, `\A`, `\z`, `\Z`, `\G`, `\a`, `\e`, `\-`, `\/`, `\(`, `\Q`, `\E`, `\R`, `\X`, `\N`, `\h`)
	default:
		return g.pick("a", "b", "a", "b", "c", "1", " ", "\n", "_", "]", "}", "{", "é", "😀", "😁", "\u2028", "\ufeff", "k", "u", "{,2}", "-")
	}
}

func (g generator) class() string {
	var b strings.Builder
	b.WriteString(g.pick("[", "[", "[^"))
	for range g.IntN(4) {
		b.WriteString(g.classPiece())
	}
	b.WriteString("]")
	return b.String()
}

func (g generator) classPiece() string {
	return g.pick("a", "b", "1", "-", "a-c", "0-9", "^", "[", ".", `\d`, `\W`, `\s`, `\S`, `\b`, `\B`, `\]`, `\\`, `\-`, `\1`, `\101`, `\x61`,
		`\cA`, `\c1`, `\c_`, `\c`, `\k`, "a-\\d", "\\d-a", "😀", "\u2028", `\u2028`, `\u{61}`, "(", ")", "|", "$", "é", "&&", "[:a:]", "\n")
}

// subjects draws short strings out of characters that the patterns know.
func (g generator) subjects() []string {
	subjects := []string{""}
	for range 6 {
		var b strings.Builder
		for range 1 + g.IntN(7) {
			b.WriteString(g.pick("a", "a", "b", "a", "b", "c", "1", " ", "\n", "_", "é", "😀", "😁", "\u2028", "\ufeff", "\u0001", "\\", "k", "u", "-", "{", "A"))
		}
		subjects = append(subjects, b.String())
	}
	return subjects
}
