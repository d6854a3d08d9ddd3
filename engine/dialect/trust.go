package dialect

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A Trust describes what the user must trust before hooks of settings files run.
type Trust struct {
	// Scopes are the scopes of the files that need trust; empty for all.
	Scopes []string
	Of     Trusted
	// Switch is the setting that makes the agent require trust; without a path the
	// agent always does. A file of the project can't set it.
	Switch Switch
	// Loses is what does not apply without trust.
	Loses Loss
	// Asks says how the agent asks, as a phrase that follows its name; empty if it is
	// not known.
	Asks string
	// Unasked says what happens to hooks in a session without a user to ask.
	Unasked Unasked
	// Flag is the command-line flag and Variable the environment variable that skip the
	// question. Record is the file that stores what was trusted. Each is empty if none
	// is known.
	Flag, Variable, Record string
	Fact                   string
	// Format is the format of the Record; zero if it is not known.
	Format RecordFormat
}

// A RecordFormat is the format of a JSON or TOML file that stores which folders or hooks are
// trusted.
type RecordFormat struct {
	// Key leads to the entries, with dots between the names; empty for the file's own
	// object.
	Key string
	// Yes, Above and No are the words for a folder: it is trusted, its parent is
	// trusted, it is not trusted. Without them the folders are a list of trusted ones.
	Yes, Above, No string
	// Field is the name that holds a folder's word or a hook's digest; empty if the
	// word is the value of the folder itself.
	Field string
	// ParentWins means that a trusted folder overrides the entries of folders in it.
	// Otherwise the nearest entry counts. Exact means that only entries of the
	// project's own folder and of its repository count.
	ParentWins, Exact bool
	// Digest is how a hook becomes one word of the ledger; empty for a ledger of
	// folders. Off is the field that disables a hook if it is false.
	Digest Digest
	Off    string
	Fact   string
}

// A Digest is a way to turn a hook's definition into one word.
type Digest string

// DigestCodex is the digest of Codex CLI.
const DigestCodex Digest = "codex"

// A Definition is a hook as written, with its place in its file.
type Definition struct {
	Event hook.Event
	// Group and Place count from 0: the group in its event, the hook in its group.
	Group, Place int
	// Matcher is nil if there is none, or if the event has none.
	Matcher *string
	Command string
	// Seconds is 0 if the hook has no timeout.
	Seconds int64
	Async   bool
	// Status is the text that the user sees while the hook runs; nil for none.
	Status *string
}

// Key returns the name under which a file's hook is stored.
func (d Definition) Key(file string) string {
	return fmt.Sprintf("%s:%s:%d:%d", file, snake(string(d.Event)), d.Group, d.Place)
}

// Of returns the digest of a hook.
func (Digest) Of(d Definition) string {
	handler := jsonvalue.New(
		jsonvalue.Member{Key: "async", Value: d.Async}, jsonvalue.Member{Key: "command", Value: d.Command},
	)
	if d.Status != nil {
		handler.Set("statusMessage", *d.Status)
	}
	seconds := d.Seconds
	if seconds == 0 {
		seconds = 600
	}
	handler.Set("timeout", json.Number(strconv.FormatInt(max(seconds, 1), 10)))
	handler.Set("type", hook.TypeCommand)
	// The agent hashes the names in alphabetical order.
	all := jsonvalue.New(jsonvalue.Member{Key: "event_name", Value: snake(string(d.Event))}, jsonvalue.Member{Key: "hooks", Value: []any{handler}})
	if d.Matcher != nil {
		all.Set("matcher", *d.Matcher)
	}
	sum := sha256.Sum256(jsonvalue.Marshal(all))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// snake turns PreToolUse into pre_tool_use.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// Trusted says what is trusted.
type Trusted string

const (
	// TrustsFolder: the project's folder, with any hooks that it contains later.
	TrustsFolder Trusted = "folder"
	// TrustsDefinition: each hook as written. A changed hook needs trust again.
	TrustsDefinition Trusted = "definition"
	// TrustsUnknown: it is not known whether trust is required.
	TrustsUnknown Trusted = "unknown"
)

// Unasked says what an agent does with hooks if there is no user to ask.
type Unasked string

const (
	// UnaskedUnknown: it is not known.
	UnaskedUnknown Unasked = ""
	// UnaskedTrusts: they run as if they were trusted.
	UnaskedTrusts Unasked = "trusts"
	// UnaskedSkips: they silently do not run.
	UnaskedSkips Unasked = "skips"
	// UnaskedEnds: the agent ends at once.
	UnaskedEnds Unasked = "ends"
)

// Holds reports whether files of this scope need trust.
func (t Trust) Holds(scope string) bool {
	return t.Of != TrustsUnknown && (len(t.Scopes) == 0 || slices.Contains(t.Scopes, scope))
}

// InProject reports whether files of a scope belong to the project and come with its
// code.
func (s Settings) InProject(scope string) bool {
	return slices.ContainsFunc(s.Files, func(f File) bool { return f.Scope == scope && f.inProject() })
}

func (f File) inProject() bool {
	return !strings.HasPrefix(f.Path, "~/") && !strings.HasPrefix(f.Path, "/")
}

// ProjectScope returns the scope of the project's first file; empty for an agent
// without one.
func (s Settings) ProjectScope() string {
	if i := slices.IndexFunc(s.Files, File.inProject); i >= 0 {
		return s.Files[i].Scope
	}
	return ""
}
