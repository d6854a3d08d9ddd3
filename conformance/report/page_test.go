package report_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
)

func TestThePageShowsHostileTextAsText(t *testing.T) {
	eachHostile(t, "html", func(t require.TestingT, text, out string, v outcome.Verdict) {
		// The page has only the tags of its template, whatever output a hook has.
		tags := regexp.MustCompile(`<[a-zA-Z!/][^>]*>`).FindAllString(out, -1)
		for _, tag := range tags {
			require.Regexp(t, `^</?(!doctype|html|head|meta|title|style|body|header|h1|h2|h3|p|span|main|dl|div|dt|dd|table|thead|tbody|tr|th|td|section|article|code|pre|details|summary|ul|ol|li|a|b|nav|search|form|input|label|select|option|button|footer|script)\b`, tag)
			require.NotRegexp(t, `(?i)\son[a-z]+\s*=|javascript:|https?:|\ssrc=`, tag)
		}
		for _, r := range out {
			require.True(t, r == '\n' || r == '\t' || !unicode.Is(unicode.Cc, r), "%q", r)
		}
	})
	out := render(t, "html", hostile(t, attack, outcome.Fail))
	assert.Contains(t, out, "&lt;/script&gt;&lt;/pre&gt;&lt;img src=x onerror=alert(1)&gt;]]&gt;\\x1b[31m\\x00\\u202e")
	assert.NotContains(t, out, "<img")
	assert.Equal(t, 1, strings.Count(out, "<script"), "the page's own")
}

func TestThePageNeedsNothingElse(t *testing.T) {
	out := render(t, "html", everything(t))
	style := regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindStringSubmatch(out)
	require.NotNil(t, style)
	script := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindStringSubmatch(out)
	require.NotNil(t, script)
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`).FindStringSubmatch(out)
	require.NotNil(t, policy)
	want := "default-src 'none'; style-src " + hash(style[1]) + "; script-src " + hash(script[1]) +
		"; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
	assert.Equal(t, want, strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(policy[1]))
	assert.Less(t, strings.Index(out, policy[0]), strings.Index(out, "<style>"), "a policy binds what comes after it")
	assert.NotRegexp(t, `(?i)<(link|img|iframe|object|embed|base)\b|@import|url\(|\sstyle=`, out)
	for _, href := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(out, -1) {
		require.True(t, strings.HasPrefix(href[1], "#"))
		assert.Contains(t, out, `id="`+href[1][1:]+`"`, "a link that leads nowhere")
	}
	assert.Equal(t, strings.Count(out, `id="`), len(uniqueIDs(out)), "ids are unique")
	for _, v := range outcome.All() {
		assert.Regexp(t, `<span class="status (good|bad|caution|faint)"><span aria-hidden="true">[✓✗△○]</span> `+string(v)+`</span>`, out, "word, shape and color")
	}
}

func uniqueIDs(page string) map[string]bool {
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(`id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		ids[m[1]] = true
	}
	return ids
}

func TestBadges(t *testing.T) {
	smoke := fine(t)
	smoke.Header.Selection.Profiles = []adapter.Profile{adapter.ProfileCore, stream.Smoke}
	part := fine(t)
	part.Header.Selection.Profiles = []adapter.Profile{adapter.ProfileCore}
	tests := []struct {
		name    string
		run     stream.Run
		message string
		color   string
	}{
		{"conformant", fine(t), "1 / 1 / 1 clauses", "brightgreen"},
		{"known failures that are not true", rotten(t), "1 / 1 / 1 clauses", "brightgreen"},
		{"nine of ten", passing(t, 9), "9 / 10 / 18 clauses", "yellow"},
		{"half", passing(t, 5), "5 / 10 / 18 clauses", "orange"},
		{"less than half", passing(t, 4), "4 / 10 / 18 clauses", "red"},
		{"a broken case", everything(t), "suite-fault: 1 / 12 / 18 clauses", "lightgrey"},
		{"interrupted", build(t, header()).end("interrupted"), "unfinished: 0 / 0 / 18 clauses", "lightgrey"},
		{"the smoke test", smoke, "smoke test alone: 1 / 1 / 1 clauses", "lightgrey"},
		{"a profile", part, "1 / 1 / 1 clauses", "brightgreen"},
		{"nothing", build(t, header()).end(""), "nothing-judged: 0 / 0 / 18 clauses", "lightgrey"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var badge map[string]any
			require.NoError(t, json.Unmarshal([]byte(render(t, "badge", tt.run)), &badge))
			assert.Equal(t, map[string]any{"schemaVersion": 1.0, "label": "hooktest", "message": tt.message, "color": tt.color}, badge)
			svg := render(t, "badge-svg", tt.run)
			assert.Contains(t, svg, ">"+tt.message+"</text>")
			d := xml.NewDecoder(strings.NewReader(svg))
			for {
				_, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				require.NoError(t, err)
			}
		})
	}
}

// passing is a run in which so many of ten clauses pass and the others fail.
func passing(t *testing.T, n int) stream.Run {
	b := build(t, header())
	for i := range 10 {
		v := outcome.Fail
		if i < n {
			v = outcome.Pass
		}
		b.add(fmt.Sprintf("HOOK-001.%d", i+1), v, nil)
	}
	return b.end("")
}
