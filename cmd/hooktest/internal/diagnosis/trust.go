package diagnosis

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/settingsfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/settings"
)

// A Trusted is a kind of trust that an agent requires for the hooks here, and its recorded state.
type Trusted struct {
	dialect.Trust
	State TrustState
	// Asked is set if the agent may ask the user, who may agree.
	Asked bool
	// Record is the file with the agent's record, At the place in it; both are zero if unknown.
	Record string
	At     document.Position
}

// A TrustState is the recorded state of trust.
type TrustState string

const (
	// TrustUnseen means that the state is unknown.
	TrustUnseen TrustState = "unseen"
	// TrustNoted means trusted. TrustMissing means that there is no record, or that it says
	// untrusted.
	TrustNoted   TrustState = "trusted"
	TrustMissing TrustState = "missing"
	// TrustChanged means that an earlier version of a hook was trusted.
	TrustChanged TrustState = "changed"
)

// ofTrust returns the reasons that a hook is not trusted; waits reports whether it may wait for
// trust, which is unknown here.
func (e *examination) ofTrust(p checkedHook) (refused []finding.Finding, waits bool) {
	mode, _ := e.Contract.InMode()
	for _, t := range e.document.Trusts {
		if !t.Holds(p.sheet.Scope) || t.Variable != "" && e.machine.Getenv(t.Variable) == "true" {
			continue
		}
		if t.Format.Digest != "" {
			found, later := e.ofDefinition(p, t)
			refused, waits = append(refused, found...), waits || later
			continue
		}
		r, record, known := e.record(t)
		noted := Trusted{Trust: t, State: TrustUnseen}
		if known {
			noted = Trusted{Trust: t, State: TrustMissing, Record: record, At: r.at}
		}
		switch {
		case !known:
			waits = true
		case r.trusted:
			noted.State = TrustNoted
		case t.Unasked == dialect.UnaskedTrusts || mode.AsksTrust && r.at.IsZero():
			// If the agent can't ask the user, the hooks run.
			noted.Asked, waits = true, true
		default:
			place := finding.Place{File: p.At.File}
			text := fmt.Sprintf("%s has no record that %s is trusted: %s", e.Contract.Product, e.machine.Project, withoutTrust(t))
			if !r.at.IsZero() {
				place = finding.Place{File: r.at.File, Position: r.at}
				text = fmt.Sprintf("%s has a record that %s is not trusted: %s", e.Contract.Product, r.folder, withoutTrust(t))
			}
			refused = append(refused, made(ruleTrust, place, text, e.trusting(t)))
		}
		e.note(noted)
	}
	return refused, waits
}

// note records a trust once for all hooks.
func (e *examination) note(t Trusted) {
	if !slices.ContainsFunc(e.Trusts, func(other Trusted) bool { return other.Fact == t.Fact && other.State == t.State }) {
		e.Trusts = append(e.Trusts, t)
	}
}

// ofDefinition is ofTrust for an agent that requires trust in the definition of each hook.
func (e *examination) ofDefinition(p checkedHook, t dialect.Trust) (refused []finding.Finding, waits bool) {
	root, record, known := e.ledger(t)
	hooks, has := e.hooksOf(p.sheet)
	var definition dialect.Definition
	if known = known && has && p.Entry.Event != ""; known {
		definition, known = settingsfile.Definition(e.Contract, hooks, p.Event, p.group, p.config)
	}
	if !known {
		e.note(Trusted{Trust: t, State: TrustUnseen})
		return nil, true
	}
	key := definition.Key(cmp.Or(p.sheet.known, p.At.File))
	var noted document.Field
	if root != nil {
		noted, known = root.Lookup(key)
	}
	if root == nil || !known {
		if mode, _ := e.Contract.InMode(); mode.AsksTrust {
			e.note(Trusted{Trust: t, State: TrustMissing, Asked: true, Record: record})
			return nil, true
		}
		text := fmt.Sprintf("%s has no record that this version of the hook is trusted: it does not run", e.Contract.Product)
		e.note(Trusted{Trust: t, State: TrustMissing, Record: record})
		return []finding.Finding{made(ruleTrust, p.place(), text, e.trusting(t))}, false
	}
	at := finding.Place{File: noted.NamePosition.File, Position: noted.NamePosition}
	if off, ok := noted.Value.Field(t.Format.Off); ok && off.Kind() == document.Bool && !off.Bool() {
		text := fmt.Sprintf("%s of this hook is false: %s leaves it out", t.Format.Off, e.Contract.Product)
		return []finding.Finding{made(ruleOff, at, text, "write "+t.Format.Off+" = true, or take it out")}, false
	}
	state := TrustNoted
	if textOf(noted.Value, t.Format.Field) != t.Format.Digest.Of(definition) {
		state, waits = TrustChanged, true
	} else {
		p.Trusted = &Record{At: noted.NamePosition, Word: textOf(noted.Value, t.Format.Field), Digest: t.Format.Digest}
	}
	e.note(Trusted{Trust: t, State: state, Record: record, At: noted.NamePosition})
	return nil, waits
}

func withoutTrust(t dialect.Trust) string {
	if t.Loses == dialect.LosesFile {
		return "no hook of this file applies"
	}
	return "no hook of this file runs"
}

// trusting describes how the user trusts.
func (e *examination) trusting(t dialect.Trust) string {
	what, where := "trust the folder", " in this project"
	if t.Of == dialect.TrustsDefinition {
		what, where = "trust the hook", ""
	}
	ways := []string{fmt.Sprintf("start the agent%s, and %s", where, what)}
	if len(e.Contract.Programs) > 0 {
		ways[0] = fmt.Sprintf("start %s%s, and %s", e.Contract.Programs[0], where, what)
	}
	if t.Of == dialect.TrustsDefinition && t.Asks != "" {
		ways[0] += ", as it " + t.Asks
	}
	if t.Flag != "" {
		ways = append(ways, "start it with "+t.Flag)
	}
	if t.Variable != "" {
		ways = append(ways, "set "+t.Variable+"=true")
	}
	return strings.Join(ways, ", or ")
}

// A remembrance is an agent's record of the project.
type remembrance struct {
	trusted bool
	// folder is the folder that the record names, at is its place; both are zero if there is none.
	folder string
	at     document.Position
}

// record reads the agent's record of folders, and returns its file; known is false if the format is
// unknown.
func (e *examination) record(t dialect.Trust) (r remembrance, path string, known bool) {
	root, path, known := e.ledger(t)
	if root == nil {
		return r, path, known
	}
	return e.noted(t.Format, root), path, true
}

// ledger parses the file with the agent's trust records down to the records, nil if there are none;
// known is false if the place or format is unknown.
func (e *examination) ledger(t dialect.Trust) (root *document.Node, path string, known bool) {
	if t.Format == (dialect.RecordFormat{}) || e.mayHaveMoved(t.Record) {
		return nil, "", false
	}
	if path = e.below(t.Record); path == "" {
		return nil, "", false
	}
	text, err := e.machine.read(path)
	if missing(err) {
		return nil, path, true
	}
	root, broken := settings.Parse(path, text, document.Options{AllowComments: true})
	if err != nil || broken != nil {
		return nil, path, false
	}
	if t.Format.Key != "" {
		root, _ = root.At(strings.Split(t.Format.Key, ".")...)
	}
	return root, path, true
}

// mayHaveMoved reports whether a variable moves the agent's own files, and it is unknown whether this
// file moves, too.
func (e *examination) mayHaveMoved(path string) bool {
	homes := e.Contract.Settings.Homes
	known := slices.ContainsFunc(homes, func(h dialect.Home) bool {
		_, ok := h.Rest(path)
		return ok
	})
	return !known && slices.ContainsFunc(homes, func(h dialect.Home) bool { return e.machine.Getenv(h.Variable) != "" })
}

// noted returns a record's entry about the project, or a folder around it.
func (e *examination) noted(ledger dialect.RecordFormat, root *document.Node) remembrance {
	if root.Kind() == document.Array {
		for _, item := range root.Items() {
			if e.inside(item.Text()) {
				return remembrance{trusted: true, folder: item.Text(), at: item.Position()}
			}
		}
		return remembrance{}
	}
	var nearest remembrance
	length := -1
	for _, field := range root.Fields() {
		word, folder := wordOf(field.Value, ledger.Field), field.Name
		if word == ledger.Above && word != "" {
			folder = filepath.Dir(folder)
		}
		trusted := word == ledger.Yes || word == ledger.Above && word != ""
		if !trusted && word != ledger.No || !e.inside(folder) || ledger.Exact && !e.own(folder) {
			continue
		}
		one := remembrance{trusted: trusted, folder: folder, at: field.NamePosition}
		if trusted && ledger.ParentWins {
			return one
		}
		if n := len(filepath.Clean(folder)); n > length {
			nearest, length = one, n
		}
	}
	return nearest
}

// wordOf returns a ledger's value for a folder.
func wordOf(node *document.Node, field string) string {
	if field != "" {
		node, _ = node.Field(field)
	}
	switch {
	case node == nil:
		return ""
	case node.Kind() == document.Bool:
		return strconv.FormatBool(node.Bool())
	}
	return node.Text()
}

// own reports whether a folder is the project's, or its repository's.
func (e *examination) own(folder string) bool {
	here, err := os.Stat(folder)
	return err == nil && slices.ContainsFunc([]string{e.machine.Project, config.Repository(e.machine.Project)}, func(one string) bool {
		info, err := os.Stat(one)
		return err == nil && os.SameFile(info, here)
	})
}

// inside reports whether the project is a folder or is inside it, after links are resolved.
func (e *examination) inside(folder string) bool {
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
