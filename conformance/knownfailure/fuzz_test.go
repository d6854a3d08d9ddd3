package knownfailure

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/outcome"
)

var listFault = regexp.MustCompile(`^x\.toml:([0-9]+):[0-9]+: .`)

// FuzzParse checks that each fault names the file and a line in it, that an entry is at
// its position, and that it gives its own check the promised verdict.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "[[failure]\n", "[[failure]]\ncheck = \"HOOK-001.1\"\nreason = \"a\"\n", "failure = [{check = \"A\", reason = \"b\"}]\n",
		"[[failure]]\ncheck = \"HOOK-1*\"\nverdict = \"crash\"\nclass = \"reel\"\nmessage = 'm'\nreason = \"a\"\nissue = \"#1\"\nuntil = 2027-01-31\n[[failure]]\nchek = 1\n",
		"[[failure]]\ncheck = \"A\"\nreason = '''\n[[failure]]\n'''\n[[failure]]\ncheck = \"B\"\nreason = \"b\"\n",
		"[[ failure ]]\ncheck = \"A\"\nreason = \"b\"\nuntil = 07:32:00\n", "[[failure]]\ncheck = [\"A\", \"B*\"]\nreason = \"c\"\n", "[[failure]]\ncheck = [1]\n", "[failure]\n", "failure = 1\n", "[[failure]]\n[[failure.a]]\n", "check = \"\xff\"",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := Parse("x.toml", data, today)
		lines := strings.Split(string(data), "\n")
		if err != nil {
			for fault := range strings.SplitSeq(err.Error(), "\n") {
				m := listFault.FindStringSubmatch(fault)
				require.NotNil(t, m, "a fault without a place: %q", fault)
				n, _ := strconv.Atoi(m[1])
				require.True(t, n >= 1 && n <= len(lines), "%s: there are %d lines", fault, len(lines))
			}
			require.LessOrEqual(t, len(err.Error()), 8*len(data)+300*len(lines))
			return
		}
		last := 0
		for i, e := range list.Entries {
			require.NotEmpty(t, strings.TrimSpace(e.Reason))
			require.True(t, e.Class == "" || slices.Contains(classes(), e.Class))
			require.True(t, e.Verdict.Red())
			first := list.Entries[:i]
			if i == 0 || !ofOneList(first[i-1], e) {
				last = assertPlaces(t, e, lines, last)
			}
			if !slices.ContainsFunc(first, func(other Entry) bool { return matches(other.Check, e.Check) }) && !e.expired(today) {
				got, entry := list.Judge(e.Check, e.Verdict, "so "+e.Message)
				require.Equal(t, outcome.ExpectedFailure, got)
				require.Same(t, &list.Entries[i], entry)
				got, _ = list.Judge(e.Check, outcome.Pass, "")
				require.Equal(t, outcome.UnexpectedPass, got)
			}
		}
		require.Len(t, list.Uses(false), len(list.Entries))
	})
}

// ofOneList reports whether two entries come from one list of checks.
func ofOneList(a, b Entry) bool {
	b.Check = a.Check
	return a == b
}

// assertPlaces checks that an entry's line is in the list and not before the previous
// entry's, and returns it.
func assertPlaces(t *testing.T, e Entry, lines []string, last int) int {
	t.Helper()
	_, line := e.Position.Split()
	require.True(t, line >= max(last, 1) && line <= len(lines), "line %d after %d of %d", line, last, len(lines))
	if !strings.HasPrefix(strings.TrimLeft(lines[line-1], " \t\uFEFF"), "[[") {
		return line
	}
	// The text above a header is itself a complete document.
	_, err := Parse("x.toml", []byte(strings.Join(lines[:line-1], "\n")), today)
	require.NoError(t, err, "%s does not begin an entry", e.Position)
	return line
}
