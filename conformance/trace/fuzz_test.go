package trace

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var lockFault = regexp.MustCompile(`^trace\.lock:([0-9]+): .`)

// FuzzParseLock checks that each fault names its line, and that a valid lock loses
// nothing: every line is an entry, and writing the lock again gives the same content.
func FuzzParseLock(f *testing.F) {
	for _, seed := range []string{
		"", "<<<<<<< HEAD\n", lockHeader, lockHeader + "\n\n",
		lockHeader + "\n" + `{"clause":"HOOK-016a.10","text":"ab","code":"c","test":"d","rung":"proven","accepted":"<é>"}` + "\n" + `{"mutant":"HOOK-016a.9/m","key":"k","killer":"HOOK-016a.9/a"}` + "\n",
		lockHeader + "\r\n" + `{"mutant":"M","key":"","killer":""}` + "\r\n" + `{"mutant":"L","key":"","killer":""}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := ParseLock("trace.lock", data)
		lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		if err != nil {
			for fault := range strings.SplitSeq(err.Error(), "\n") {
				m := lockFault.FindStringSubmatch(fault)
				require.NotNil(t, m, "a fault without a place: %q", fault)
				n, _ := strconv.Atoi(m[1])
				require.True(t, n >= 1 && n <= len(lines), fault)
			}
			require.LessOrEqual(t, len(err.Error()), 8*len(data)+200*len(lines))
			return
		}
		require.Equal(t, len(lines)-1, len(l.Clauses)+len(l.Mutants))
		text, err := l.Text()
		require.NoError(t, err)
		back, err := ParseLock("trace.lock", text)
		require.NoError(t, err)
		require.Equal(t, l, back)
		require.Equal(t, said(t, lines[1:]), said(t, strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")[1:]))
		for _, c := range l.Clauses {
			require.True(t, slices.Contains(Rungs(), c.Rung), "rung %q", c.Rung)
		}
	})
}

// said returns the members of lines by id, without empty members.
func said(t *testing.T, lines []string) map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, line := range lines {
		var members map[string]string
		require.NoError(t, json.Unmarshal([]byte(line), &members))
		id := "clause " + members["clause"]
		if members["mutant"] != "" {
			id = "mutant " + members["mutant"]
		}
		for name, value := range members {
			if value == "" {
				delete(members, name)
			}
		}
		all[id] = members
	}
	return all
}
