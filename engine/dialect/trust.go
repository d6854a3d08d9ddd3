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

// A Trust is what somebody has to trust before hooks of settings files run.
type Trust struct {
	// Scopes are those of the files that it holds back; none stands for all.
	Scopes []string
	Of     Trusted
	// Switch is the setting that has the agent ask for trust at all; one without a path
	// stands for an agent that always does. A file of the project can't set it.
	Switch Switch
	// Loses is what does not apply without trust.
	Loses Loss
	// Asks tells how the agent asks, as words that follow its name; empty where nobody
	// has seen it.
	Asks string
	// Unasked is what becomes of hooks in a session in which nobody can be asked.
	Unasked Unasked
	// Flag is the switch of the command line by which nobody is asked, Variable the
	// variable of the environment; Record the file that remembers who was trusted. Each
	// is empty where there is none that is known.
	Flag, Variable, Record string
	Fact                   string
	// Ledger is how the Record is written; zero where nobody tells.
	Ledger Ledger
}

// A Ledger is the form of a file, JSON or TOML, that remembers what is trusted: folders, or
// hooks.
type Ledger struct {
	// Key leads to what is remembered, with dots between the names; empty for the file's own
	// object.
	Key string
	// Yes, Above and No are the words beside a folder: that it is trusted, that the one
	// around it is, and that it is not. Without them the folders are a list, and trusted.
	Yes, Above, No string
	// Field is the name under which the word of a folder stands, or the digest of a hook;
	// empty where the word stands beside the folder itself.
	Field string
	// Generous tells that a folder which is trusted outweighs what is said of those in
	// it; else the nearest one counts. Exact tells that none counts but the project's own and
	// that of its repository.
	Generous, Exact bool
	// Digest is how a hook becomes one word of the ledger; empty for a ledger of folders.
	// Off is the field that leaves a hook out where it is false.
	Digest Digest
	Off    string
	Fact   string
}

// A Digest is a way to put a hook as it is written into one word.
type Digest string

// DigestCodex is that of Codex CLI.
const DigestCodex Digest = "codex"

// A Definition is a hook as it is written, with its place in its file.
type Definition struct {
	Event hook.Event
	// Group and Place count from 0: the group in its event, the hook in its group.
	Group, Place int
	// Matcher is nil where there is none, or where the event has none.
	Matcher *string
	Command string
	// Seconds is 0 where it names no timeout.
	Seconds int64
	Async   bool
	// Status is what the user is shown meanwhile; nil for nothing.
	Status *string
}

// Key is the name by which a hook of a file is remembered.
func (d Definition) Key(file string) string {
	return fmt.Sprintf("%s:%s:%d:%d", file, snake(string(d.Event)), d.Group, d.Place)
}

// Of is the word for a hook.
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

// Trusted is what is trusted.
type Trusted string

const (
	// TrustsFolder: the project's folder, and whatever hooks are in it later.
	TrustsFolder Trusted = "folder"
	// TrustsDefinition: each hook as it is written; who changes it is asked anew.
	TrustsDefinition Trusted = "definition"
	// TrustsUnknown: nobody knows whether anything has to be trusted.
	TrustsUnknown Trusted = "unknown"
)

// Unasked is how an agent takes hooks that nobody can be asked about.
type Unasked string

const (
	// UnaskedUnknown: nobody has looked.
	UnaskedUnknown Unasked = ""
	// UnaskedTrusts: they run as if they were trusted.
	UnaskedTrusts Unasked = "trusts"
	// UnaskedSkips: they do not run, and nobody is told.
	UnaskedSkips Unasked = "skips"
	// UnaskedEnds: the agent ends at once.
	UnaskedEnds Unasked = "ends"
)

// Holds tells whether a file of this scope is held back where there is no trust.
func (t Trust) Holds(scope string) bool {
	return t.Of != TrustsUnknown && (len(t.Scopes) == 0 || slices.Contains(t.Scopes, scope))
}

// InProject tells whether files of a scope are the project's, which come with its code.
func (s Settings) InProject(scope string) bool {
	return slices.ContainsFunc(s.Files, func(f File) bool { return f.Scope == scope && f.inProject() })
}

func (f File) inProject() bool {
	return !strings.HasPrefix(f.Path, "~/") && !strings.HasPrefix(f.Path, "/")
}

// ProjectScope is the scope of the project's first file; empty for an agent without one.
func (s Settings) ProjectScope() string {
	if i := slices.IndexFunc(s.Files, File.inProject); i >= 0 {
		return s.Files[i].Scope
	}
	return ""
}
