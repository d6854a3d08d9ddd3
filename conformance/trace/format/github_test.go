package format_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/trace"
)

func TestAnnotations(t *testing.T) {
	r := fine()
	r.Ladder = sample().Ladder
	r.Findings = []trace.Finding{
		{Gate: trace.GateProven, Subject: "HOOK-001.5", Position: "engine/fire.go:10", Message: "HOOK-001.5 is not proven"},
		{Gate: trace.DeadLink, Subject: "init", Position: "engine/fire.go:49", Message: "100% of init is dead\nreally", Hint: "move it", Blocks: true},
		{Gate: trace.StaleLock, Subject: "a,b:c", Position: "conformance/trace/trace.lock", Message: "behind", Blocks: true},
		{Gate: trace.ForeignRun, Subject: "other", Message: "about another tree", Blocks: true},
	}
	assert.Equal(t, `::error file=engine/fire.go,line=49,title=dead-link init::100%25 of init is dead%0Areally%0Amove it
::error file=conformance/trace/trace.lock,line=1,title=stale-lock a%2Cb%3Ac::behind
::error file=conformance/trace/trace.lock,line=1,title=foreign-run other::about another tree
::warning file=engine/fire.go,line=10,title=proven HOOK-001.5::HOOK-001.5 is not proven
::notice title=hooktest trace%3A example.com/engine::the gates fail: 3 findings%0Aof 7 clauses: 6 linked, 4 executed, 3 passed, 2 proven; of 2 by inspection: 1 inspected%0A10 clauses − 2 by inspection − 1 that no edit can violate = 7 to prove; 1 suspect, 1 waived
`, render(t, "github", r), "what fails a gate comes first, since only the first few are shown")
}
