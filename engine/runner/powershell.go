package runner

import (
	"errors"
	"strings"
)

// findPowershell prefers the one that comes with Windows.
func findPowershell(path string) (shell, error) {
	for _, name := range []string{"powershell.exe", "pwsh.exe"} {
		if file, ok := onPath(path, name); ok {
			return shell{file, []string{"-NoProfile", "-NonInteractive", "-Command"}, powershellScript}, nil
		}
	}
	return shell{}, errors.New("powershell is not on the PATH")
}

// powershellScript is what PowerShell is given. $NAME is no environment
// variable to it, so the project variables are rewritten to its own braced
// form, which stays one word whatever the directory's name is and needs no
// quotes that could break out of the author's (INT-09). The last lines pass the
// exit code on, which -Command alone would turn into 0 or 1 (INT-08).
func powershellScript(command string) string {
	const passExitCode = "\n$HooktestOk = $?" +
		"\nif ($null -ne $LASTEXITCODE) { exit $LASTEXITCODE }" +
		"\nif (-not $HooktestOk) { exit 1 }\n"
	return expandForPowershell(command) + passExitCode
}

// expandForPowershell rewrites $NAME and ${NAME} of the project variables to
// ${env:NAME}. A longer name that begins with theirs is another variable, and
// an escaped dollar sign is none.
func expandForPowershell(command string) string {
	var b strings.Builder
	for i := 0; i < len(command); {
		switch {
		case command[i] == '`' && i+1 < len(command):
			b.WriteString(command[i : i+2])
			i += 2
			continue
		case command[i] == '$':
			if name, size := projectReference(command[i:]); size > 0 {
				b.WriteString("${env:" + name + "}")
				i += size
				continue
			}
		}
		b.WriteByte(command[i])
		i++
	}
	return b.String()
}

// projectReference reads a reference to a project variable at the start of s;
// size is 0 where there is none.
func projectReference(s string) (name string, size int) {
	for _, name := range projectVariables {
		if strings.HasPrefix(s, "${"+name+"}") {
			return name, len(name) + 3
		}
		if rest, ok := strings.CutPrefix(s, "$"+name); ok && (rest == "" || !wordByte(rest[0])) {
			return name, len(name) + 1
		}
	}
	return "", 0
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
