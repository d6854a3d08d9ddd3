package runner

// pipeRoom is 0: the capacity of a pipe without a reader is not guaranteed.
const pipeRoom = 0

// keepsStdin is false: closing a pipe here does not wake its writer; only closing the
// reader's end does.
const keepsStdin = false

// readReady has nothing to do: pipes have no deadlines here, so capture never stops
// before it has read everything in the pipe.
func (s *stream) readReady() (held bool) { return true }
