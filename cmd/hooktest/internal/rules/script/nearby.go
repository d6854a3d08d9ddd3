package script

// linesBefore returns the line of an offset and the few lines before it that most likely belong to
// it.
func (s *source) linesBefore(offset int) string {
	line := s.at(offset).Position.Line
	from, to := s.lines[max(0, line-1-together)], len(s.text)
	if line < len(s.lines) {
		to = s.lines[line]
	}
	return string(s.text[from:to])
}

// together is the number of lines that a refusal has before its exit.
const together = 3
