package process

import "os"

// pipes are the three streams between this process and an adapter.
type pipes struct{ stdin, stdout, stderr pipe }

type pipe struct{ read, write *os.File }

func newPipes() (*pipes, error) {
	var p pipes
	for _, one := range []*pipe{&p.stdin, &p.stdout, &p.stderr} {
		var err error
		if one.read, one.write, err = os.Pipe(); err != nil {
			p.closeTheirs()
			p.closeOurs()
			return nil, err
		}
	}
	return &p, nil
}

// closeTheirs closes the ends that a started adapter has copies of.
func (p *pipes) closeTheirs() { closeAll(p.stdin.read, p.stdout.write, p.stderr.write) }

// closeOurs closes the ends of this process; one that is closed stays so.
func (p *pipes) closeOurs() { closeAll(p.stdin.write, p.stdout.read, p.stderr.read) }

// closeAll closes files, of which some may be nil. Nothing that is written here
// could be lost by a close that fails.
func closeAll(files ...*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close()
		}
	}
}
