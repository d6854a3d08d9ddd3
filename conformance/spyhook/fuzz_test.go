package spyhook

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// listening is a listener without pipes. It has two hooks, and their proof is their
// process id.
func listening(folder string) *Listener {
	return &Listener{
		folder: folder, waiting: map[string]*queue{}, synced: map[string]chan struct{}{},
		sources: map[string]*source{"T": {hook: "guard", token: "T"}, "U": {hook: "other", token: "U"}},
	}
}

// hearAll returns the runs that notes report, with one note per nanosecond.
func hearAll(folder string, notes []string) []Record {
	l := listening(folder)
	for i, line := range notes {
		l.hear(strings.Fields(line), int64(i+1))
	}
	var all []Record
	for _, r := range l.runs {
		all = append(all, r.record)
	}
	return all
}

// FuzzHear checks that untrusted notes are ignored, that each run has begun with a
// note with its proof and ended with one of its own process, and that counts and
// places are those of the notes.
func FuzzHear(f *testing.F) {
	for _, seed := range []string{
		"T begin 7 7\nT stdin 7\nT heard 7 SIGTERM\nT end 7 2\n", "T begin 7 8\nT end 7 0\n", "U begin 7 7\nT begin 7 7\nT end 7 0\nU end 7 1\nU end 7 0\n",
		"T begin 7 7\nT begin 7 7\nT end 7 0\nT end 7 0\n", "T await 7 other\nT begin 7 7\nT await 7 ../x\nU begin 8 8\n", "begin\n\nT\nT begin\nT begin x x\nT begin 7 7 7\n",
		"T begin -1 -1\nT end -1 -9999999999999999999\n", "V begin 7 7\nT begin 07 7\nT begin 7 07\n",
	} {
		f.Add(seed)
	}
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		var notes, known []string
		for line := range strings.Lines(text) {
			notes = append(notes, line)
			if words := strings.Fields(line); len(words) > 0 && (words[0] == "T" || words[0] == "U") {
				known = append(known, line)
			} else {
				// An empty line replaces the untrusted note, to keep the times equal.
				known = append(known, "")
			}
		}
		all := hearAll(folder, notes)
		require.Equal(t, all, hearAll(folder, known), "untrusted notes are ignored")
		counts := map[string]int{}
		var places []int
		for i, r := range all {
			counts[r.Hook]++
			require.Equal(t, counts[r.Hook], r.Run)
			token := map[string]string{"guard": "T", "other": "U"}[r.Hook]
			begin := strings.Fields(notes[r.Started-1])
			require.Equal(t, []string{token, "begin"}, begin[:2])
			require.Equal(t, begin[3], strconv.Itoa(r.PID))
			require.True(t, i == 0 || all[i-1].Began < r.Began)
			places = append(places, r.Began)
			require.Equal(t, r.Ended == 0, r.Over == 0)
			if r.Ended != 0 {
				end := strings.Fields(notes[r.Ended-1])
				require.Equal(t, []string{token, "end"}, end[:2])
				require.Greater(t, r.Ended, r.Started)
				places = append(places, r.Over)
			}
			for _, s := range r.Signals {
				heard := strings.Fields(notes[s.At-1])
				require.Equal(t, []string{token, "heard"}, heard[:2])
				require.Equal(t, s.Name, heard[3])
			}
		}
		slices.Sort(places)
		for i, place := range places {
			require.Equal(t, i+1, place, "each event has a place of its own")
		}
	})
}

// FuzzParts writes what a hook of the suite notes in files and reads it back.
func FuzzParts(f *testing.F) {
	f.Add("/w/project", "a b", "A=1", byte(5))
	f.Add("/w/\n012", "", "A=\nB=2", byte(7))
	f.Add("", "-n\x00", "=", byte(0))
	f.Fuzz(func(t *testing.T, cwd, args, env string, terminals byte) {
		if strings.Contains(cwd, "\x00") {
			t.Skip("no folder's name")
		}
		text, want := cwd+"\n", Record{CWD: cwd, Argv: []string{}}
		for i, name := range []string{"/dev/stdin", "/dev/stdout", "/dev/stderr"} {
			if terminals>>i&1 != 0 {
				text += strconv.Itoa(i)
				want.TTY = append(want.TTY, name)
			}
		}
		text += "\x00"
		if args != "" {
			want.Argv = strings.Split(args, "\x00")
			text += args + "\x00"
		}
		var got Record
		got.given(text)
		require.Equal(t, want, got)

		var from, whole Record
		for cut := range text {
			// A hook that was killed has written a part of it.
			from = Record{}
			from.given(text[:cut])
			require.Equal(t, want.Argv[:len(from.Argv)], from.Argv, "no half of a word")
			require.True(t, from.CWD == "" || from.CWD == cwd, "no half of a folder")
			require.Subset(t, want.TTY, from.TTY)
		}
		variables := map[string]string{}
		for entry := range strings.SplitSeq(env, "\x00") {
			name, value, _ := strings.Cut(entry, "=")
			variables[name] = value
		}
		whole.env(env + "\x00")
		require.Equal(t, variables, whole.Env)
	})
}
