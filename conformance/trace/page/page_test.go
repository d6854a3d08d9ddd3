package page_test

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An attribute's value as a reader of HTML has it.
func unescaped(s string) string {
	return strings.NewReplacer("&#39;", "'", "&#43;", "+", "&amp;", "&", "&lt;", "<", "&gt;", ">", "&#34;", `"`).Replace(s)
}

func element(t *testing.T, out, pattern string) string {
	t.Helper()
	m := regexp.MustCompile(pattern).FindStringSubmatch(out)
	require.NotNil(t, m, pattern)
	return m[1]
}

func TestThePolicyNamesItsOwnStyleAndScriptAlone(t *testing.T) {
	out := write(t, sample())
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	style, script := element(t, out, `(?s)<style>(.*?)</style>`), element(t, out, `(?s)<script>(.*?)</script>`)
	policy := element(t, out, `<meta http-equiv="Content-Security-Policy" content="([^"]*)">`)
	assert.Equal(t, "default-src 'none'; style-src "+hash(style)+"; script-src "+hash(script)+
		"; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'", unescaped(policy))
	assert.Less(t, strings.Index(out, "Content-Security-Policy"), strings.Index(out, "<style>"), "a policy binds what comes after it")
	assert.Len(t, regexp.MustCompile(`<script\b`).FindAllString(out, -1), 2, "the packed evidence and the script")
}
