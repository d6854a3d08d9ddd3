package diagnosis

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
)

// Distrusts reports whether a finding is that the agent does not trust the hook or its folder.
func Distrusts(f finding.Finding) bool { return f.Rule.ID == "HT129" }

// ht129 finds a hook, or a folder, that is not trusted as the agent requires.
func ht129(e *examination, p checkedHook, at stage) []finding.Finding {
	t := p.trust
	if at != atTrust || t.State != TrustMissing || t.Asked {
		return nil
	}
	place, text := p.place(), " has no record that this version of the hook is trusted: it does not run"
	switch {
	case t.Format.Digest != "":
	case t.At.IsZero():
		place, text = finding.Place{File: p.At.File}, fmt.Sprintf(" has no record that %s is trusted: %s", e.machine.Project, withoutTrust(t.Trust))
	default:
		place, text = finding.Place{File: t.At.File, Position: t.At}, fmt.Sprintf(" has a record that %s is not trusted: %s", t.folder, withoutTrust(t.Trust))
	}
	return says(place, e.Contract.Product+text, e.trusting(t.Trust))
}

func withoutTrust(t dialect.Trust) string {
	if t.Loses == dialect.LosesFile {
		return "no hook of this file applies"
	}
	return "no hook of this file runs"
}

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
