package trace

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace/link"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// A project larger than any real one, to show that no step grows faster than the
// project.
const (
	manyRequirements = 100_000
	manyLinks        = 500_000
	linksOfFunction  = 2
	functionsOfFile  = 500
)

// manySources are Go files with a directive on each function.
func manySources() fstest.MapFS {
	files := fstest.MapFS{}
	next := 0
	for n := 0; next < manyLinks; n++ {
		var text strings.Builder
		text.WriteString("package engine\n")
		for range functionsOfFile {
			text.WriteString("\n// F does its part.\n//\n//hooktest:impl")
			for range linksOfFunction {
				// Steps that are coprime to the number of requirements reach all of
				// them.
				fmt.Fprintf(&text, " R-%d", next*7%manyRequirements)
				next++
			}
			fmt.Fprintf(&text, "\nfunc F%d(a int) int {\n\treturn a + %d\n}\n", next, next)
		}
		files[fmt.Sprintf("engine/file%d.go", n)] = &fstest.MapFile{Data: []byte(text.String())}
	}
	return files
}

func manyInput(tb testing.TB, files fstest.MapFS) Input {
	tb.Helper()
	w := &world{Input: Input{Policy: Policy{}, Observed: true, Lock: &Lock{}}}
	w.Digests = Digests{Catalogue: catalogueDigest, Suite: suiteDigest, Engine: engineDigest}
	var err error
	w.Links, w.LinkFaults, err = link.Read(files, "engine")
	require.NoError(tb, err)
	w.Witness = &proof.Witness{Cases: map[string]map[string]proof.Lines{}}
	for i := range manyRequirements {
		id := fmt.Sprintf("R-%d", i)
		w.Requirements = append(w.Requirements, catalogue.Requirement{
			ID: id, Title: "one of many", Section: 1, Statement: "It does its part.",
			Clauses: []catalogue.Clause{{ID: id + ".1", Number: 1, Text: "it does its part", Verify: catalogue.ByTest}},
		})
		name := fmt.Sprintf("many/%d", i/10)
		if i%10 == 0 {
			w.Cases = append(w.Cases, cases.Case{Name: name, Title: "ten of many", Text: []byte("# ten of many\n" + strings.Repeat("clause\n", 10))})
			w.Witness.Cases[name] = map[string]proof.Lines{fmt.Sprintf("engine/file%d.go", i/10%500): {{1, 9000}}}
		}
		c := &w.Cases[len(w.Cases)-1]
		c.Scopes = append(c.Scopes, cases.Scope{Check: id + ".1", Clause: id + ".1", Line: 2 + i%10})
	}
	return w.Input
}

// BenchmarkReport reads 500,000 links from source, builds the report of 100,000
// requirements, checks all gates, and writes it as JSON.
func BenchmarkReport(b *testing.B) {
	files := manySources()
	b.ReportAllocs()
	for b.Loop() {
		r := Build(manyInput(b, files))
		require.Len(b, r.Requirements, manyRequirements)
		require.NoError(b, Write(io.Discard, r))
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys)/(1<<20), "MiB-from-the-system")
}

// Twice the project takes at most about three times the work: nothing is quadratic.
// Work is counted in allocations, which do not depend on the machine's load.
func TestTheWorkGrowsWithTheProject(t *testing.T) {
	work := func(n int) float64 {
		w := newWorld(t)
		for i := range n {
			id := fmt.Sprintf("HOOK-9%05d", i)
			w.Requirements = append(w.Requirements, catalogue.Requirement{ID: id, Section: 1, Clauses: []catalogue.Clause{
				{ID: id + ".1", Number: 1, Text: "text", Verify: catalogue.ByTest},
			}})
			w.Links = append(w.Links, link.Declaration{File: "engine/many.go", Name: "F", Line: i, EndLine: i, IDs: []string{id}, Runs: true})
		}
		in := w.Input
		in.Runs = append(in.Runs, w.run("reference"))
		return testing.AllocsPerRun(1, func() { Build(in) })
	}
	small, large := work(1000), work(2000)
	require.Less(t, large, 3*small)
}
