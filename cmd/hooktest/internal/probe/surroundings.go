package probe

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/engine"
)

// elsewhere runs the hook in a folder inside the project, as after the model has changed the
// agent's folder.
func elsewhere(ctx context.Context, p *prober) (result, error) {
	if !posix() {
		return result{silent: noShell}, nil
	}
	const before = "mkdir -p some/folder && cd some/folder"
	text, now, err := p.under(ctx, execution.Variation{Before: before + "\n"})
	if err != nil || text == "" {
		return result{}, err
	}
	return finds("HT607", "in a folder inside the project "+text,
		"take files from the project variable of the agent or from the hook's own folder, not from where it happens to run", p.seeAfter(now.eventInput, before)), nil
}

const noShell = "the agent's shell on this system is not a POSIX shell"

// odd is an unusual but realistic folder name.
const odd = `it's my "project" (new)`

func oddPath(ctx context.Context, p *prober) (result, error) {
	name := odd
	if !posix() {
		name = "it's my project (new)"
	}
	text, now, err := p.under(ctx, execution.Variation{Folder: name})
	if err != nil || text == "" {
		return result{}, err
	}
	folder := quoted("/tmp/" + name)
	return finds("HT608", fmt.Sprintf("in a project folder called %s %s", name, text), `put every variable that holds a path in quotes: "$folder"`,
		fmt.Sprintf("mkdir -p %s && %s", folder, p.see(now.eventInput, "--project", folder))), nil
}

// closedStderr judges the hook as if its reason had been read: a closed stderr loses it, which is
// not the hook's fault.
func closedStderr(ctx context.Context, p *prober) (result, error) {
	if !posix() {
		return result{silent: noShell}, nil
	}
	const before = "exec 2>&-"
	for _, unharmed := range p.known() {
		now, err := p.fire(ctx, unharmed.eventInput, execution.Variation{Before: before + "\n"})
		if err != nil {
			return result{}, err
		}
		now.Result.Stderr = unharmed.Result.Stderr
		now.verdict, now.words = engine.Judge(p.Contract, now.eventInput.Event, now.Result, now.Firing.Merged.Input)
		if text := p.broken(*unharmed, now); text != "" {
			return finds("HT613", "with stderr closed "+text, "let a message that can't be written not end the hook: echo … >&2 || true", p.seeAfter(now.eventInput, before)), nil
		}
	}
	return result{}, nil
}

// noisyProfile makes bash source a file that prints at startup.
func noisyProfile(ctx context.Context, p *prober) (result, error) {
	if !posix() {
		return result{silent: noShell}, nil
	}
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
	return finds("HT615", "where BASH_ENV names a file that prints a line "+text, "refuse by exit code 2 with the reason on stderr, which no other output can spoil",
		"echo 'echo Welcome back' >/tmp/profile && BASH_ENV=/tmp/profile "+p.see(now.eventInput)), nil
}
