// Package confine holds the flags that control whether a hook runs in a sandbox.
package confine

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/internal/machine"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// Flags control how hooks are confined.
type Flags struct {
	on, off bool
	told    bool
}

// RegisterOff adds the flag that runs hooks without a sandbox.
func (f *Flags) RegisterOff(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.off, "no-sandbox", false, "run the hook without a sandbox; what hooktest invents is then harmless even if the hook executes it")
}

// RegisterOn adds the flag that confines a hook on a payload given by the user.
func (f *Flags) RegisterOn(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.on, "sandbox", false, "run the hook in a sandbox on a payload that you give, too")
}

// Register adds both flags.
func (f *Flags) Register(cmd *cobra.Command) {
	f.RegisterOff(cmd)
	f.RegisterOn(cmd)
}

// Policy returns the sandbox policy for one run of a hook. The hook may change the writable
// folders, and a temporary view of the user's home. It returns nil if hooks are neither confined nor
// limited.
func (c Confinement) Policy(writable ...string) *sandbox.Policy {
	switch {
	case c.limited:
		return &sandbox.Policy{Unconfined: true}
	case !c.Sandbox:
		return nil
	}
	p := &sandbox.Policy{Writable: writable}
	if filepath.IsAbs(c.home) {
		p.Covered = []string{c.home}
	}
	return p
}

// A Confinement is how a hook runs.
type Confinement struct {
	// Sandbox reports that nothing outside the scratch folders can change. Without it, only
	// samples that are harmless when executed may be tried.
	Sandbox bool
	// limited reports that the hook has limits without a sandbox.
	limited bool
	// home is the user's home directory, or "" if it is not covered.
	home string
}

// On returns the confinement for a payload that hooktest made up (invented) or that the user
// gave. If this machine has no sandbox, On warns once. With --sandbox, that is an error.
func (f *Flags) On(a *console.App, invented bool) (Confinement, error) {
	switch {
	case f.on && f.off:
		return Confinement{}, console.Usage("--sandbox and --no-sandbox contradict each other", "leave one of them out")
	case f.off || !invented && !f.on:
		return Confinement{limited: invented}, nil
	case sandbox.Available() != sandbox.None:
		return Confinement{Sandbox: true, home: a.Getenv("HOME")}, nil
	case machine.AtLimit(sandbox.Unavailable()):
		return Confinement{}, console.Fault(sandbox.Unavailable())
	case f.on:
		return Confinement{}, console.Usage("--sandbox: "+sandbox.ErrUnavailable.Error(), "it needs Linux with Landlock, or macOS; leave it out to run the hook without")
	}
	if !f.told {
		f.told = true
		a.Note("this machine has no sandbox: only samples are tried that are harmless even if the hook executes them")
	}
	return Confinement{limited: true}, nil
}
