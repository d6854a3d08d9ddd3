package console

import (
	"bufio"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/harness"
)

// If stderr is not a terminal, a line is written every few seconds, even if nothing finishes, and
// none after the end.
func TestALogHearsHowFarARunHasCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		heard, said := io.Pipe()
		lines := bufio.NewScanner(heard)
		next := func() string {
			lines.Scan()
			return lines.Text()
		}
		began := time.Now()
		a := &App{Streams: term.Streams{Err: term.Plain(said)}}
		bar := a.Progress("conform")
		time.Sleep(7 * time.Second)
		assert.Zero(t, bar.far, "no line before there is anything to tell")

		bar.Show(harness.Progress{Total: 1, Judged: 412, Checks: 1038, Red: 3, Case: "a case\n::error::x"})
		assert.Equal(t, "conform: 412 of 1038 checks, 3 fail, 10 s", next())
		assert.Equal(t, "conform: 412 of 1038 checks, 3 fail, 15 s", next(), "a case that hangs is told, too")
		bar.Say("mutants judged", 5, 9, 1)
		assert.Equal(t, "conform: 5 of 9 mutants judged, 1 failure, 20 s", next())
		assert.Equal(t, 20*time.Second, time.Since(began))

		bar.Clear()
		bar.Show(harness.Progress{Judged: 500, Checks: 1038})
		time.Sleep(time.Minute)
		assert.NoError(t, said.Close())
		assert.Empty(t, next(), "a command that has ended says no more")
	})
}

func TestNoProgressInALog(t *testing.T) {
	quiet := func(a *App) *Progress {
		a.Quiet = true
		return a.Progress("conform")
	}
	for reason, show := range map[string]func(*App) *Progress{"the user wants it quiet": quiet, "it is for a terminal": (*App).Bar} {
		synctest.Test(t, func(t *testing.T) {
			heard, said := io.Pipe()
			bar := show(&App{Streams: term.Streams{Err: term.Plain(said)}})
			bar.Say("probes", 1, 2, 0)
			go func() {
				time.Sleep(time.Minute)
				bar.Clear()
				assert.NoError(t, said.Close())
			}()
			all, err := io.ReadAll(heard)
			assert.NoError(t, err)
			assert.Empty(t, all, reason)
		})
	}
}
