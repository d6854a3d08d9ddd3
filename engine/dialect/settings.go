package dialect

import (
	"strings"

	"github.com/hooktest/hooktest/engine/hook"
)

// Settings are where an agent looks for hooks.
type Settings struct {
	// Files are the settings files. Of a scalar the first file that has it
	// decides; hooks of all files stand one behind the other in this order.
	Files []File
	// Hooks is the key that the hooks stand under.
	Hooks  string
	Switch Switch
	// Comments tells whether files may hold comments.
	Comments bool
	// Source is what every hook of the files is tagged with.
	Source     hook.Source
	Extensions Extensions
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
	// "~/", or absolute.
	Path string
	// On has the path for operating systems, as runtime.GOOS names them, that
	// have another.
	On map[string]string
	// Variables name the file in the place of Path, the first that is set.
	Variables []string
}

// A Switch is the setting that turns hooks on or off.
type Switch struct {
	// Path are the keys that lead to it, Old those of a place that it had before
	// it came to the top level, which counts where no file has the new one and is
	// warned about.
	Path, Old []string
	// Default holds where no file says anything.
	Default bool
	// Off tells that hooks are off where the setting is true.
	Off bool
	// Rule says what hooks that are off mean.
	Rule string
}

// Name is the switch as people write it.
func (s Switch) Name() string { return strings.Join(s.Path, ".") }

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
	// Source is what the hooks of extensions are tagged with.
	Source hook.Source
	// Rule says that those of an inactive one do not run.
	Rule string
	Fact string
}
