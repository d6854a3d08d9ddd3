package runner

// pipeRoom is nothing: how much a pipe takes without a reader is not promised.
const pipeRoom = 0

// keepsStdin does not hold: closing a pipe here does not wake who writes to it, only
// its reader's end does.
const keepsStdin = false

// readReady has nothing to do: pipes have no deadlines here, so capture never
// stops before it has read what lies in the pipe.
func (s *stream) readReady() (held bool) { return true }
