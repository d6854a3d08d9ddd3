package format

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/notation"
)

func sarifFormat() report.Format[trace.Report] {
	return report.Document("sarif", "the findings as SARIF 2.1.0", writeSARIF)
}

// writeSARIF writes a rule for each gate and a result for each finding: an error if it
// blocks, otherwise a warning.
func writeSARIF(w io.Writer, r trace.Report) error {
	log := notation.SARIF{
		Tool: "hooktest", Version: r.Hooktest, Category: "hooktest-trace", Ended: r.Generated, Rooted: true,
		Properties: map[string]any{"module": r.Module, "ladder": r.Ladder, "digests": r.Digests},
	}
	if r.Revision != "" {
		log.Properties["revision"] = r.Revision
	}
	for _, g := range trace.Gates() {
		log.Rules = append(log.Rules, sarifRuleOf(g))
	}
	seen := map[string]int{}
	for _, f := range r.Findings {
		log.Results = append(log.Results, sarifResultOf(f, seen))
	}
	return log.Write(w)
}

func sarifRuleOf(g trace.Gate) notation.SARIFRule {
	name, title, help := "", g.Title(), g.Help()
	for word := range strings.SplitSeq(string(g), "-") {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return notation.SARIFRule{
		ID: string(g), Name: name + "Gate", Title: title + ".", Why: title + ". " + help, Level: "error",
		Help: help, HelpMarkdown: "**" + title + ".** " + help, Tags: []string{g.Kind(), "traceability"},
	}
}

// sarifResultOf returns a result. Its fingerprint does not depend on lines; seen
// separates findings that are equal in everything else.
func sarifResultOf(f trace.Finding, seen map[string]int) notation.SARIFResult {
	// SARIF does not allow an empty message.
	level, message := "warning", cmp.Or(f.Message, f.Gate.Title())
	if f.Blocks {
		level = "error"
	}
	if f.Hint != "" {
		message += "\n" + f.Hint
	}
	file, line := f.Position.Split()
	// A finding about no file is reported for the lock file.
	file = cmp.Or(file, trace.LockFile)
	identity := strings.Join([]string{string(f.Gate), f.Subject, file}, "\x00")
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", identity, seen[identity]))
	seen[identity]++
	return notation.SARIFResult{
		Rule: string(f.Gate), Level: level, Message: message, File: file, Line: max(line, 1),
		Subject: f.Subject, Fingerprint: hex.EncodeToString(sum[:16]),
	}
}
