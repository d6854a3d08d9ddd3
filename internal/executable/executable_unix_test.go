//go:build unix

package executable

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestExecutablesRunWhileOtherProcessesStart(t *testing.T) {
	folder := t.TempDir()
	var starting sync.WaitGroup
	done := make(chan struct{})
	for range 4 {
		starting.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					assert.NoError(t, exec.Command("true").Run())
				}
			}
		})
	}
	for i := range 200 {
		path := filepath.Join(folder, fmt.Sprintf("program-%d", i))
		require.NoError(t, Write(path, []byte("#!/bin/sh\nexit 0\n")))
		if !assert.NoError(t, exec.Command(path).Run()) {
			break
		}
	}
	close(done)
	starting.Wait()
}
