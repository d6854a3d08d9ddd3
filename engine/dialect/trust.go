package dialect

import (
	"slices"
	"strings"
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

// A Ledger is the form of a JSON file that remembers which folders are trusted.
type Ledger struct {
	// Key has the folders below it; empty for the file's own object.
	Key string
	// Yes, Above and No are the words beside a folder: that it is trusted, that the one
	// around it is, and that it is not. Without them the folders are a list, and trusted.
	Yes, Above, No string
	// Generous tells that a folder which is trusted outweighs what is said of those in
	// it; else the nearest one counts.
	Generous bool
	Fact     string
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
