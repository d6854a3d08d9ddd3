package runner

// readReady has nothing to do: pipes have no deadlines here, so capture never
// stops before it has read what lies in the pipe.
func (s *stream) readReady() (held bool) { return true }
