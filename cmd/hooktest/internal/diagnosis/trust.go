package diagnosis

import (
	"cmp"
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
	// Record is the file with the agent's record, At the place in it, and folder the folder that it
	// is about; all are zero if unknown.
	Record, folder string
	At             document.Position
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
	// trustOff means that the record switches the hook off.
	trustOff TrustState = "off"
)

// ofTrust returns the reasons that a hook is not trusted; waits reports whether it may wait for
// trust, which is unknown here.
func (e *examination) ofTrust(p checkedHook) (refused []finding.Finding, waits bool) {
	for _, t := range e.document.Trusts {
		if !t.Holds(p.sheet.Scope) || t.Variable != "" && e.machine.Getenv(t.Variable) == "true" {
			continue
		}
		of := e.ofFolder
		if t.Format.Digest != "" {
			of = e.ofDefinition
		}
		p.trust = of(p, t)
		refused = append(refused, e.find(p, atTrust)...)
		waits = waits || p.trust.Asked || p.trust.State == TrustUnseen || p.trust.State == TrustChanged
		noted := slices.ContainsFunc(e.Trusts, func(other Trusted) bool { return other.Fact == p.trust.Fact && other.State == p.trust.State })
		if p.trust.State != trustOff && !noted {
			e.Trusts = append(e.Trusts, p.trust)
		}
	}
	return refused, waits
}

// ofFolder returns the trust in the project's folder.
func (e *examination) ofFolder(_ checkedHook, t dialect.Trust) Trusted {
	root, record, known := e.ledger(t)
	if !known {
		return Trusted{Trust: t, State: TrustUnseen}
	}
	noted := Trusted{State: TrustMissing}
	if root != nil {
		noted = e.noted(t.Format, root)
	}
	noted.Trust, noted.Record = t, record
	if mode, _ := e.Contract.InMode(); noted.State == TrustMissing {
		// If the agent can't ask the user, the hooks run.
		noted.Asked = t.Unasked == dialect.UnaskedTrusts || mode.AsksTrust && noted.At.IsZero()
	}
	return noted
}

// ofDefinition returns the trust in the definition of a hook.
func (e *examination) ofDefinition(p checkedHook, t dialect.Trust) Trusted {
	root, record, known := e.ledger(t)
	hooks, has := e.hooksOf(p.sheet)
	var definition dialect.Definition
	if known = known && has && p.Entry.Event != ""; known {
		definition, known = settingsfile.Definition(e.Contract, hooks, p.Event, p.group, p.config)
	}
	if !known {
		return Trusted{Trust: t, State: TrustUnseen}
	}
	var entry document.Field
	if root != nil {
		entry, known = root.Lookup(definition.Key(cmp.Or(p.sheet.known, p.At.File)))
	}
	if root == nil || !known {
		mode, _ := e.Contract.InMode()
		return Trusted{Trust: t, State: TrustMissing, Asked: mode.AsksTrust, Record: record}
	}
	noted := Trusted{Trust: t, State: TrustChanged, Record: record, At: entry.NamePosition}
	word := textOf(entry.Value, t.Format.Field)
	if on, ok := entry.Value.Field(t.Format.Off); ok && on.Kind() == document.Bool && !on.Bool() {
		noted.State = trustOff
	} else if word == t.Format.Digest.Of(definition) {
		noted.State = TrustNoted
		p.Trusted = &Record{At: entry.NamePosition, Word: word, Digest: t.Format.Digest}
	}
	return noted
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

// noted returns what a record says about the project, or about a folder around it.
func (e *examination) noted(ledger dialect.RecordFormat, root *document.Node) Trusted {
	for _, item := range root.Items() {
		if e.inside(item.Text()) {
			return Trusted{State: TrustNoted, folder: item.Text(), At: item.Position()}
		}
	}
	nearest := Trusted{State: TrustMissing}
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
		one := Trusted{State: TrustMissing, folder: folder, At: field.NamePosition}
		if trusted {
			one.State = TrustNoted
		}
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
