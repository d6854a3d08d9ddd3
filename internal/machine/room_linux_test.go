package machine

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRoom(t *testing.T) {
	folder := t.TempDir()
	assert.NoError(t, Room(folder, 1))
	assert.True(t, AtLimit(Room(folder, 1<<62)))
}
