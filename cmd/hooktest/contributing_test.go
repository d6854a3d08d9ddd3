package main

import (
	"bytes"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/portion"
)

// CONTRIBUTING.md lists the files that each kind of addition requires. Each list has an example:
// an archive that adds and edits files in a copy of the source, with a script that shows that the
// addition works: it writes the generated files with the commands that CONTRIBUTING.md names there,
// and runs the tests that such an addition can fail, most of them only at night. The archive must
// have exactly the listed files. Files that only the script needs are in its folder given.
func TestContributingListsTheFilesOfEachAddition(t *testing.T) {
	if testing.Short() {
		t.Skip("builds hooktest once for each addition")
	}
	if ok, err := condition("program:make"); !ok {
		require.NoError(t, err)
		t.Skip("needs make")
	}
	page, err := os.ReadFile("../../CONTRIBUTING.md")
	require.NoError(t, err)
	additions := additionsOf(t, string(page))
	examples, err := filepath.Glob("testdata/contributing/*.txtar")
	require.NoError(t, err)
	nameOf := func(example string) string {
		return strings.ReplaceAll(strings.TrimSuffix(filepath.Base(example), ".txtar"), "-", " ")
	}
	var names []string
	archives := map[string]*txtar.Archive{}
	for _, example := range examples {
		name := nameOf(example)
		archive, err := txtar.ParseFile(example)
		require.NoError(t, err)
		archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "given/") })
		assertListed(t, additions[name].files, archive)
		for _, command := range writes.FindAllStringSubmatch(string(archive.Comment), -1) {
			assert.Contains(t, additions[name].text+"`make build`", "`"+command[1]+"`", "the example of %s runs what CONTRIBUTING.md does not name there", name)
		}
		for _, file := range archive.Files {
			require.NoError(t, touch(t, t.TempDir(), file), "%s of the example of %s", file.Name, name)
		}
		names, archives[example] = append(names, name), archive
	}
	// Each example builds hooktest.
	for _, example := range portion.Of(examples, len(examples), 0) {
		archive := archives[example]
		t.Run(nameOf(example), func(t *testing.T) {
			t.Parallel()
			testscript.Run(t, testscript.Params{
				Files: []string{example},
				Setup: func(env *testscript.Env) error { return buildAddition(env, archive) },
				Cmds:  map[string]func(*testscript.TestScript, bool, []string){"exits": exits},

				Condition: condition,
			})
		})
	}
	for name := range additions {
		assert.Contains(t, names, name, "CONTRIBUTING.md lists what nothing shows: write testdata/contributing/%s.txtar", name)
	}
}

// An addition is a list of files, with the text of its section.
type addition struct {
	files []string
	text  string
}

// writes are the commands of examples that write files.
var writes = regexp.MustCompile(`(?m)^exec (make [a-z ]+|go test .* -update)$`)

// additionsOf reads the lists of CONTRIBUTING.md, such as
//
//	### A command: 3 files
//
//	- `cmd/hooktest/internal/cli/NAME.go`: what it does
func additionsOf(t *testing.T, page string) map[string]*addition {
	heading := regexp.MustCompile(`^### An? (.+): (\d+) files?$`)
	item := regexp.MustCompile("^- `([^`]+)`: ")
	additions, counts, current := map[string]*addition{}, map[string]string{}, ""
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			current = ""
		}
		if h := heading.FindStringSubmatch(line); h != nil {
			current, counts[h[1]] = h[1], h[2]
			additions[current] = &addition{}
		}
		if current == "" {
			continue
		}
		additions[current].text += line + "\n"
		if i := item.FindStringSubmatch(line); i != nil {
			additions[current].files = append(additions[current].files, i[1])
		}
	}
	require.NotEmpty(t, additions)
	for name, a := range additions {
		assert.Equal(t, strconv.Itoa(len(a.files)), counts[name], "the heading of %s counts the files below it", name)
	}
	return additions
}

// assertListed matches the files of an example with those of a list. Words in capitals match any
// name.
func assertListed(t *testing.T, list []string, archive *txtar.Archive) {
	word := regexp.MustCompile(`[A-Z]{3,}`)
	unpaired := slices.Clone(list)
	for _, file := range archive.Files {
		i := slices.IndexFunc(unpaired, func(listed string) bool {
			matched, err := path.Match(word.ReplaceAllString(listed, "*"), file.Name)
			require.NoError(t, err)
			return matched
		})
		if assert.GreaterOrEqual(t, i, 0, "the example touches %s, which CONTRIBUTING.md does not list", file.Name) {
			unpaired = slices.Delete(unpaired, i, i+1)
		}
	}
	assert.Empty(t, unpaired, "CONTRIBUTING.md lists what the example does not touch")
}

// buildAddition copies the source with the addition as the script's working directory, vets the
// changed packages, and adds the folder of the hooktest that the script builds to the PATH.
func buildAddition(env *testscript.Env, archive *txtar.Archive) error {
	if err := setup(env); err != nil {
		return err
	}
	tree := filepath.Join(env.WorkDir, "tree")
	if err := copySource(tree, []string{"HOOK-014"}, true); err != nil {
		return err
	}
	packages := map[string]bool{}
	for _, file := range archive.Files {
		if err := touch(env.T(), tree, file); err != nil {
			return err
		}
		if isTest := strings.HasSuffix(file.Name, "_test.go"); strings.HasSuffix(file.Name, ".go") && !isTest {
			packages["./"+path.Dir(file.Name)] = true
		}
	}
	caches, err := goCaches()
	if err != nil {
		return err
	}
	for name, folder := range caches {
		env.Setenv(name, folder)
	}
	// -trimpath keeps the copy's path out of the build, so that all copies share the build cache.
	env.Setenv("GOFLAGS", "-trimpath -vet=off")
	env.Setenv("CGO_ENABLED", "0")
	env.Setenv("PATH", filepath.Join(tree, "bin")+string(os.PathListSeparator)+env.Getenv("PATH"))
	env.Cd = tree
	for name := range packages {
		cmd := exec.Command("go", "vet", name)
		cmd.Dir, cmd.Env = tree, env.Vars
		if out, err := cmd.CombinedOutput(); err != nil {
			env.T().Fatal("go vet "+name+" in the copy: "+err.Error()+"\n", string(out))
		}
	}
	return nil
}

// touch adds a file, or edits an existing one. An edit is a list of diff hunks without line
// numbers. The lines that a hunk keeps and removes must be in the file exactly once.
func touch(t interface{ Fatal(...any) }, tree string, file txtar.File) error {
	target := filepath.Join(tree, filepath.FromSlash(file.Name))
	if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return err
	}
	original, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(file.Name)))
	if os.IsNotExist(err) {
		if bytes.HasPrefix(file.Data, []byte("@@\n")) {
			t.Fatal(file.Name + ": the file to edit does not exist")
		}
		return os.WriteFile(target, unquoted(file.Data), 0o666)
	}
	if err != nil {
		return err
	}
	text := string(original)
	for hunk := range strings.SplitSeq(strings.TrimPrefix(string(file.Data), "@@\n"), "\n@@\n") {
		var before, after strings.Builder
		for line := range strings.Lines(strings.TrimRight(hunk, "\n") + "\n") {
			switch sign, rest := line[0], line[1:]; sign {
			case ' ':
				before.WriteString(rest)
				after.WriteString(rest)
			case '-':
				before.WriteString(rest)
			case '+':
				after.WriteString(rest)
			default:
				t.Fatal(file.Name+": a line of an edit starts with a blank, - or +: ", line)
			}
		}
		if n := strings.Count(text, before.String()); n != 1 {
			t.Fatal(file.Name+": the text of an edit occurs "+strconv.Itoa(n)+" times; follow the file in the example:\n", before.String())
		}
		text = strings.Replace(text, before.String(), after.String(), 1)
	}
	return os.WriteFile(target, []byte(text), 0o666)
}

// unquoted returns the text of an archive in an archive, whose lines begin with >.
func unquoted(text []byte) []byte {
	if unquoted, err := txtar.Unquote(text); err == nil {
		return unquoted
	}
	return text
}
