package dialect

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/hook"
)

// Settings are where an agent looks for hooks.
type Settings struct {
	// Files are the settings files. Of a scalar the first file that has it
	// decides; hooks of all files stand one behind the other in this order.
	Files []File
	// Homes move files of the home directory elsewhere.
	Homes []Home
	// Hooks is the key that the hooks stand under.
	Hooks  string
	Switch Switch
	// Gates are further switches, of which one is enough to turn hooks off.
	Gates []Switch
	// Trust is what somebody has to trust before hooks of the files run; none where
	// nothing has to be, as far as the requirements say.
	Trust []Trust
	// Silenced is the list of hooks that are off one by one, Alone the switch by which
	// those of one scope run alone.
	Silenced Silenced
	Alone    Alone
	// Comments tells whether files may hold comments.
	Comments bool
	// Shape is how hooks stand below the key, Breaches what it costs to depart from
	// that, where requirements do not say it; of several the first counts that is about
	// the event.
	Shape      Shape
	Breaches   []Breach
	Extensions Extensions
	// Frontmatter are documents at whose top, in YAML, hooks may stand under the key of the
	// settings: they run while the document is in use, as FrontmatterFact says.
	Frontmatter     []File
	FrontmatterFact string
	// Packages are the kinds of plugins and extensions that bring hooks along, as their
	// authors write them.
	Packages []Package
}

// Scopes names the scopes of the files, in their order.
func (s Settings) Scopes() []string {
	scopes := make([]string, len(s.Files))
	for i, file := range s.Files {
		scopes[i] = file.Scope
	}
	return scopes
}

// A File is one settings file.
type File struct {
	Scope string
	// Path is below the project, below the home directory where it starts with
	// "~/", or absolute; a * in it stands for several files.
	Path string
	// On has the path for operating systems, as runtime.GOOS names them, that
	// have another.
	On map[string]string
	// Variables name the file in the place of Path, the first that is set.
	Variables []string
	Fact      string
}

// A Home is a variable that names the folder which stands in the place of one below the
// home directory.
type Home struct {
	Variable string
	// Path begins with "~", as that of a File does.
	Path string
	Fact string
}

// A Shape is how the hooks of an event are written.
type Shape struct {
	// Flat tells that they stand below the event itself, without groups.
	Flat bool
	// Lone is what something wrong in a hook costs that stands below its event although
	// the others stand in groups; empty where each has to stand in one.
	Lone Loss
	// Command are the fields that may hold the command, Timeout those that may hold the
	// timeout, of which the first counts that is there; none stands for the one that is
	// called so.
	Command, Timeout []string
	// Type is that of a hook that names none; empty where it has to.
	Type string
	// Version is what a file says of its own format, beside the hooks: a number or, where
	// that is 0, the text of Format; neither says nothing.
	Version int
	Format  string
	// Event is the field in which a hook names its event, where all hooks stand in one
	// list; empty where they stand below their events.
	Event string
	// Action is the field with the object that holds a hook's type and command; empty
	// where the hook itself does.
	Action string
	// Enabled is the field that switches a hook off where it is false.
	Enabled string
	// Beside are the names that stand among those of the events and are none, Elsewhere
	// those of events that another contract of the same program tells of.
	Beside, Elsewhere []string
	Fact              string
}

// A Breach is something wrong in a settings file, and what of the file is lost by
// it.
type Breach struct {
	What Wrong
	// Events are those that it is about; none stands for all.
	Events []hook.Event
	Loses  Loss
	Fact   string
}

// Wrong is what may be wrong with hooks in a settings file.
type Wrong string

const (
	// WrongSyntax: the file is no JSON as the agent reads it.
	WrongSyntax Wrong = "syntax"
	// WrongEvent: the agent has no such event.
	WrongEvent Wrong = "event"
	// WrongKind: an event or a group is of another kind, or a hook stands where a group
	// belongs.
	WrongKind Wrong = "kind"
	// WrongMatcher: a matcher is no text; NullMatcher: it is null.
	WrongMatcher Wrong = "matcher"
	NullMatcher  Wrong = "null matcher"
	// NoType: a hook names no type; WrongType: one that the agent does not know.
	NoType    Wrong = "no type"
	WrongType Wrong = "type"
	// WrongTimeout: the timeout is not a number as the agent reads it, or not above 0;
	// NullTimeout: it is null.
	WrongTimeout Wrong = "timeout"
	NullTimeout  Wrong = "null timeout"
	// WrongField: a field that the agent knows has a value of another type, or one that it
	// does not know; WrongSwitch: the switch of the file does.
	WrongField  Wrong = "field"
	WrongSwitch Wrong = "switch"
	// WrongPlace: an event is in another object than that of the hooks.
	WrongPlace Wrong = "place"
	// WrongClosing: the field by which failures refuse has a value that the agent does
	// not know.
	WrongClosing Wrong = "closing"
	// NoCommand: a hook has no command; EmptyCommand: it has an empty one.
	NoCommand    Wrong = "command"
	EmptyCommand Wrong = "empty command"
)

// general gives the mistake that a narrower one is a case of; empty where it is none.
func (w Wrong) general() Wrong {
	return map[Wrong]Wrong{NullTimeout: WrongTimeout, EmptyCommand: NoCommand}[w]
}

// A Loss is what does not apply because of something wrong.
type Loss string

const (
	LosesNothing Loss = "nothing"
	LosesHook    Loss = "hook"
	LosesGroup   Loss = "group"
	LosesEvent   Loss = "event"
	LosesFile    Loss = "file"
)

// Breach says what something wrong costs; a mistake without a row costs what the more
// general one does. Where that was not observed either, the least that a reader can do
// without it is lost: the hook.
func (s Settings) Breach(what Wrong, event hook.Event) Breach {
	for _, breach := range s.Breaches {
		if breach.What == what && (len(breach.Events) == 0 || slices.Contains(breach.Events, event)) {
			return breach
		}
	}
	if general := what.general(); general != "" {
		return s.Breach(general, event)
	}
	return Breach{What: what, Loses: LosesHook}
}

// A Switch is the setting that turns hooks on or off.
type Switch struct {
	// Path are the keys that lead to it, none where the agent has no such setting; Old
	// those of a place that it had before it came to the top level, which counts where
	// no file has the new one and is warned about.
	Path, Old []string
	// Default holds where no file says anything.
	Default bool
	// Off tells that hooks are off where the setting is true.
	Off bool
	// Spares is the scope whose hooks stay on where a file of another one turns hooks off;
	// empty where there is none.
	Spares string
	// Rule says what hooks that are off mean.
	Rule string
}

// Silenced is a list of hooks that are off, by their names or, where they have none, by
// their commands.
type Silenced struct {
	// Path are the keys that lead to it, Old those of a place that it had before, which
	// counts in a file without the new one.
	Path, Old []string
	// Name is the field with a hook's name.
	Name string
	// Joined tells that the lists of all files count, else that of the first which has one.
	Joined bool
	Fact   string
}

// Title is the list as people write it.
func (s Silenced) Title() string { return strings.Join(s.Path, ".") }

// Alone is the switch in the files of one scope by which no hook of another file runs.
type Alone struct {
	Path  []string
	Scope string
	Fact  string
}

// Name is the switch as people write it.
func (a Alone) Name() string { return strings.Join(a.Path, ".") }

// An Allowlist is a list in settings beyond which hooks can't go; those of all files
// count together. Without a Path there is none.
type Allowlist struct {
	Path []string
	Fact string
}

// Title is the list as people write it.
func (a Allowlist) Title() string { return strings.Join(a.Path, ".") }

// Name is the switch as people write it.
func (s Switch) Name() string { return strings.Join(s.Path, ".") }

// A Package is a kind of folder that people install as a whole, hooks and all. Its hooks
// hold in every project, so that its paths begin in the folder itself.
type Package struct {
	// Manifest is the file that makes a folder one, Key the name in it that holds the
	// hooks themselves or where their file is. Hooks is that file where the manifest
	// names none. All paths begin in the folder.
	Manifest, Key, Hooks string
	// Variables stand for the folder in the commands of its hooks.
	Variables []string
	// WrappedFact is the fact that the file needs an object of hooks around its events; empty
	// where nobody has seen what a file without one does.
	WrappedFact string
	Fact        string
	Installed   Installed
}

// Installed is where an agent keeps the packages that a person has installed; zero where
// nobody knows.
type Installed struct {
	// Folders is the path of one, with a * for each name in it, written like File.Path; Name
	// is made of those names, in their order, as package fmt has it.
	Folders, Name string
	// Index is a JSON file in their place: below Key stands a list for each, with its folder
	// under Path and, for one of a single project, that project's under Project.
	Index, Key, Path, Project string
	// On leads to what settings say of each: true, or true under Field, where it is on.
	On    []string
	Field string
	// Switches is the file of folders in which one is on or off, as that of Extensions.
	Switches string
	Fact     string
}

// Extensions are packages of hooks that people install.
type Extensions struct {
	// Folder holds one folder for each, written like File.Path.
	Folder string
	// Manifests are the names of the file that holds the hooks, Records those of
	// one that says where a linked extension really is; the first that is there
	// counts.
	Manifests, Records []string
	// Switches is the file in Folder that says which extensions are on where.
	Switches string
	// Rule says that those of an inactive one do not run.
	Rule string
	Fact string
}
