package notation

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestJUnit(t *testing.T) {
	one := JUnitSuite{Name: "one", Time: 1500, Properties: []JUnitProperty{{"k", "<v>"}}}
	one.Add(JUnitCase{Name: "passes", Class: "c"})
	one.Add(JUnitCase{Name: "fails", Class: "c", Failure: &JUnitWords{Message: "a\"b", Text: "]]>\x00"}, Output: "out"})
	one.Add(JUnitCase{Name: "breaks", Class: "c", Error: &JUnitWords{Message: "m", Type: "t"}})
	one.Add(JUnitCase{Name: "is left out", Class: "c", Skipped: &JUnitWords{Message: "m"}})
	all := JUnit{Name: "all", Time: 1500}
	all.Add(one)
	all.Add(JUnitSuite{Name: "empty"})

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
