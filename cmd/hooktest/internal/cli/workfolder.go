package cli

// roomEnough is how much has to be free in a file system of the memory for work
// folders to be made there: many times what a run has ever needed at once.
const roomEnough = 256 << 20

// workFolder is where work folders are made that are gone with the run: in the
// memory where there is such a file system, it has room, and programs in it can be
// executed; else "", which is the system's choice. Who names a folder by TMPDIR
// means it.
func (a *app) workFolder() string {
	if a.getenv("TMPDIR") != "" {
		return ""
	}
	for _, folder := range []string{a.getenv("XDG_RUNTIME_DIR"), "/dev/shm"} {
		if folder != "" && inMemory(folder) {
			return folder
		}
	}
	return ""
}
