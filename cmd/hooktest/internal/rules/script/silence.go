package script

import (
	"bytes"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// A Silencer is a comment such as
//
//	# hooktest: ignore HT306 the image has jq
//
// that silences findings of its own line and the next, or of the whole file if only comments
// precede it. In languages without # the comment begins with //.
type Silencer struct {
	// ID is the rule. A comment may name several rules: each is one Silencer.
	ID     string
	Reason string
	Place  finding.Place
	// Whole is set if it applies to the whole file.
	Whole bool
}

var silencerComment = lazyregexp.New(`(?:#|//)[ \t]*hooktest:[ \t]*ignore[ \t]+(HT[0-9]{3}(?:[ \t]*,?[ \t]+HT[0-9]{3})*)(?:[ \t]+(.*?))?[ \t\r]*$`)

func (s *source) silencers() []Silencer {
	var found []Silencer
	top := true
	for i, begins := range s.lines {
		ends := len(s.text)
		if i+1 < len(s.lines) {
			ends = s.lines[i+1] - 1
		}
		line := s.text[begins:ends]
		code := bytes.TrimSpace(line)
		top = top && (len(code) == 0 || code[0] == '#' || bytes.HasPrefix(code, []byte("//")))
		if !bytes.Contains(line, []byte("hooktest:")) {
			continue
		}
		m := silencerComment.FindSubmatchIndex(line)
		if m == nil {
			continue
		}
		reason := ""
		if m[4] >= 0 {
			reason = string(line[m[4]:m[5]])
		}
		for _, id := range strings.FieldsFunc(string(line[m[2]:m[3]]), func(r rune) bool { return strings.ContainsRune(" \t,", r) }) {
			found = append(found, Silencer{ID: id, Reason: reason, Place: s.at(begins + m[0]), Whole: top})
		}
	}
	return found
}

// silence separates findings that a comment silences from the others.
func (s *source) silence(all []finding.Finding) Report {
	silencers := s.silencers()
	used := make([]bool, len(silencers))
	var r Report
	for _, f := range all {
		line, silent := f.Place.Position.Line, false
		for i, by := range silencers {
			distance := line - by.Place.Position.Line
			if by.ID == f.Rule.ID && (by.Whole || distance == 0 || distance == 1) {
				used[i], silent = true, true
			}
		}
		if silent {
			r.Silenced = append(r.Silenced, f)
		} else {
			r.Findings = append(r.Findings, f)
		}
	}
	for i, by := range silencers {
		if !used[i] {
			r.Unused = append(r.Unused, by)
		}
	}
	return r
}
