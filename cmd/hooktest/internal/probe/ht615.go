package probe

import (
	"context"
	"os"
	"path/filepath"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
)

// ht615 makes bash source a file that prints at startup.
func ht615() Probe {
	return Probe{Name: "profile", Does: "has the shell's start-up file print a line", shell: noShell, run: noisyProfile}
}

func noisyProfile(ctx context.Context, p *prober) (result, error) {
	folder, remove, err := execution.Folder("hooktest-profile-")
	if err != nil {
		return result{}, err
	}
	defer remove()
	file := filepath.Join(folder, "profile")
	if err := os.WriteFile(file, []byte("echo Welcome back\n"), 0o644); err != nil {
		return result{}, err
	}
	text, now, err := p.under(ctx, execution.Variation{Environ: []string{"BASH_ENV=" + file}})
	if err != nil || text == "" {
		return result{}, err
	}
	return p.finds("where BASH_ENV names a file that prints a line "+text, "refuse by exit code 2 with the reason on stderr, which no other output can spoil",
		"echo 'echo Welcome back' >/tmp/profile && BASH_ENV=/tmp/profile "+p.see(now.eventInput)), nil
}
