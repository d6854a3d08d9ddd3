package config

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/internal/lazyregexp"
)

// ht704 finds PowerShell scripts whose exit code 2 becomes 1.
func ht704(v *view, c command) {
	if !commandCall.MatchString(c.Command) || setsExitCode.MatchString(c.Command) || !script.Refuses(v.agent, c.Event, 2) || script.Refuses(v.agent, c.Event, 1) {
		return
	}
	v.report(c.node.Position(), fmt.Sprintf("PowerShell ends with code 1 here where the script ends with code 2: %s continues", v.agent.Product), "start the script with -File instead of -Command")
}

var commandCall = lazyregexp.New(`(?i)(?:^|[\s/;&|])(?:powershell|pwsh)(?:\.exe)?['"]?\s+(?:-\w+\s+(?:(?:Bypass|RemoteSigned|Unrestricted)\s+)?)*?-c(?:ommand)?\s+\S*.*\.ps1`)

var setsExitCode = lazyregexp.New(`(?i)lastexitcode|\bexit\b`)
