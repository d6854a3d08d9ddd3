package bench

import "time"

// childrenTime is not told by this system for processes that have ended.
func childrenTime() time.Duration { return -1 }
