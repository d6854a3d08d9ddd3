//go:build unix

package interpose_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/interpose"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/atomicfile"
)

// odd is a file in an unusual layout that only people write.
const odd = "\ufeff{\t\"x\":1 ,\r\n\"hooks\" : {\"PreToolUse\":[ {\"matcher\":\"Ba\\u0073h\" ,\n \"hooks\":[{ \"type\":\"command\",\"command\" : \"\\u002e/guard.sh \\\"$CLAUDE_PROJECT_DIR\\\"\" },\n{\"type\":\"command\",\"command\":\"node\",\"args\":[\"a.js\", \"b c\"]}]}]}}"

type stage struct {
	t                 *testing.T
	settings, journal string
	plan              *interpose.Plan
}

// newStage plans recorders in front of the hooks of a file.
func newStage(t *testing.T, text string) stage {
	t.Helper()
	folder := t.TempDir()
	path, cassette := filepath.Join(folder, "settings.json"), filepath.Join(folder, "c.jsonl")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o640))
	plan := interpose.New("/opt/hook test/hooktest", cassette)
	file, err := settingsfile.Read(dialect.Known("claude"), path)
	require.NoError(t, err)
	plan.Wrap(file, func(settingsfile.Hook) bool { return true })
	return stage{t, path, cassette, plan}
}

// started is a stage on which a recording has begun.
func started(t *testing.T, text string) stage {
	t.Helper()
	s := newStage(t, text)
	require.NoError(t, s.plan.Start())
	return s
}

func (s stage) text() string {
	s.t.Helper()
	text, err := os.ReadFile(s.settings)
	require.NoError(s.t, err)
	return string(text)
}

func (s stage) stop() interpose.Restored {
	s.t.Helper()
	j, err := interpose.Load(s.journal)
	require.NoError(s.t, err)
	restored, err := j.Stop(func(_ *dialect.Contract, path string) bool { return path == s.settings })
	require.NoError(s.t, err)
	require.NoFileExists(s.t, interpose.JournalOf(s.journal))
	require.Len(s.t, restored, 1)
	return restored[0]
}

func TestStopRestoresEveryByte(t *testing.T) {
	s := started(t, odd)
	file, err := settingsfile.Read(dialect.Known("claude"), s.settings)
	require.NoError(t, err)
	hooks := file.Hooks()
	require.Len(t, hooks, 2)
	assert.Equal(t, "[ \"$(exec 2>/dev/null; '/opt/hook test/hooktest' record --as ready </dev/null || :)\" != ready ] || exec '/opt/hook test/hooktest' record --as claude/PreToolUse --to "+s.journal+
		" --by /bin/sh,-c 3<<'HOOKTEST'\n./guard.sh \"$CLAUDE_PROJECT_DIR\"\nHOOKTEST\n./guard.sh \"$CLAUDE_PROJECT_DIR\"", hooks[0].Command.Text())
	assert.Equal(t, "/bin/sh", hooks[1].Command.Text())
	assert.Equal(t, []string{"-c", "[ \"$(exec 2>/dev/null; '/opt/hook test/hooktest' record --as ready </dev/null || :)\" != ready ] || exec '/opt/hook test/hooktest' record --as claude/PreToolUse --to " +
		s.journal + ` -- "$@"; exec "$@"`, "sh", "node", "a.js", "b c"}, hooks[1].Args())
	info, err := os.Stat(interpose.JournalOf(s.journal))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "it holds the settings")

	assert.Equal(t, interpose.Whole, s.stop().How)
	assert.Equal(t, odd, s.text())
	info, err = os.Stat(s.settings)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o640), info.Mode().Perm())
}

// If a start or a stop is killed at any point, another stop restores the file.
func TestStopAfterAKill(t *testing.T) {
	tests := []struct {
		name string
		kill func(s stage, journal []byte)
		want interpose.How
	}{
		{"after the journal", func(s stage, _ []byte) { require.NoError(s.t, os.WriteFile(s.settings, []byte(odd), 0o640)) }, interpose.Untouched},
		{"after the settings", func(stage, []byte) {}, interpose.Whole},
		{"after restoring", func(s stage, journal []byte) {
			s.stop()
			require.NoError(s.t, os.WriteFile(interpose.JournalOf(s.journal), journal, 0o600))
		}, interpose.Untouched},
		{"with a partial file next to it", func(s stage, _ []byte) {
			require.NoError(s.t, os.WriteFile(filepath.Join(filepath.Dir(s.settings), ".hooktest-part-X"), []byte("{"), 0o600))
		}, interpose.Whole},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := started(t, odd)
			journal, err := os.ReadFile(interpose.JournalOf(s.journal))
			require.NoError(t, err)
			tt.kill(s, journal)
			assert.Equal(t, tt.want, s.stop().How)
			assert.Equal(t, odd, s.text())
			assert.NoFileExists(t, filepath.Join(filepath.Dir(s.settings), ".hooktest-part-X"))
		})
	}
}

// Without its journal, a recorder's command line still has the original hook.
func TestTakeOutNeedsNoJournal(t *testing.T) {
	const plain = "{\n \"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"a 'b'\\nHOOKTEST\\n\"}, {\"type\": \"command\", \"command\": \"b\", \"args\": [\"c d\"]}, {\"type\": \"command\", \"command\": \"e\", \"args\": []}]}]}}"
	tests := []struct {
		name, after string
		forget      func(s stage)
		taken       int
		reason      string
	}{
		{"recording", "", func(stage) {}, 0, "its own stop takes it out"},
		{"cleaned", plain, func(s stage) { require.NoError(s.t, os.Remove(interpose.JournalOf(s.journal))) }, 3, "git clean removes what is not tracked"},
		{"moved", plain, func(s stage) {
			require.NoError(s.t, os.Rename(interpose.JournalOf(s.journal), interpose.JournalOf(s.journal)+"2"))
		}, 3, "the journal is elsewhere"},
		{"of other settings", plain, func(s stage) {
			text, err := os.ReadFile(interpose.JournalOf(s.journal))
			require.NoError(s.t, err)
			text = bytes.Replace(text, []byte(s.settings), []byte(s.settings+".other"), 1)
			require.NoError(s.t, os.WriteFile(interpose.JournalOf(s.journal), text, 0o600))
		}, 3, "a copy of a project that is recorded"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := started(t, plain)
			during := s.text()
			tt.forget(s)
			file, err := settingsfile.Read(dialect.Known("claude"), s.settings)
			require.NoError(t, err)
			taken, err := interpose.TakeOut(file)
			require.NoError(t, err)
			assert.Equal(t, tt.taken, taken, tt.reason)
			if tt.after == "" {
				tt.after = during
			}
			assert.Equal(t, tt.after, s.text())
		})
	}
}

// A hook that only resembles a recorder is not changed.
func TestWhatIsNoRecorderStays(t *testing.T) {
	for _, command := range []string{
		"hooktest record --as claude/Stop --to x", "[ ! -x h ] || exec h record --as claude/Stop --to c --by sh,-c 3<<'M'\na\nM\nb",
		"[ ! -x h ] || exec h record --as claude/Stop --to c --by sh,-c 3<<'M'\na", "[ x ] || exec h record --as claude/Stop --to c", "guard",
	} {
		assert.False(t, interpose.IsRecorder(command, nil), command)
	}
	earlier := "[ ! -x h ] || exec h record --as claude/Stop --to 'c d' --by sh,-c 3<<'M'\na\nM\na"
	assert.True(t, interpose.IsRecorder(earlier, nil), "as earlier versions have written it")
}

// A path and a link to it are the same file.
func TestAProjectReachedByALink(t *testing.T) {
	s := newStage(t, odd)
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(filepath.Dir(s.settings), link))
	require.NoError(t, s.plan.Start())
	j, err := interpose.Load(filepath.Join(link, filepath.Base(s.journal)))
	require.NoError(t, err)
	_, err = j.Stop(func(_ *dialect.Contract, path string) bool {
		return interpose.Same(path, filepath.Join(link, "settings.json")) && !interpose.Same(path, filepath.Join(link, "other.json")) &&
			interpose.Same(filepath.Join(link, "none"), filepath.Join(filepath.Dir(s.settings), "none"))
	})
	require.NoError(t, err)
	assert.Equal(t, odd, s.text())
}

// Two concurrent stops both succeed, and neither removes the journal of a newer recording.
func TestTwoStops(t *testing.T) {
	s := started(t, odd)
	first, err := interpose.Load(s.journal)
	require.NoError(t, err)
	second, err := interpose.Load(s.journal)
	require.NoError(t, err)
	all := func(*dialect.Contract, string) bool { return true }
	_, err = first.Stop(all)
	require.NoError(t, err)
	_, err = second.Stop(all)
	require.NoError(t, err)
	assert.Equal(t, odd, s.text())
	require.NoError(t, os.WriteFile(interpose.JournalOf(s.journal), []byte("next"), 0o600))
	_, err = second.Stop(all)
	require.NoError(t, err)
	assert.FileExists(t, interpose.JournalOf(s.journal))
}

// If another program has changed a file, only the recorders are removed.
func TestStopKeepsWhatOthersWrote(t *testing.T) {
	const plain = `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a"}, {"type": "command", "command": "b", "args": ["c"]}]}]}}`
	tests := []struct {
		name   string
		change func(text string) string
		want   string
		taken  int
		reason string
	}{
		{"a setting", func(text string) string { return strings.Replace(text, "{", "{\"model\": \"x\",\n ", 1) }, strings.Replace(plain, "{", "{\"model\": \"x\",\n ", 1), 2, "it stays"},
		{"another hook", func(text string) string {
			return strings.Replace(text, `[{"type"`, `[{"type": "command", "command": "new"}, {"type"`, 1)
		}, strings.Replace(plain, `[{"type"`, `[{"type": "command", "command": "new"}, {"type"`, 1), 2, "it stays, and is not recorded"},
		{"reformatted", func(text string) string {
			return strings.ReplaceAll(text, "{", "{\n") + "\n"
		}, strings.ReplaceAll(plain, "{", "{\n") + "\n", 2, "however it is written"},
		{"a recorder is gone", func(text string) string {
			i := strings.Index(text, `, {"type"`)
			return text[:i] + text[strings.LastIndex(text, "}]}]}}")+1:]
		}, `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a"}]}]}}`, 1, "what is left is taken out"},
		{"a copy", func(text string) string {
			group := text[strings.Index(text, `[{"hooks"`)+1 : strings.LastIndex(text, "]}}")]
			return strings.Replace(text, group, group+","+group, 1)
		}, `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a"}, {"type": "command", "command": "b", "args": ["c"]}]},{"hooks": [{"type": "command", "command": "a"}, {"type": "command", "command": "b", "args": ["c"]}]}]}}`, 4, "and so are its copies"},
		{"all hooks", func(string) string { return "{}" }, "{}", 0, "nothing is left to be taken out"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := started(t, plain)
			require.NoError(t, os.WriteFile(s.settings, []byte(tt.change(s.text())), 0o640))
			restored := s.stop()
			assert.Equal(t, interpose.Partial, restored.How)
			assert.Equal(t, tt.taken, restored.Taken)
			assert.Equal(t, tt.want, s.text(), tt.reason)
		})
	}
}

func TestStopWaitsForAFileThatCanBeRead(t *testing.T) {
	s := started(t, odd)
	require.NoError(t, os.WriteFile(s.settings, []byte(`{"hooks": `), 0o640))
	j, err := interpose.Load(s.journal)
	require.NoError(t, err)
	_, err = j.Stop(func(_ *dialect.Contract, path string) bool { return path == s.settings })
	require.ErrorContains(t, err, "settings.json:1:")
	assert.Equal(t, `{"hooks": `, s.text(), "it is left alone")
	require.NoError(t, os.WriteFile(s.settings, []byte("{}"), 0o640))
	assert.Equal(t, 0, s.stop().Taken)
}

func TestStartChangesNothingTwice(t *testing.T) {
	s := started(t, odd)
	during := s.text()
	require.ErrorIs(t, s.plan.Start(), interpose.ErrRecording)
	assert.Equal(t, during, s.text())
	again := interpose.New("hooktest", s.journal)
	file, err := settingsfile.Read(dialect.Known("claude"), s.settings)
	require.NoError(t, err)
	again.Wrap(file, func(settingsfile.Hook) bool { return true })
	assert.Zero(t, again.Len(), "a recorder is not wrapped in another")
}

// If another program writes the settings between the read and the change, its changes are kept.
func TestStartSeesChanges(t *testing.T) {
	s := newStage(t, odd)
	require.NoError(t, os.WriteFile(s.settings, []byte(`{"theirs": 1}`), 0o640))
	require.ErrorIs(t, s.plan.Start(), atomicfile.ErrChanged)
	assert.Equal(t, `{"theirs": 1}`, s.text())
	assert.NoFileExists(t, interpose.JournalOf(s.journal))
}

// A command that contains the here-document's mark gets another mark.
func TestAMarkOfItsOwn(t *testing.T) {
	s := started(t, `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "cat <<HOOKTEST\nHOOKTEST\n"}]}]}}`)
	assert.True(t, bytes.Contains([]byte(s.text()), []byte(`3<<'HOOKTEST_'\ncat <<HOOKTEST\nHOOKTEST\n\nHOOKTEST_\n`)), s.text())
}

// A journal may come with an untrusted project, with any content.
func TestStopDisbelievesForgedJournals(t *testing.T) {
	const plain = `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a"}, {"type": "command", "command": "b", "args": ["c"]}]}]}}`
	tests := []struct {
		name   string
		forge  func(s stage, j *interpose.Journal)
		reason string
	}{
		{"no edits", func(_ stage, j *interpose.Journal) { j.Files[0].Edits = nil }, "nothing was recorded"},
		{"another text before", func(_ stage, j *interpose.Journal) { j.Files[0].Before = []byte(`{"hooks": {}}`) }, "it would put back what never was there"},
		{"more than the edits", func(_ stage, j *interpose.Journal) {
			j.Files[0].Before = append([]byte(`{"model": "x",`), j.Files[0].Before[1:]...)
		}, "a recorder does not change other settings"},
		{"one edit too few", func(_ stage, j *interpose.Journal) { j.Files[0].Edits = j.Files[0].Edits[1:] }, "the other hook would be lost"},
		{"another hook before", func(_ stage, j *interpose.Journal) { j.Files[0].Edits[0].From = "evil" }, "the recorder has another hook in it"},
		{"another hook before, in both", func(_ stage, j *interpose.Journal) {
			j.Files[0].Edits[0].From = "e"
			j.Files[0].Before = bytes.Replace(j.Files[0].Before, []byte(`"a"`), []byte(`"e"`), 1)
		}, "the recorder has another hook in it"},
		{"no recorder", func(s stage, j *interpose.Journal) {
			j.Files[0].Edits[0].To = "guard"
			j.Files[0].Before = []byte(s.text())
		}, "a guard is not a recorder"},
		{"missing", func(s stage, j *interpose.Journal) {
			j.Files[0].Missing, j.Files[0].Before, j.Files[0].After = true, nil, settingsfile.Sum([]byte(s.text()))
		}, "there is more in it than a recorder"},
		{"missing and without edits", func(s stage, j *interpose.Journal) {
			j.Files[0] = interpose.Altered{Path: s.settings, Agent: "claude", Missing: true, After: settingsfile.Sum([]byte(s.text()))}
		}, "there is more in it than a recorder"},
		{"somebody else's folder", func(s stage, j *interpose.Journal) { j.Files[0].Folders = []string{s.other()} }, "it was not made for the file"},
		{"somebody else's file", func(s stage, j *interpose.Journal) {
			j.Files[0].Path = filepath.Join(s.other(), "mine")
			j.Files[0].After, j.Files[0].Before = settingsfile.Sum([]byte("keep")), []byte("lost")
		}, "it holds no settings"},
		{"an unknown agent", func(_ stage, j *interpose.Journal) { j.Files[0].Agent = "nobody" }, "an unknown agent has no settings"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := started(t, plain)
			during := s.text()
			require.NoError(t, os.Mkdir(s.other(), 0o755))
			mine := filepath.Join(s.other(), "mine")
			require.NoError(t, os.WriteFile(mine, []byte("keep"), 0o644))
			j, err := interpose.Load(s.journal)
			require.NoError(t, err)
			tt.forge(s, j)
			_, err = j.Stop(func(*dialect.Contract, string) bool { return true })
			var doubted *interpose.Disbelieved
			require.ErrorAs(t, err, &doubted, tt.reason)
			assert.Contains(t, err.Error(), interpose.JournalOf(s.journal))
			assert.Equal(t, during, s.text())
			kept, err := os.ReadFile(mine)
			require.NoError(t, err)
			assert.Equal(t, "keep", string(kept))
			assert.FileExists(t, interpose.JournalOf(s.journal))
		})
	}
}

// other is a folder that has nothing to do with the recording.
func (s stage) other() string { return filepath.Join(filepath.Dir(s.settings), "other") }

func TestAJournalBelongsToTheCassetteNextToIt(t *testing.T) {
	s := started(t, odd)
	text, err := os.ReadFile(interpose.JournalOf(s.journal))
	require.NoError(t, err)
	elsewhere := filepath.Join(t.TempDir(), "c.jsonl")
	require.NoError(t, os.WriteFile(interpose.JournalOf(elsewhere), text, 0o600))
	_, err = interpose.Load(elsewhere)
	require.ErrorContains(t, err, "the journal of another cassette", "stopping it would remove the journal of the other")
}

// A file that has only our hook is removed, with the folders that were created for it.
func TestStopRemovesWhatOnceAdded(t *testing.T) {
	folder := t.TempDir()
	path, cassette := filepath.Join(folder, ".claude", "settings.json"), filepath.Join(folder, "once")
	plan := interpose.New("/opt/hooktest", cassette)
	file, err := settingsfile.Read(dialect.Known("claude"), path)
	require.NoError(t, err)
	require.NoError(t, plan.Add(file, "PreToolUse", "/tmp/pipe"))
	require.NoError(t, plan.Start())
	require.FileExists(t, path)
	j, err := interpose.Load(cassette)
	require.NoError(t, err)
	restored, err := j.Stop(func(*dialect.Contract, string) bool { return true })
	require.NoError(t, err)
	assert.Equal(t, interpose.Whole, restored[0].How)
	assert.NoDirExists(t, filepath.Dir(path))
}
