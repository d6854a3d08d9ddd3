package dialect

import "strings"

// A Script says how a shell gets the text of a command.
type Script string

const (
	// AsWritten: the text is passed unchanged. The shell itself expands the variables,
	// with the author's quotes and braces (INT-09).
	AsWritten Script = "as-written"
	// PowerShell: rewritten, see forPowerShell.
	PowerShell Script = "powershell"
)

// Text returns the text that the shell gets for a command with the given variables.
//
//hooktest:impl HOOK-188
func (s Script) Text(command string, variables []string) string {
	if s == PowerShell {
		return forPowerShell(command, variables)
	}
	return command
}

// forPowerShell returns the command text for PowerShell. There, $NAME is not an
// environment variable, so variables are rewritten to its braced form. That form stays
// one word for any directory name and adds no quotes that could end the author's
// (INT-09). The last lines pass the exit code on, which -Command alone would turn into
// 0 or 1 (INT-08).
func forPowerShell(command string, variables []string) string {
	const passExitCode = "\n$HooktestOk = $?" +
		"\nif ($null -ne $LASTEXITCODE) { exit $LASTEXITCODE }" +
		"\nif (-not $HooktestOk) { exit 1 }\n"
	return expandForPowerShell(command, variables) + passExitCode
}

// expandForPowerShell rewrites $NAME and ${NAME} of the variables to ${env:NAME}. A
// longer name with the same prefix is another variable, and an escaped dollar sign
// begins no variable.
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

// reference reads a reference to one of the variables at the start of s; size is 0 if
// there is none.
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
