package dialect

import "strings"

// A Script is how a shell gets the text of a command.
type Script string

const (
	// AsWritten: the text stays as it is, since the shell itself expands the variables,
	// with the quotes and braces that the author wrote (INT-09).
	AsWritten Script = "as-written"
	// PowerShell: rewritten, see forPowerShell.
	PowerShell Script = "powershell"
)

// Text is the text that the shell gets of a command that speaks of variables.
//
//hooktest:impl HOOK-188
func (s Script) Text(command string, variables []string) string {
	if s == PowerShell {
		return forPowerShell(command, variables)
	}
	return command
}

// forPowerShell is the text of a command as PowerShell has to get it. To it $NAME is not an
// environment variable, so the variables are rewritten to its own braced
// form, which stays one word whatever the directory's name is and needs no
// quotes that could break out of the author's (INT-09). The last lines pass the
// exit code on, which -Command alone would turn into 0 or 1 (INT-08).
func forPowerShell(command string, variables []string) string {
	const passExitCode = "\n$HooktestOk = $?" +
		"\nif ($null -ne $LASTEXITCODE) { exit $LASTEXITCODE }" +
		"\nif (-not $HooktestOk) { exit 1 }\n"
	return expandForPowerShell(command, variables) + passExitCode
}

// expandForPowerShell rewrites $NAME and ${NAME} of the variables to
// ${env:NAME}. A longer name that begins with theirs is another variable, and
// an escaped dollar sign begins no variable.
func expandForPowerShell(command string, variables []string) string {
	var b strings.Builder
	for i := 0; i < len(command); {
		switch {
		case command[i] == '`' && i+1 < len(command):
			b.WriteString(command[i : i+2])
			i += 2
			continue
		case command[i] == '$':
			if name, size := reference(command[i:], variables); size > 0 {
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

// reference reads a reference to one of the variables at the start of s; size is
// 0 where there is none.
func reference(s string, variables []string) (name string, size int) {
	for _, name := range variables {
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
