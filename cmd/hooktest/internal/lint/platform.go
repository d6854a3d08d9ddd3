package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

// platformRules are about commands for Windows and its shells.
func platformRules() []rule {
	hook := func(fields string) finding.Example {
		e := claude(before(`{"type": "command", ` + fields + `}`))
		e.Beside = []finding.File{{Path: "hooks/guard.ps1", Text: "exit 2\n", Executable: true}}
		return e
	}
	return []rule{
		{finding.Rule{
			ID: "HT703", Title: "unquoted backslashes in a path", Severity: finding.Error, Agents: "those that start hooks with a POSIX shell on Windows, too",
			Why: "A POSIX shell removes each backslash outside of quotes: C:\\hooks\\guard.exe becomes C:hooksguard.exe. The hook does not start, and most agents go on without it.",
			Bad: hook(`"command": "C:\\hooks\\guard.exe"`), Good: hook(`"command": "'C:\\hooks\\guard.exe'"`),
		}, forCommands(backslashes)},
		{finding.Rule{
			ID: "HT704", Title: "-Command of PowerShell loses exit code 2", Severity: finding.Error, Agents: "those for which code 2 refuses and code 1 does not",
			Why: "With -Command, PowerShell ends with code 1 whatever code the script ended with. Code 1 is a failure of the hook: the agent goes on. -File keeps the code.",
			Bad: hook(`"command": "pwsh -NoProfile -Command ./guard.ps1"`), Good: hook(`"command": "pwsh -NoProfile -File ./guard.ps1"`),
		}, forCommands(lostCode)},
		{finding.Rule{
			ID: "HT705", Title: "cmd /c in a POSIX shell", Severity: finding.Warning, Agents: "those that start hooks with a POSIX shell on Windows, too",
			Why: "The bash of Git for Windows takes /c for a path and turns it into C:\\. cmd then reads commands from stdin, which is the payload, and the hook's program never starts.",
			Bad: hook(`"command": "cmd /c guard.bat"`), Good: hook(`"command": "cmd //c guard.bat"`),
		}, forCommands(cmdSlash)},
		{finding.Rule{
			ID: "HT706", Title: "POSIX syntax in a command for PowerShell", Severity: finding.Error, Agents: "those that can start hooks with PowerShell",
			Why:  "PowerShell starts a quoted path only behind &, has variables of the environment under $env:, and no /dev/null. The hook does not start, or its check is not made, and the agent goes on.",
			Bad:  hook(`"shell": "powershell", "command": "\"${CLAUDE_PROJECT_DIR}\"/hooks/guard.ps1"`),
			Good: hook(`"shell": "powershell", "command": "& \"$env:CLAUDE_PROJECT_DIR/hooks/guard.ps1\""`),
		}, posixInPowerShell},
	}
}

// posix reports whether the agent passes a command to a POSIX shell, also on Windows.
func (c command) posix(agent *dialect.Contract) bool {
	return len(c.Args) == 0 && c.Shell == "" && !slices.ContainsFunc(agent.Launch.Shells, func(s dialect.Shell) bool { return s.On == "windows" })
}

var (
	inQuotes     = lazyregexp.New(`'[^']*'|"(?:[^"\\]|\\.)*"`)
	windowsPath  = lazyregexp.New(`(?:^|[\s=&;|])([A-Za-z]:\\\w[\w.\\$-]*|[\w.$%{}-]+(?:\\\w[\w.-]*)+\.(?:exe|cmd|bat|ps1|py|js|sh))(?:$|[\s&;|<>])`)
	cmdCall      = lazyregexp.New(`(?i)(?:^|[\s;&|])cmd(?:\.exe)?\s+(?:/[dsq]\s+)*/c\b`)
	commandCall  = lazyregexp.New(`(?i)(?:^|[\s/;&|])(?:powershell|pwsh)(?:\.exe)?['"]?\s+(?:-\w+\s+(?:(?:Bypass|RemoteSigned|Unrestricted)\s+)?)*?-c(?:ommand)?\s+\S*.*\.ps1`)
	quotedStart  = lazyregexp.New(`^\s*(?:"[^"]*"|'[^']*')\s*[\\/\w.-]`)
	quotedAlone  = lazyregexp.New(`^\s*(?:"[^"]*"|'[^']*')\s*$`)
	posixWords   = lazyregexp.New(`/dev/null|(?:^|[;&|]\s*)(?:export\s+\w+=|\[\[?\s|fi\b|done\b|if\s+\[)|\$\(\s*cat\s*\)`)
	plainInherit = lazyregexp.New(`\$\{?([A-Z][A-Z0-9_]*_(?:DIR|ROOT|CWD))\b\}?`)
)

// backslashes finds paths whose backslashes a POSIX shell removes.
func backslashes(v *view, c command) []finding.Finding {
	m := windowsPath.FindStringSubmatch(inQuotes.ReplaceAllString(c.Command, "''"))
	if m == nil || !c.posix(v.agent) {
		return nil
	}
	return []finding.Finding{v.at(c.node.Position(), fmt.Sprintf("the shell removes the backslashes of %s, which is %s then: the hook can't start", m[1], strings.ReplaceAll(m[1], `\`, "")),
		"write / for each backslash, which Windows takes as well, or put the path in single quotes")}
}

// lostCode finds PowerShell scripts whose exit code 2 becomes 1.
func lostCode(v *view, c command) []finding.Finding {
	if !commandCall.MatchString(c.Command) || regexp.MustCompile(`(?i)lastexitcode|\bexit\b`).MatchString(c.Command) || !refusesBy(v.agent, c.Event, 2) || refusesBy(v.agent, c.Event, 1) {
		return nil
	}
	return []finding.Finding{v.at(c.node.Position(), fmt.Sprintf("PowerShell ends with code 1 here where the script ends with code 2: %s goes on", v.agent.Product), "start the script with -File in the place of -Command")}
}

// refusesBy reports whether a hook refuses by an exit code with a reason on stderr.
func refusesBy(c *dialect.Contract, event hook.Event, code int) bool {
	verdict, _ := engine.Judge(c, event, hook.ExecutionResult{Event: event, Ending: hook.Exited, Code: code, Stderr: []byte("no")}, hook.Input{})
	return verdict.Kind == effect.Deny
}

// cmdSlash finds cmd /c, because the bash of Git for Windows changes its flag.
func cmdSlash(v *view, c command) []finding.Finding {
	if !c.posix(v.agent) || !cmdCall.MatchString(inQuotes.ReplaceAllString(c.Command, "''")) {
		return nil
	}
	return []finding.Finding{v.at(c.node.Position(), "the bash of Git for Windows turns /c into a path, so that cmd reads the payload as its commands", "write cmd //c, or start the program without cmd")}
}

// posixInPowerShell finds commands for PowerShell in the syntax of another shell.
func posixInPowerShell(v *view) []finding.Finding {
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		text, at := h.Command, v.named(h, "command")
		if node, ok := h.Action.Field("powershell"); ok && slices.Contains(v.agent.Settings.Shape.Command, "bash") {
			text, at = node.Text(), node.Position()
		} else if h.Shell != "powershell" {
			continue
		}
		m := plainInherit.FindStringSubmatch(text)
		switch {
		case quotedStart.MatchString(text) || quotedAlone.MatchString(text):
			found = append(found, v.at(at, "PowerShell takes a command that begins with a quote for a text, and starts nothing", `put & in front of it, and the whole path between the quotes: & \"…/guard.ps1\"`))
		case posixWords.MatchString(text):
			found = append(found, v.at(at, fmt.Sprintf("%q is not known to PowerShell", strings.TrimSpace(strings.Trim(posixWords.FindString(text), ";&|"))), "write the command for PowerShell, or have bash read it"))
		case m != nil && !slices.Contains(v.agent.Launch.Variables, m[1]):
			found = append(found, v.at(at, fmt.Sprintf("%s is a variable of PowerShell here, and empty", m[0]), "write $env:"+m[1]))
		}
	}
	return found
}
