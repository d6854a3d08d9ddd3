package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/executable"
)

// The README shows real output. The test runs each line after a $ in a console block in a folder
// with the fixtures, and compares the output, except for times.
func TestReadmeShowsWhatHooktestPrints(t *testing.T) {
	d := readPage(t, "../../README.md")
	p := newProject(t, hooktestProgram(t))
	fixtureHooks(t, p.folder)
	p.put(t, ".claude/settings.json", `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "./no-force-push.sh"}]}]}}`+"\n")
	d.run(t, p, "")
	d.write(t)
}

// Links within the repository lead to existing files, headings and anchors.
func TestLinksOfDocumentsLeadSomewhere(t *testing.T) {
	root := filepath.Join("..", "..")
	files := []string{filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md")}
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		require.NotEmpty(t, found)
		files = append(files, found...)
	}
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	known := map[string][]string{} // the places of each file that is linked
	for _, file := range files {
		d := readPage(t, file)
		for _, found := range link.FindAllStringSubmatch(fences.ReplaceAllString(d.text, ""), -1) {
			path, place, _ := strings.Cut(found[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			target := file
			if path != "" {
				target = filepath.Join(filepath.Dir(file), filepath.FromSlash(path))
				if !assert.FileExists(t, target, "%s links %s", file, found[1]) || place == "" {
					continue
				}
			}
			if known[target] == nil {
				known[target] = readPage(t, target).places()
			}
			assert.Contains(t, known[target], place, "%s links %s", file, found[1])
		}
	}
}

func hooktestProgram(t *testing.T) string {
	bin := filepath.Join(t.TempDir(), "hooktest")
	out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return bin
}

// fixtureHooks puts all fixture hooks into one folder, so that the README can name them without
// their path.
func fixtureHooks(t *testing.T, folder string) {
	for _, pattern := range []string{"guards", "behaviour"} {
		files, err := filepath.Glob(filepath.Join("../../fixtures/hooks", pattern, "*.sh"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.NoError(t, executable.Write(filepath.Join(folder, filepath.Base(file)), text))
		}
	}
}

// CONTRIBUTING.md lists every package folder, and none that was removed.
func TestContributingNamesEveryPackage(t *testing.T) {
	const commands = "cmd/hooktest/internal/"
	root := filepath.Join("..", "..")
	packages := map[string]bool{}
	for _, top := range []string{"engine", "conformance", "schemas", "skills", "testscripts", "internal", "cmd/hooktest/internal"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, entry os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "files") {
				return filepath.SkipDir
			}
			if filepath.Ext(path) == ".go" {
				room, err := filepath.Rel(root, filepath.Dir(path))
				require.NoError(t, err)
				packages[strings.TrimPrefix(filepath.ToSlash(room), commands)] = true
			}
			return nil
		})
		require.NoError(t, err)
	}
	require.NotEmpty(t, packages)
	page := readPage(t, filepath.Join(root, "CONTRIBUTING.md")).text
	named := map[string]bool{}
	for _, word := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(page, -1) {
		named[word[1]] = true
	}
	for room := range packages {
		assert.True(t, named[room], "CONTRIBUTING.md does not say what %s is for", room)
	}
	for row := range strings.Lines(page) {
		cells := strings.Split(row, "|")
		if len(cells) < 3 {
			continue
		}
		for _, word := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
			assert.True(t, packages[word[1]], "CONTRIBUTING.md mentions %s, which no longer exists", word[1])
		}
	}
}

// CONTRIBUTING.md describes the call path of a payload. Each step is in the file that it names.
func TestContributingFollowsAPayload(t *testing.T) {
	page := readPage(t, filepath.Join("..", "..", "CONTRIBUTING.md")).text
	steps := regexp.MustCompile("(?m)^\\d+\\. `([^`]+\\.go)`: (.+)$").FindAllStringSubmatch(page, -1)
	require.NotEmpty(t, steps)
	for _, step := range steps {
		source, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(step[1])))
		if !assert.NoError(t, err) {
			continue
		}
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(step[2], -1) {
			assert.Regexp(t, `(?m)^func (\([^)]*\) )?`+name[1]+`\(`, string(source), "%s has no %s", step[1], name[1])
		}
	}
}
