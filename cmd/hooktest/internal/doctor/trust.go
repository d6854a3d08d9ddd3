package doctor

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/settings"
)

// ofTrust is why a hook waits for somebody's trust; waits tells that it may, and nobody
// sees from here whether it does.
func (e *examination) ofTrust(p patient) (refused []finding.Finding, waits bool) {
	for _, t := range e.document.Trusts {
		if !t.Holds(p.sheet.Scope) || t.Variable != "" && e.machine.Getenv(t.Variable) == "true" {
			continue
		}
		r, known := e.record(t)
		switch {
		case !known:
			waits = true
			if !slices.ContainsFunc(e.Trusts, func(other dialect.Trust) bool { return other.Fact == t.Fact }) {
				e.Trusts = append(e.Trusts, t)
			}
		case !r.trusted:
			place := finding.Place{File: p.At.File}
			text := fmt.Sprintf("nobody has told %s that %s is trusted: %s", e.Contract.Product, e.machine.Project, withoutTrust(t))
			if !r.at.IsZero() {
				place = finding.Place{File: r.at.File, Position: r.at}
				text = fmt.Sprintf("somebody has told %s that %s is not trusted: %s", e.Contract.Product, r.folder, withoutTrust(t))
			}
			refused = append(refused, made(ruleTrust, place, text, e.trusting(t)))
		}
	}
	return refused, waits
}

func withoutTrust(t dialect.Trust) string {
	if t.Loses == dialect.LosesFile {
		return "no hook of this file applies"
	}
	return "no hook of this file runs"
}

// trusting is how somebody trusts.
func (e *examination) trusting(t dialect.Trust) string {
	ways := []string{"start the agent in this project, and trust the folder"}
	if len(e.Contract.Programs) > 0 {
		ways[0] = fmt.Sprintf("start %s in this project, and trust the folder", e.Contract.Programs[0])
	}
	if t.Flag != "" {
		ways = append(ways, "start it with "+t.Flag)
	}
	if t.Variable != "" {
		ways = append(ways, "set "+t.Variable+"=true")
	}
	return strings.Join(ways, ", or ")
}

// A remembrance is what an agent has noted of the project.
type remembrance struct {
	trusted bool
	// folder is the one that was spoken of, at where; zero where none was.
	folder string
	at     document.Position
}

// record reads what the agent has noted; known is false where nobody knows how it does.
func (e *examination) record(t dialect.Trust) (r remembrance, known bool) {
	if t.Ledger == (dialect.Ledger{}) {
		return r, false
	}
	alone := *e.Contract
	alone.Settings.Files = []dialect.File{{Path: t.Record}}
	paths, err := settings.DefaultPaths(&alone, e.machine.Project)
	if err != nil || len(paths.Files) == 0 {
		return r, false
	}
	text, err := e.machine.read(paths.Files[0])
	if missing(err) {
		return r, true
	}
	root, broken := settings.Parse(paths.Files[0], text, document.Options{AllowComments: true})
	if err != nil || broken != nil {
		return r, false
	}
	if t.Ledger.Key != "" {
		if root, _ = root.Field(t.Ledger.Key); root == nil {
			return r, true
		}
	}
	return e.noted(t.Ledger, root), true
}

// noted is what stands in a record about the project, or a folder around it.
func (e *examination) noted(ledger dialect.Ledger, root *document.Node) remembrance {
	if root.Kind() == document.Array {
		for _, item := range root.Items() {
			if e.lies(item.Text()) {
				return remembrance{trusted: true, folder: item.Text(), at: item.Position()}
			}
		}
		return remembrance{}
	}
	var nearest remembrance
	length := -1
	for _, field := range root.Fields() {
		word, folder := field.Value.Text(), field.Name
		if word == ledger.Above {
			folder = filepath.Dir(folder)
		}
		trusted := word == ledger.Yes || word == ledger.Above
		if !trusted && word != ledger.No || !e.lies(folder) {
			continue
		}
		one := remembrance{trusted: trusted, folder: folder, at: field.NamePosition}
		if trusted && ledger.Generous {
			return one
		}
		if n := len(filepath.Clean(folder)); n > length {
			nearest, length = one, n
		}
	}
	return nearest
}

// lies tells whether the project is a folder, or lies in it, wherever links lead.
func (e *examination) lies(folder string) bool {
	if folder == "" {
		return false
	}
	within := func(project, folder string) bool {
		rest, err := filepath.Rel(folder, project)
		return err == nil && filepath.IsLocal(rest)
	}
	project, err := filepath.EvalSymlinks(e.machine.Project)
	if err != nil {
		project = e.machine.Project
	}
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	return within(project, folder) || within(e.machine.Project, folder)
}
