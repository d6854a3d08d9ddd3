package recorder

import "github.com/hooktest/hooktest/cmd/hooktest/internal/recorder/front"

// Main is never called for a hook, because none was started.
func Main(h *front.Hook) int { return notStarted("error: " + h.Malformed.Error()) }
