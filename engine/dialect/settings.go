package dialect

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/hook"
)

// Settings describe where an agent looks for hooks.
type Settings struct {
	// Files are the settings files in order. For a scalar, the first file that sets it
	// counts. The hooks of all files are concatenated.
	Files []File
	// Homes are the folders below the home directory that are in other places on some
	// machines, an inner folder before the one that contains it.
	Homes []Home
	// Hooks is the key of the hooks.
	Hooks  string
	Switch Switch
	// Gates are additional switches. Any one of them can turn hooks off.
	Gates []Switch
	// Trust says what must be trusted before hooks of the files run; empty if nothing
	// must be.
	Trust []Trust
	// Silenced is the list of hooks that are disabled one by one. Alone is the switch
	// that leaves only the hooks of one scope enabled.
	Silenced Silenced
	Alone    Alone
	// Comments reports whether files may contain comments.
	Comments bool
	// MarkFact is the fact that files must not begin with a byte order mark; empty if they
	// may, or if it is not known.
	MarkFact string
	// Shape describes how hooks are written below the key. Breaches are the effects of
	// departing from that, if requirements do not define them; the first one for the
	// event applies.
	Shape      Shape
	Breaches   []Breach
	Extensions Extensions
	// Frontmatter are documents whose YAML front matter may hold hooks under the
	// settings key. They run while the document is in use, by FrontmatterFact.
	Frontmatter     []File
	FrontmatterFact string
	// Packages are the kinds of plugins and extensions with hooks, as their authors
	// write them.
	Packages []Package
}

// Scopes returns the scopes of the files in order.
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
	// Path is relative to the project, below the home directory if it starts with "~/",
	// or absolute. With a * it matches several files.
	Path string
	// On has different paths for some operating systems, as runtime.GOOS values.
	On map[string]string
	// Variables name the file instead of Path; the first that is set counts.
	Variables []string
	Fact      string
}

// A Home is a folder below the home directory that is in another place if a variable is
// set, or on some operating systems. It may also be a single file.
type Home struct {
	// Variable replaces the folder; Otherwise does if Variable is not set.
	Variable, Otherwise string
	// Path begins with "~", like a File's.
	Path string
	// On has different paths for some operating systems, as runtime.GOOS values. Other
	// homes may contain them.
	On     map[string]string
	Former Former
	Fact   string
}

// A Former is a folder that a Home had in earlier versions of an agent. The agent copies
// what the new folder does not have from it, and then creates the file Mark, after which
// it never reads the folder again. Both are written like Home.Path.
type Former struct {
	Path, Mark string
	Fact       string
}

// Rest returns the part of a path below the home, with its slash; ok is false if the path
// is not below it.
func (h Home) Rest(path string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, h.Path)
	return rest, ok && (rest == "" || rest[0] == '/')
}

// A Location is where a path of a contract is on a machine.
type Location struct {
	// Path is absolute if Variable moved it. Otherwise it is written like File.Path.
	Path string
	// Variable is the name of the variable that moved it, or empty.
	Variable string
	// Former is the same path in the former folder of its home, with Rest, the part below
	// that folder, and Mark, as in Former. All are empty if there is none.
	Former, Rest, Mark string
}

// Locate returns where a path is on an operating system with these variables.
func (s Settings) Locate(path, goos string, getenv func(string) string) Location {
	at := Location{Path: path}
	for _, h := range s.Homes {
		rest, ok := h.Rest(at.Path)
		if !ok {
			continue
		}
		for _, name := range []string{h.Variable, h.Otherwise} {
			if folder := getenv(name); folder != "" {
				at.Path, at.Variable = filepath.Join(folder, filepath.FromSlash(rest)), name
				return at
			}
		}
		if own, ok := h.On[goos]; ok {
			at.Path = own + rest
		}
		if h.Former.Path != "" {
			at.Former, at.Rest, at.Mark = h.Former.Path+rest, rest, h.Former.Mark
		}
	}
	return at
}

// Usual returns the path of a file on an operating system if no variable moves it, and then
// its former path if it has one. Both are written like File.Path.
func (s Settings) Usual(file File, goos string) []string {
	if own, ok := file.On[goos]; ok {
		return []string{own}
	}
	at := s.Locate(file.Path, goos, func(string) string { return "" })
	if at.Former == "" {
		return []string{at.Path}
	}
	return []string{at.Path, at.Former}
}

// A Shape describes how the hooks of an event are written.
type Shape struct {
	// Flat means that they are directly below the event, without groups.
	Flat bool
	// Lone is the effect of a fault in a hook that is directly below its event although
	// others are in groups; empty if every hook must be in a group.
	Lone Loss
	// Command are the fields that may hold the command, Timeout those that may hold the
	// timeout. The first that is present counts. An empty list means the field of that
	// name.
	Command, Timeout []string
	// Blank means that a command of nothing but blanks counts as empty.
	Blank bool
	// Type is the default type of a hook; empty if a hook must have one.
	Type string
	// Version is the format version that a file states: a number or, if that is 0, the
	// text of Format. Both are empty if files state none.
	Version int
	Format  string
	// Event is the field in which a hook names its event, if all hooks are in one list;
	// empty if they are below their events.
	Event string
	// Action is the field with the object that holds a hook's type and command; empty
	// if the hook itself holds them.
	Action string
	// Enabled is the field that disables a hook if it is false.
	Enabled string
	// Keys are the only keys at the top level of a JSON file; empty for any. Files in
	// other formats hold other settings, too.
	Keys []string
	// OtherKeys are keys among the events that are not events. Elsewhere are events that
	// another contract of the same program describes.
	OtherKeys, Elsewhere []string
	Fact                 string
}

// A Breach is a fault in a settings file and the part of the file that is lost by it.
type Breach struct {
	What Wrong
	// Events are the events that it is about; empty for all.
	Events []hook.Event
	// Scopes are the scopes of the files that it is about; empty for all others.
	Scopes []string
	Loses  Loss
	Fact   string
}

// Wrong is a kind of fault in the hooks of a settings file.
type Wrong string

const (
	// WrongSyntax: the file is not JSON as the agent reads it.
	WrongSyntax Wrong = "syntax"
	// WrongEvent: the agent has no such event.
	WrongEvent Wrong = "event"
	// WrongKind: an event or a group has the wrong kind. NoHooks: a group has no hooks,
	// or a hook is in place of a group.
	WrongKind Wrong = "kind"
	NoHooks   Wrong = "no hooks"
	// WrongMatcher: a matcher is not a text; NullMatcher: it is null.
	WrongMatcher Wrong = "matcher"
	NullMatcher  Wrong = "null matcher"
	// NoType: a hook has no type; WrongType: its type is unknown to the agent.
	NoType    Wrong = "no type"
	WrongType Wrong = "type"
	// WrongTimeout: the timeout is not a valid number for the agent, or not above 0;
	// NullTimeout: it is null. HugeTimeout: it is a whole number from 2^63 on.
	WrongTimeout Wrong = "timeout"
	NullTimeout  Wrong = "null timeout"
	HugeTimeout  Wrong = "huge timeout"
	// WrongField: a known field has a value of another type, or the field is unknown.
	// WrongSwitch: the same for the switch of the file.
	WrongField  Wrong = "field"
	WrongSwitch Wrong = "switch"
	// WrongPlace: an event is outside the object of the hooks. WrongKey: the file has
	// another key at the top level than the agent knows.
	WrongPlace Wrong = "place"
	WrongKey   Wrong = "key"
	// WrongClosing: the field that makes failures refuse has a value that is unknown to
	// the agent.
	WrongClosing Wrong = "closing"
	// NoCommand: a hook has no command; EmptyCommand: its command is empty.
	NoCommand    Wrong = "command"
	EmptyCommand Wrong = "empty command"
)

// general returns the more general fault; empty if there is none.
func (w Wrong) general() Wrong {
	return map[Wrong]Wrong{NullTimeout: WrongTimeout, HugeTimeout: WrongTimeout, EmptyCommand: NoCommand, NoHooks: WrongKind}[w]
}

// A Loss is the part of the settings that a fault disables.
type Loss string

const (
	LosesNothing Loss = "nothing"
	LosesHook    Loss = "hook"
	LosesGroup   Loss = "group"
	LosesEvent   Loss = "event"
	LosesFile    Loss = "file"
	// LosesUnknown: it is not known what is lost; it may be the whole file.
	LosesUnknown Loss = "unknown"
	// LosesAgent: the agent itself does not start.
	LosesAgent Loss = "agent"
)

// Effect says what the agent does.
func (l Loss) Effect() string {
	switch l {
	case LosesNothing:
		return "it changes nothing"
	case LosesFile:
		return "no hook of this file applies"
	case LosesUnknown:
		return "it is not known what the agent does then"
	case LosesAgent:
		return "the agent ends as it starts"
	}
	return "the " + string(l) + " is dropped"
}

// Unclear reports whether no hook of the file has a firm verdict.
func (l Loss) Unclear() bool { return l == LosesUnknown || l == LosesAgent }

// Breach returns the effect of a fault in a file of a scope, which may be empty. A fault without a
// row has the effect of the more general one. If that was not observed either, it is not known.
// Agents ignore events of other agents, so an unknown event has no effect on others.
func (s Settings) Breach(what Wrong, event hook.Event, scope string) Breach {
	for _, own := range []bool{true, false} {
		for _, breach := range s.Breaches {
			here := own && slices.Contains(breach.Scopes, scope) || !own && len(breach.Scopes) == 0
			if breach.What == what && here && (len(breach.Events) == 0 || slices.Contains(breach.Events, event)) {
				return breach
			}
		}
	}
	if general := what.general(); general != "" {
		return s.Breach(general, event, scope)
	}
	if what == WrongEvent {
		return Breach{What: what, Loses: LosesHook}
	}
	return Breach{What: what, Loses: LosesUnknown}
}

// Scope returns the scope of a settings file by the end of its path; empty if it has no such file.
func (s Settings) Scope(file string) string {
	words := strings.Split(filepath.ToSlash(file), "/")
	for _, f := range s.Files {
		pattern := strings.TrimPrefix(f.Path, "~/")
		if n := len(words) - strings.Count(pattern, "/") - 1; n >= 0 {
			if ok, _ := path.Match(pattern, strings.Join(words[n:], "/")); ok {
				return f.Scope
			}
		}
	}
	return ""
}

// A Switch is a setting that turns hooks on or off.
type Switch struct {
	// Path are the keys that lead to it; empty if the agent has no such setting. Old
	// are the keys of its former place, which counts, with a warning, if no file has
	// the new one.
	Path, Old []string
	// Default applies if no file has the setting.
	Default bool
	// Off means that true turns hooks off.
	Off bool
	// Exempts is the scope whose hooks stay on if a file of another scope turns hooks
	// off; empty if there is none.
	Exempts string
	// Rule defines the effect of hooks being off.
	Rule string
}

// Silenced is a list of disabled hooks, by name or, if they have none, by command.
type Silenced struct {
	// Path are the keys that lead to it. Old are the keys of its former place, which
	// counts in a file without the new one.
	Path, Old []string
	// Name is the field with a hook's name.
	Name string
	// Joined means that the lists of all files are joined. Otherwise the first list
	// counts.
	Joined bool
	Fact   string
}

// Title returns the list's path as people write it.
func (s Silenced) Title() string { return strings.Join(s.Path, ".") }

// Alone is the switch by which only the hooks of the files of one scope run.
type Alone struct {
	Path  []string
	Scope string
	Fact  string
}

// Name returns the switch's path as people write it.
func (a Alone) Name() string { return strings.Join(a.Path, ".") }

// An Allowlist is a settings list that restricts hooks. The lists of all files are
// joined. Without a Path there is no list.
type Allowlist struct {
	Path []string
	Fact string
}

// Title returns the list's path as people write it.
func (a Allowlist) Title() string { return strings.Join(a.Path, ".") }

// Name returns the switch's path as people write it.
func (s Switch) Name() string { return strings.Join(s.Path, ".") }

// A Package is a kind of folder that people install as a whole, with hooks. Its hooks
// apply to every project, so its paths are relative to the folder.
type Package struct {
	// Manifest is the file that identifies such a folder. Key is the name in it that
	// holds the hooks or the path of their file. Hooks is the default path of that
	// file. All paths are relative to the folder.
	Manifest, Key, Hooks string
	// Variables expand to the folder in the commands of its hooks.
	Variables []string
	// WrappedFact is the fact that the file needs a hooks object around its events;
	// empty if the effect of a file without one is not known.
	WrappedFact string
	// InlineFact is the fact that the manifest's value under Key is what a file of hooks
	// would hold, with the hooks object; empty if it is the hooks object.
	InlineFact string
	Fact       string
	Installed  Installed
}

// Installed describes where an agent stores the packages that a person has installed;
// zero if it is not known.
type Installed struct {
	// Folders is the path of one, with a * for each name in it, written like File.Path.
	// Name is a fmt format for those names, in their order.
	Folders, Name string
	// Index is a JSON file used instead. Below Key it has a list for each package, with
	// its folder under Path and, for a package of a single project, the project under
	// Project.
	Index, Key, Path, Project string
	Markets                   Markets
	// On leads to the setting that enables each package: true, or true under Field.
	On    []string
	Field string
	// Switches is the file with the folders in which a package is on or off, like that
	// of Extensions.
	Switches string
	Fact     string
}

// Markets describes from where packages are installed; zero if that makes no difference. A
// package called NAME@MARKET of a market that is a folder is read where it is in that
// folder, and not where it was copied to.
type Markets struct {
	// Index is a JSON file with an object for each market, with its folder under Path. It is
	// read where it is if the text at Kind is Value.
	Index, Path, Value string
	Kind               []string
	// Catalogue is the file in the folder that has the list plugins, each with its name and
	// with its folder under source.
	Catalogue string
	Fact      string
}

// Extensions are packages of hooks that people install.
type Extensions struct {
	// Folder contains one folder for each, written like File.Path.
	Folder string
	// Manifests are the names of the file with the hooks. Records are the names of a
	// file with the real path of a linked extension. The first that exists counts.
	Manifests, Records []string
	// Switches is the file in Folder that says where each extension is enabled.
	Switches string
	// Rule is the rule by which hooks of an inactive extension do not run.
	Rule string
	Fact string
}
