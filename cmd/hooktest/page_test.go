package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A page is a Markdown document with commands that can be run.
type page struct {
	path, text string
	// before is the text as it was read.
	before string
}

func readPage(t *testing.T, path string) *page {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	return &page{path: path, text: text, before: text}
}

var (
	heading = regexp.MustCompile(`(?m)^## (.*)$`)
	// fileBlock matches a block after a line that ends with the file's name and a colon.
	fileBlock    = regexp.MustCompile("(?m)`([^`\n]+)`:\n\n```\\w+\n((?s:.*?))\n?```$")
	consoleBlock = regexp.MustCompile("(?m)^```console\n((?s:.*?))```$")
)

// sections returns the titles of the parts of a document.
func (d *page) sections() []string {
	var all []string
	for _, found := range heading.FindAllStringSubmatch(d.text, -1) {
		all = append(all, found[1])
	}
	return all
}

// fences matches code blocks and code spans.
var fences = regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]*`")

var (
	titles  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	anchors = regexp.MustCompile(`<a (?:id|name)="([^"]*)"`)
	unnamed = regexp.MustCompile(`[^\pL\pN _-]`)
)

// places returns the possible link targets in a document: its headings, in the form of fragments,
// and its anchors.
func (d *page) places() []string {
	var all []string
	for _, found := range titles.FindAllStringSubmatch(d.text, -1) {
		all = append(all, strings.ReplaceAll(unnamed.ReplaceAllString(strings.ToLower(found[1]), ""), " ", "-"))
	}
	for _, found := range anchors.FindAllStringSubmatch(d.text, -1) {
		all = append(all, found[1])
	}
	return all
}

// section returns where a part begins and ends, or the whole document for an empty title.
func (d *page) section(title string) (from, to int) {
	if title == "" {
		return 0, len(d.text)
	}
	from = strings.Index(d.text, "\n## "+title+"\n") + 1
	to = strings.Index(d.text[from+1:], "\n## ")
	if to < 0 {
		return from, len(d.text)
	}
	return from, from + 1 + to + 1
}

// files returns the files in a part, with their content.
func (d *page) files(title string) map[string]string {
	from, to := d.section(title)
	all := map[string]string{}
	for _, found := range fileBlock.FindAllStringSubmatch(d.text[from:to], -1) {
		all[found[1]] = found[2] + "\n"
	}
	return all
}

// run runs the commands of a part in a project, and compares their output.
func (d *page) run(t *testing.T, p *project, title string) {
	from, to := d.section(title)
	part := d.text[from:to]
	blocks := consoleBlock.FindAllStringSubmatch(part, -1)
	require.NotEmpty(t, blocks, "there is nothing to run")
	for _, block := range blocks {
		var printed strings.Builder
		for line := range strings.Lines(block[1]) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				printed.WriteString(line + p.succeeds(t, strings.TrimSpace(command)))
			}
		}
		got := printed.String()
		switch {
		case *update:
			if sameBut(block[1]) != sameBut(got) {
				part = strings.Replace(part, block[0], "```console\n"+withoutSlow(got)+"```", 1)
			}
		default:
			assert.Equal(t, sameBut(block[1]), sameBut(got))
		}
	}
	d.text = d.text[:from] + part + d.text[to:]
}

// between compares the text between two marks of a part with the wanted text.
func (d *page) between(t *testing.T, title, mark, want string) {
	from, to := d.section(title)
	open, end := "<!-- "+mark+" -->\n", "<!-- end of "+mark+" -->"
	i := strings.Index(d.text[from:to], open)
	require.GreaterOrEqual(t, i, 0, "there is no %s", open)
	i += from + len(open)
	j := strings.Index(d.text[i:to], end)
	require.GreaterOrEqual(t, j, 0, "there is no %s", end)
	if !*update {
		assert.Equal(t, want, d.text[i:i+j], "the behavior of agents has changed: run go test ./cmd/hooktest -run Cookbook -update")
		return
	}
	d.text = d.text[:i] + want + d.text[i+j:]
}

// write saves the changes of an update.
func (d *page) write(t *testing.T) {
	if d.text != d.before {
		require.NoError(t, os.WriteFile(d.path, []byte(d.text), 0o644))
	}
}

// sameFile compares a file with the wanted text, or writes it.
func sameFile(t *testing.T, path, want string) {
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(want), 0o644))
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.True(t, strings.ReplaceAll(string(data), "\r\n", "\n") == want, "%s is stale: run go test with -update", filepath.Base(path))
}

var (
	clocks = regexp.MustCompile(`\d+(\.\d+)? (ms|s)\b`)
	// slow matches the finding about a slow hook. In tests the machine is slow, and not the hook.
	slow = regexp.MustCompile(`(?m)^  HT602 .*\n(?:         .*\n)*\n?`)
)

// sameBut removes what differs from one run to the next.
func sameBut(text string) string {
	return clocks.ReplaceAllString(withoutSlow(text), "N ms")
}

// withoutSlow removes the findings about slow hooks.
func withoutSlow(text string) string {
	text = slow.ReplaceAllString(text, "")
	return strings.ReplaceAll(text, "\n\n\n", "\n\n")
}

// projectFolder is the path of the project in documents.
const projectFolder = "/home/you/project"

// A project is a folder in which documents' commands run, with its own home directory.
type project struct {
	bin, folder, home string
}

// newProject creates a folder whose path is as long as the one that documents show, because its
// length determines where hooktest wraps and shortens lines.
func newProject(t *testing.T, bin string) *project {
	for {
		folder := fmt.Sprintf("/tmp/hooktest%04d", rand.IntN(10000))
		require.Len(t, folder, len(projectFolder))
		err := os.Mkdir(folder, 0o700)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, os.RemoveAll(folder)) })
		p := &project{bin: bin, folder: folder, home: t.TempDir()}
		require.NoError(t, agree(p.home, folder))
		return p
	}
}

// put writes a file. A file that begins with #! is executable.
func (p *project) put(t *testing.T, name, text string) {
	path := filepath.Join(p.folder, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
	mode := os.FileMode(0o644)
	if strings.HasPrefix(text, "#!") {
		mode = 0o755
	}
	require.NoError(t, os.WriteFile(path, []byte(text), mode))
}

func (p *project) command(line string) *exec.Cmd {
	cmd := exec.Command("bash", "-c", line)
	cmd.Dir = p.folder
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GITHUB_") || strings.HasPrefix(v, "CI=")
	}), "PATH="+filepath.Dir(p.bin)+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+p.home, "XDG_STATE_HOME="+p.home)
	return cmd
}

// succeeds runs a command line, which must succeed, and returns its output.
func (p *project) succeeds(t *testing.T, line string) string {
	var complaints bytes.Buffer
	cmd := p.command(line)
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	text := strings.ReplaceAll(string(out), p.folder, projectFolder)
	require.NoError(t, err, "%s\n%s%s", line, text, complaints.String())
	return text
}
