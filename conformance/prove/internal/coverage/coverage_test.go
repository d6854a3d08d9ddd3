package coverage_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/prove/internal/coverage"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// program has blocks that run, blocks that do not, a function that does not, a literal, a
// function of one line next to another one, and a second package.
var program = map[string]string{
	"go.mod": "module example.org/m\n\ngo 1.26\n",
	"main.go": `package main

import (
	"os"

	"example.org/m/other"
)

var table = map[string]func() int{
	"literal": func() int { return 1 },
}

func main() {
	if len(os.Args) > 1 {
		one()
		for _, f := range table {
			_ = f()
		}
	} else {
		two()
	}
	defer func() {
		_ = recover()
	}()
	other.Panics()
}

func one() { _ = 1 }
func two() { _ = 2 }

func never() {
	println("never")
}
`,
	"other/other.go": `package other

func Panics() {
	switch {
	case true:
		panic("as it should")
	default:
		println("never")
	}
}
`,
}

// built returns the program, built with the flags.
func built(t *testing.T, flags ...string) string {
	folder := t.TempDir()
	for name, text := range program {
		at := filepath.Join(folder, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o777))
		require.NoError(t, os.WriteFile(at, []byte(text), 0o666))
	}
	path := filepath.Join(folder, "program")
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"build", "-cover", "-coverpkg=./...", "-o", path}, flags...)...)
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return path
}

// counted returns a folder with the coverage of runs of a program, one for each list of
// arguments.
func counted(t *testing.T, program string, runs ...[]string) string {
	folder := t.TempDir()
	for _, args := range runs {
		cmd := exec.CommandContext(t.Context(), program, args...)
		cmd.Env = append(os.Environ(), "GOCOVERDIR="+folder)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	return folder
}

var block = regexp.MustCompile(`^(.+):(\d+)\.\d+,(\d+)\.\d+ \d+ (\d+)$`)

// byTheGoCommand returns the lines that the go command's own tool finds.
func byTheGoCommand(t *testing.T, folder string) map[string]proof.Lines {
	profile := filepath.Join(t.TempDir(), "profile")
	out, err := exec.CommandContext(t.Context(), "go", "tool", "covdata", "textfmt", "-i="+folder, "-o="+profile).CombinedOutput()
	require.NoError(t, err, "%s", out)
	text, err := os.ReadFile(profile)
	require.NoError(t, err)
	all := map[string]proof.Lines{}
	lines := bufio.NewScanner(strings.NewReader(string(text)))
	for lines.Scan() {
		m := block.FindStringSubmatch(lines.Text())
		if m == nil || m[4] == "0" {
			continue
		}
		first, errFirst := strconv.Atoi(m[2])
		last, errLast := strconv.Atoi(m[3])
		require.NoError(t, errFirst)
		require.NoError(t, errLast)
		all[m[1]] = append(all[m[1]], [2]int{first, last})
	}
	for name := range all {
		all[name] = all[name].Joined()
	}
	require.NotEmpty(t, all)
	return all
}

func TestRead(t *testing.T) {
	for _, mode := range []string{"set", "count", "atomic"} {
		t.Run(mode, func(t *testing.T) {
			program := built(t, "-covermode="+mode)
			var r coverage.Reader
			for _, test := range []struct {
				name string
				runs [][]string
			}{
				{"one run", [][]string{{}}},
				{"another way", [][]string{{"x"}}},
				{"two runs", [][]string{{}, {"x"}}},
			} {
				folder := counted(t, program, test.runs...)
				got, err := r.Read(folder)
				require.NoError(t, err, test.name)
				assert.Equal(t, byTheGoCommand(t, folder), got, test.name)
			}
		})
	}
}

func TestReadFaults(t *testing.T) {
	folder := counted(t, built(t), []string{})
	var r coverage.Reader
	_, err := r.Read(t.TempDir())
	require.EqualError(t, err, "the program has written no coverage")
	counters, err := filepath.Glob(filepath.Join(folder, "covcounters.*"))
	require.NoError(t, err)
	require.Len(t, counters, 1)
	meta, err := filepath.Glob(filepath.Join(folder, "covmeta.*"))
	require.NoError(t, err)
	require.Len(t, meta, 1)
	for _, file := range []string{counters[0], meta[0]} {
		whole, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, broken := range [][]byte{nil, whole[:len(whole)/2], append([]byte("x"), whole[1:]...), append([]byte{0, 'c', 'v', 'm', 2}, whole[5:]...)} {
			require.NoError(t, os.WriteFile(file, broken, 0o666))
			var r coverage.Reader
			_, err := r.Read(folder)
			assert.ErrorContains(t, err, filepath.Base(file), "%d bytes", len(broken))
		}
		require.NoError(t, os.WriteFile(file, whole, 0o666))
	}
	_, err = r.Read(folder)
	require.NoError(t, err)
}

// Files of any content are read without a panic.
func FuzzRead(f *testing.F) {
	f.Add([]byte("\x00cwm\x01\x00\x00\x00"), []byte("\x00cvm\x01\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, counters, meta []byte) {
		folder := t.TempDir()
		hash := "00"
		if len(counters) >= 24 {
			hash = ""
			for _, b := range counters[8:24] {
				hash += strconv.FormatUint(uint64(b)>>4, 16) + strconv.FormatUint(uint64(b)&15, 16)
			}
		}
		require.NoError(t, os.WriteFile(filepath.Join(folder, "covcounters."+hash+".1.1"), counters, 0o666))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "covmeta."+hash), meta, 0o666))
		var r coverage.Reader
		_, _ = r.Read(folder)
	})
}
