package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// ht706 finds commands for PowerShell in the syntax of another shell.
func ht706(v *view, h registry.Surveyed) {
	text, at := h.Command, v.named(h, "command")
	if node, ok := h.Action.Field("powershell"); ok && slices.Contains(v.agent.Settings.Shape.Command, "bash") {
		text, at = node.Text(), node.Position()
	} else if h.Shell != "powershell" {
		return
	}
	m := plainInherit.FindStringSubmatch(text)
	switch {
	case quotedStart.MatchString(text) || quotedAlone.MatchString(text):
		v.report(at, "PowerShell takes a command that begins with a quote for a text, and starts nothing", `put & in front of it, and the whole path between the quotes: & \"…/guard.ps1\"`)
	case posixWords.MatchString(text):
		v.report(at, fmt.Sprintf("%q is not known to PowerShell", strings.TrimSpace(strings.Trim(posixWords.FindString(text), ";&|"))), "write the command for PowerShell, or have bash read it")
	case m != nil && !slices.Contains(v.agent.Launch.Variables, m[1]):
		v.report(at, fmt.Sprintf("%s is a variable of PowerShell here, and empty", m[0]), "write $env:"+m[1])
	}
}

var quotedStart = lazyregexp.New(`^\s*(?:"[^"]*"|'[^']*')\s*[\\/\w.-]`)

var quotedAlone = lazyregexp.New(`^\s*(?:"[^"]*"|'[^']*')\s*$`)

var posixWords = lazyregexp.New(`/dev/null|(?:^|[;&|]\s*)(?:export\s+\w+=|\[\[?\s|fi\b|done\b|if\s+\[)|\$\(\s*cat\s*\)`)

var plainInherit = lazyregexp.New(`\$\{?([A-Z][A-Z0-9_]*_(?:DIR|ROOT|CWD))\b\}?`)
