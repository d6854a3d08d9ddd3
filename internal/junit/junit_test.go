package junit

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWrite(t *testing.T) {
	one := Suite{Name: "one", Time: Seconds(1500), Properties: []Property{{"k", "<v>"}}}
	one.Add(Case{Name: "passes", Class: "c", Time: Seconds(0)})
	one.Add(Case{Name: "fails", Class: "c", Time: Seconds(0), Failure: &Words{Message: "a\"b", Text: "]]>\x00"}, Output: "out"})
	one.Add(Case{Name: "breaks", Class: "c", Time: Seconds(0), Error: &Words{Message: "m", Type: "t"}})
	one.Add(Case{Name: "is left out", Class: "c", Time: Seconds(0), Skipped: &Words{Message: "m"}})
	all := Suites{Name: "all", Time: Seconds(1500)}
	all.Add(one)
	all.Add(Suite{Name: "empty", Time: Seconds(0)})

	var b bytes.Buffer
	require.NoError(t, all.Write(&b))
	assert.Equal(t, `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="all" tests="4" failures="1" errors="1" skipped="1" time="1.500">
  <testsuite name="one" tests="4" failures="1" errors="1" skipped="1" time="1.500">
    <properties>
      <property name="k" value="&lt;v&gt;"></property>
    </properties>
    <testcase name="passes" classname="c" time="0.000"></testcase>
    <testcase name="fails" classname="c" time="0.000">
      <failure message="a&#34;b">]]&gt;�</failure>
      <system-out>out</system-out>
    </testcase>
    <testcase name="breaks" classname="c" time="0.000">
      <error message="m" type="t"></error>
    </testcase>
    <testcase name="is left out" classname="c" time="0.000">
      <skipped message="m"></skipped>
    </testcase>
  </testsuite>
  <testsuite name="empty" tests="0" failures="0" errors="0" skipped="0" time="0.000">
    <properties></properties>
  </testsuite>
</testsuites>
`, b.String())
}
