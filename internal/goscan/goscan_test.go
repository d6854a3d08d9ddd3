package goscan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/goscan"
)

func TestUsesOf(t *testing.T) {
	const source = `package p

import (
	"fmt"
	system "os"
)

var start = system.Exit

type printer struct{}

func (printer) Println() {}

func f(fmt printer, panic func()) {
	fmt.Println()
	panic()
	system.Exit(1)
}

func g() {
	defer func() { panic("x") }()
	fmt.Println(len("x"))
}
`
	uses, err := goscan.UsesOf("p.go", []byte(source))
	require.NoError(t, err)
	assert.Equal(t, []goscan.Use{
		{Symbol: "os.Exit", In: "a declaration"}, {Symbol: "os.Exit", In: "f"},
		{Symbol: "panic", In: "g"}, {Symbol: "fmt.Println", In: "g"}, {Symbol: "len", In: "g"},
	}, uses)
}

func TestUsesOfNoGo(t *testing.T) {
	_, err := goscan.UsesOf("p.go", []byte("package"))
	assert.ErrorContains(t, err, "p.go:1:")
}

func TestLoad(t *testing.T) {
	const module = "github.com/hooktest/hooktest"
	g, err := goscan.Load("../..", module)
	require.NoError(t, err)
	own := g.Find("internal/goscan")
	require.NotNil(t, own)
	assert.Equal(t, "goscan", own.Name)
	assert.Contains(t, own.Imports, "os/exec")
	assert.Contains(t, own.Uses, goscan.Use{Symbol: "exec.Command", In: "List"})
	assert.Contains(t, g.Own(), own)
	assert.Empty(t, g.ModuleOf("internal/goscan"))
	assert.Equal(t, "github.com/dlclark/regexp2/v2", g.ModuleOf("github.com/dlclark/regexp2/v2"))
	assert.NotContains(t, g.Own(), g.Find("os/exec"))
	assert.True(t, g.Dependencies("engine/trigger")["engine/jsonvalue"], "by way of others")
	assert.Nil(t, g.Find("engine/none"))
	assert.Contains(t, g.Find("engine/procgroup").Imports, "golang.org/x/sys/windows", "of another system")
}

func TestLoadOutsideAModule(t *testing.T) {
	_, err := goscan.Load(t.TempDir(), "example.org/none")
	assert.ErrorContains(t, err, "go list: exit status 1: ")
}
