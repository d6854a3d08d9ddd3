package probe

import (
	"context"
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
)

// ht608 gives the project folder an unusual but realistic name.
func ht608() Probe {
	return Probe{Name: "path", Does: "gives the project a path with blanks and quotes", run: oddPath}
}

func oddPath(ctx context.Context, p *prober) (result, error) {
	name := `it's my "project" (new)`
	if !posix() {
		name = "it's my project (new)"
	}
	text, now, err := p.under(ctx, execution.Variation{Folder: name})
	if err != nil || text == "" {
		return result{}, err
	}
	folder := quoted("/tmp/" + name)
	return p.finds(fmt.Sprintf("in a project folder called %s %s", name, text), `put every variable that holds a path in quotes: "$folder"`,
		fmt.Sprintf("mkdir -p %s && %s", folder, p.see(now.eventInput, "--project", folder))), nil
}
