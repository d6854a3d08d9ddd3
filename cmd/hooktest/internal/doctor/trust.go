package doctor

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/lint"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/settings"
)

// A Trusted is what an agent wants to be trusted for hooks that are here, and what it has noted
// of that.
type Trusted struct {
	dialect.Trust
	State TrustState
	// Record is the file that the agent notes it in, At the place there; empty and zero where
	// nobody knows.
	Record string
	At     document.Position
}

// A TrustState says what is noted.
type TrustState string

const (
	// TrustUnseen: nobody can see from here whether it is trusted.
	TrustUnseen TrustState = "unseen"
	// TrustNoted: it is trusted. TrustMissing: nothing is noted, or that it is not.
	TrustNoted   TrustState = "trusted"
	TrustMissing TrustState = "missing"
	// TrustChanged: a hook was trusted that was written in another way.
	TrustChanged TrustState = "changed"
)

// ofTrust is why a hook waits for somebody's trust; waits tells that it may, and nobody
// sees from here whether it does.
func (e *examination) ofTrust(p patient) (refused []finding.Finding, waits bool) {
	for _, t := range e.document.Trusts {
		if !t.Holds(p.sheet.Scope) || t.Variable != "" && e.machine.Getenv(t.Variable) == "true" {
			continue
		}
		if t.Ledger.Digest != "" {
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
		case t.Unasked == dialect.UnaskedTrusts:
			// A user who is asked may still say yes; where nobody can be asked, the hooks
			// run.
			waits = true
		default:
			place := finding.Place{File: p.At.File}
			text := fmt.Sprintf("nobody has told %s that %s is trusted: %s", e.Contract.Product, e.machine.Project, withoutTrust(t))
			if !r.at.IsZero() {
				place = finding.Place{File: r.at.File, Position: r.at}
				text = fmt.Sprintf("somebody has told %s that %s is not trusted: %s", e.Contract.Product, r.folder, withoutTrust(t))
			}
			refused = append(refused, made(ruleTrust, place, text, e.trusting(t)))
		}
		e.note(noted)
	}
	return refused, waits
}

// note keeps what is known of a trust, once for all hooks.
func (e *examination) note(t Trusted) {
	if !slices.ContainsFunc(e.Trusts, func(other Trusted) bool { return other.Fact == t.Fact && other.State == t.State }) {
		e.Trusts = append(e.Trusts, t)
	}
}

// ofDefinition is ofTrust for an agent that has each hook trusted as it is written.
func (e *examination) ofDefinition(p patient, t dialect.Trust) (refused []finding.Finding, waits bool) {
	root, record, known := e.ledger(t)
	definition, written := e.definition(p)
	if !known || !written {
		e.note(Trusted{Trust: t, State: TrustUnseen})
		return nil, true
	}
	key := definition.Key(cmp.Or(p.sheet.known, p.At.File))
	var noted document.Field
	if root != nil {
		noted, known = root.Lookup(key)
	}
	if root == nil || !known {
		text := fmt.Sprintf("nobody has told %s that this hook is trusted as it is written: it is left out", e.Contract.Product)
		e.note(Trusted{Trust: t, State: TrustMissing, Record: record})
		return []finding.Finding{made(ruleTrust, p.place(), text, e.trusting(t))}, false
	}
	at := finding.Place{File: noted.NamePosition.File, Position: noted.NamePosition}
	if off, ok := noted.Value.Field(t.Ledger.Off); ok && off.Kind() == document.Bool && !off.Bool() {
		text := fmt.Sprintf("%s of this hook is false: %s leaves it out", t.Ledger.Off, e.Contract.Product)
		return []finding.Finding{made(ruleOff, at, text, "write "+t.Ledger.Off+" = true, or take it out")}, false
	}
	state := TrustNoted
	if textOf(noted.Value, t.Ledger.Field) != t.Ledger.Digest.Of(definition) {
		state, waits = TrustChanged, true
	}
	e.note(Trusted{Trust: t, State: state, Record: record, At: noted.NamePosition})
	return nil, waits
}

// definition is a hook as it is written; ok is false where it is not written as a hook that
// the agent starts.
func (e *examination) definition(p patient) (d dialect.Definition, ok bool) {
	hooks, has := e.hooksOf(p.sheet)
	if !has || p.Entry.Event == "" {
		return d, false
	}
	event, _ := hooks.Field(string(p.Event))
	d = dialect.Definition{Event: p.Event, Command: p.Entry.Command, Seconds: int64(p.Entry.Timeout / time.Second), Group: -1, Place: -1}
	if _, named := p.config.Field("timeout"); !named {
		d.Seconds = 0
	}
	if event != nil {
		d.Group = slices.Index(event.Items(), p.group)
	}
	if list, has := p.group.Field("hooks"); has {
		d.Place = slices.Index(list.Items(), p.config)
	}
	if row, _ := e.Contract.Event(p.Event); row != nil && row.Subject.Field != "" {
		d.Matcher = p.Entry.Matcher
	}
	if async, has := p.config.Field("async"); has {
		d.Async = async.Bool()
	}
	if status, has := p.config.Field("statusMessage"); has {
		text := status.Text()
		d.Status = &text
	}
	return d, d.Group >= 0 && d.Place >= 0
}

func withoutTrust(t dialect.Trust) string {
	if t.Loses == dialect.LosesFile {
		return "no hook of this file applies"
	}
	return "no hook of this file runs"
}

// trusting is how somebody trusts.
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

// A remembrance is what an agent has noted of the project.
type remembrance struct {
	trusted bool
	// folder is the folder that the record names, at its place there; both are zero if it
	// names none.
	folder string
	at     document.Position
}

// record reads what the agent has noted of folders, and in which file; known is false where
// nobody knows how it does.
func (e *examination) record(t dialect.Trust) (r remembrance, path string, known bool) {
	root, path, known := e.ledger(t)
	if root == nil {
		return r, path, known
	}
	return e.noted(t.Ledger, root), path, true
}

// ledger reads the file in which the agent notes whom it trusts, down to what is remembered,
// nil where nothing is; known is false where nobody knows where or how it does.
func (e *examination) ledger(t dialect.Trust) (root *document.Node, path string, known bool) {
	if t.Ledger == (dialect.Ledger{}) || e.astray(t.Record) {
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
	if t.Ledger.Key != "" {
		root, _ = root.At(strings.Split(t.Ledger.Key, ".")...)
	}
	return root, path, true
}

// astray tells that a variable moves the agent's own files elsewhere, and that it is
// unknown whether this file moves, too.
func (e *examination) astray(path string) bool {
	return slices.ContainsFunc(e.Contract.Settings.Homes, func(h dialect.Home) bool {
		return e.machine.Getenv(h.Variable) != "" && !strings.HasPrefix(path, h.Path+"/")
	})
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
		word, folder := wordOf(field.Value, ledger.Field), field.Name
		if word == ledger.Above && word != "" {
			folder = filepath.Dir(folder)
		}
		trusted := word == ledger.Yes || word == ledger.Above && word != ""
		if !trusted && word != ledger.No || !e.lies(folder) || ledger.Exact && !e.own(folder) {
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

// wordOf is what a ledger says of a folder.
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

// own tells whether a folder is the project's, or that of its repository.
func (e *examination) own(folder string) bool {
	here, err := os.Stat(folder)
	return err == nil && slices.ContainsFunc([]string{e.machine.Project, lint.Repository(e.machine.Project)}, func(one string) bool {
		info, err := os.Stat(one)
		return err == nil && os.SameFile(info, here)
	})
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
