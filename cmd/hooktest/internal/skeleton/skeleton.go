// Package skeleton generates the files from which an implementer starts in a language: an adapter
// that speaks the protocol and runs no hook, a README, a list of known failures and a CI workflow.
//
// The adapters need no third-party library and nothing of hooktest. Place writes all files or none.
package skeleton

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/english"
)

//go:embed files
var files embed.FS

// A Language is a language with a skeleton.
type Language struct {
	// Name is its name on the command line.
	Name string
	// Main is the adapter's file.
	Main string
	// Build is the shell command that must run before Command, in the same folder; empty if there
	// is none.
	Build string
	// Command starts the adapter from its folder.
	Command []string
	// Needs describes the requirements of the adapter.
	Needs string
	// steps set up the language in a GitHub workflow that already has Go: whole lines.
	steps string
}

// Languages lists the languages by name.
func Languages() []Language {
	nodeSteps := "      - uses: actions/setup-node@v4\n        with:\n          node-version: lts/*\n"
	return []Language{
		{Name: "go", Main: "main.go", Build: "go build -o adapter .", Command: []string{"./adapter"}, Needs: "Go 1.22 or later"},
		{
			Name: "node", Main: "adapter.mjs", Command: []string{"node", "adapter.mjs"}, Needs: "Node.js 18 or later",
			steps: nodeSteps,
		},
		{
			Name: "python", Main: "adapter.py", Command: []string{"python3", "adapter.py"}, Needs: "Python 3.8 or later",
			steps: "      - uses: actions/setup-python@v5\n        with:\n          python-version: 3.x\n",
		},
		{
			Name: "sh", Main: "adapter.sh", Command: []string{"sh", "adapter.sh"},
			Needs: "a POSIX shell and jq, since a shell can't read JSON soundly by itself",
		},
		{
			Name: "typescript", Main: "adapter.ts", Command: []string{"node", "adapter.ts"}, Needs: "Node.js 22.18 or later, which runs TypeScript as it is",
			steps: nodeSteps,
		},
	}
}

// A File is one file of a skeleton.
type File struct {
	// Path is relative to the skeleton's folder, with slashes.
	Path       string
	Text       []byte
	Executable bool
}

// Files returns the files of a skeleton, by path. dir is the skeleton's folder relative to the
// repository's root, with slashes, or "." for the root itself; the README and the workflow name it.
func (l Language) Files(dir string) ([]File, error) {
	fromRoot, buildLine, buildStep := dir+"/", "", ""
	if dir == "." {
		fromRoot = ""
	}
	if l.Build != "" {
		buildLine, buildStep = "    "+l.Build+"\n", "      - run: "+l.Build+"\n"
	}
	filled := strings.NewReplacer(
		"{{Main}}", l.Main, "{{Needs}}", l.Needs, "{{Command}}", strings.Join(l.Command, " "), "{{Dir}}", dir, "{{FromRoot}}", fromRoot,
		"{{BuildLine}}", buildLine, "{{BuildStep}}", buildStep, "{{Steps}}", l.steps,
	)
	var all []File
	for _, folder := range []string{"files/all", "files/" + l.Name} {
		entries, err := fs.ReadDir(files, folder)
		if err != nil {
			return nil, fmt.Errorf("there is no skeleton in %s: %w", l.Name, err)
		}
		for _, entry := range entries {
			text, err := files.ReadFile(path.Join(folder, entry.Name()))
			if err != nil {
				return nil, err
			}
			f := File{Path: strings.TrimSuffix(entry.Name(), ".tmpl"), Text: []byte(filled.Replace(string(text)))}
			// An interpreted program can also be started by its name, so it is made executable.
			f.Executable = f.Path == l.Main && l.Build == ""
			all = append(all, f)
		}
	}
	slices.SortFunc(all, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return all, nil
}

// Place writes files below a folder, which it creates if needed, and returns their paths. If one of
// them exists, it writes none.
func Place(folder string, files []File) ([]string, error) {
	var paths, taken []string
	for _, f := range files {
		paths = append(paths, filepath.Join(folder, filepath.FromSlash(f.Path)))
		if _, err := os.Lstat(paths[len(paths)-1]); !errors.Is(err, fs.ErrNotExist) {
			taken = append(taken, paths[len(paths)-1])
		}
	}
	if len(taken) > 0 {
		return nil, fmt.Errorf("not overwritten: %s", english.And(taken))
	}
	for i, f := range files {
		if err := os.MkdirAll(filepath.Dir(paths[i]), 0o755); err != nil {
			return nil, fmt.Errorf("the folder can't be made: %w", err)
		}
		mode := fs.FileMode(0o644)
		if f.Executable {
			mode = 0o755
		}
		if err := atomicfile.Create(paths[i], mode, f.Text); err != nil {
			return nil, fmt.Errorf("the file can't be written: %w", err)
		}
	}
	return paths, nil
}
