package script

import "strings"

// jqAccesses returns the input fields that a jq program is known to read. Offsets count in the
// program. After functions, loops or input of later stages, the start of a path is unknown, and the
// rest is skipped.
func jqAccesses(program string) []access {
	j := jqReader{text: program}
	j.group("")
	return j.found
}

type jqReader struct {
	text  string
	at    int
	chain int
	found []access
	depth int
	// alternative is set if the next path is read only if the one before is missing, as after //.
	alternative bool
	// lost is set if the rest of the group has another input.
	lost bool
}

// given has the functions and keywords whose arguments have the same input as the call.
var given = map[string]bool{
	"select": true, "if": true, "elif": true, "then": true, "else": true, "end": true, "and": true, "or": true, "not": true,
	"test": true, "startswith": true, "endswith": true, "contains": true, "empty": true, "null": true, "true": true, "false": true,
	"tostring": true, "tojson": true, "error": true, "has": true, "as": true, "type": true, "length": true, "ascii_downcase": true,
}

// group reads up to the closing bracket.
func (j *jqReader) group(closing string) {
	j.depth++
	defer func() { j.depth-- }()
	if j.depth > deepest {
		j.at = len(j.text)
		return
	}
	outer, binds := j.lost, false
	if !j.alternative {
		j.chain++
	}
	j.alternative = false
	for j.at < len(j.text) {
		switch c := j.text[j.at]; {
		case strings.IndexByte(closing, c) >= 0 && closing != "":
			j.at++
			j.lost = outer
			return
		case c == '(':
			j.at++
			j.group(")")
			j.skipPath()
		case c == '[':
			j.at++
			j.group("]")
			j.skipPath()
		case c == '{':
			j.at++
			j.group("}")
		case c == '"':
			j.quoted()
			j.chain++
		case c == '#':
			j.line()
		case c == '.':
			j.path()
		case strings.HasPrefix(j.text[j.at:], "//"):
			j.at += 2
			// The path after // is read if this one is missing.
			j.chain--
			j.alternative = true
		case c == '|':
			j.at++
			j.lost = j.lost || !binds
			binds = false
			j.chain++
		case c == '$' || c == '@':
			j.at++
			j.word()
			j.skipPath()
			j.chain++
		case isLetter(c):
			word := j.word()
			switch {
			case word == "as" || word == "select":
				// After the pipe of as or select, the input is unchanged.
				binds = true
			case word == "def" || word == "reduce" || word == "foreach" || word == "label" || word == "input" || word == "inputs" || word == "try":
				j.at = len(j.text)
				return
			case !given[word] && j.at < len(j.text) && j.text[j.at] == '(':
				j.at++
				before := j.lost
				j.lost = true
				j.group(")")
				j.lost = before
			}
		case c == ',' || c == ';' || c == ':':
			j.at++
			if c == ';' || closing == "}" {
				j.lost = outer
			}
			j.chain++
		case strings.IndexByte(" \t\r\n?", c) >= 0:
			j.at++
			continue
		default:
			j.at++
			j.chain++
		}
	}
	j.lost = outer
}

// path reads a path that begins with a dot.
func (j *jqReader) path() {
	begins := j.at
	var names []string
	known := true
	for j.at < len(j.text) {
		switch c := j.text[j.at]; {
		case c == '.':
			j.at++
			if j.at < len(j.text) && j.text[j.at] == '.' {
				known = false
				continue
			}
			if name := j.word(); name != "" && known {
				names = append(names, name)
			} else if j.at < len(j.text) && j.text[j.at] == '"' {
				name, plain := j.quoted()
				if known = known && plain; known {
					names = append(names, name)
				}
			}
			continue
		case c == '[':
			j.at++
			if j.at < len(j.text) && j.text[j.at] == '"' {
				name, plain := j.quoted()
				if known = known && plain; known {
					names = append(names, name)
				}
			} else {
				known = false
			}
			for j.at < len(j.text) && j.text[j.at] != ']' {
				j.at++
			}
			if j.at < len(j.text) {
				j.at++
			}
			continue
		case c == '?':
			j.at++
			continue
		}
		break
	}
	if len(names) > 0 && !j.lost {
		j.found = append(j.found, access{path: names, at: begins, chain: j.chain})
	}
	j.chain++
}

// skipPath reads what follows a bracket or a variable; it is not a path of the input.
func (j *jqReader) skipPath() {
	for j.at < len(j.text) && (j.text[j.at] == '.' || j.text[j.at] == '[') {
		lost := j.lost
		j.lost = true
		j.path()
		j.lost = lost
	}
}

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func (j *jqReader) word() string {
	begins := j.at
	for j.at < len(j.text) && (isLetter(j.text[j.at]) || j.at > begins && j.text[j.at] >= '0' && j.text[j.at] <= '9') {
		j.at++
	}
	return j.text[begins:j.at]
}

// quoted reads a string; plain is false if it contains an escape.
func (j *jqReader) quoted() (text string, plain bool) {
	j.at++
	begins := j.at
	plain = true
	for j.at < len(j.text) && j.text[j.at] != '"' {
		if j.text[j.at] == '\\' {
			plain = false
			if j.at++; j.at < len(j.text) && j.text[j.at] == '(' {
				j.at++
				j.group(")")
				continue
			}
		}
		j.at++
	}
	text = j.text[begins:min(j.at, len(j.text))]
	j.at = min(j.at+1, len(j.text))
	return text, plain
}

func (j *jqReader) line() {
	for j.at < len(j.text) && j.text[j.at] != '\n' {
		j.at++
	}
}
