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

// closeTheirs closes the adapter's ends; a started adapter has its own copies.
func (p *pipes) closeTheirs() { closeAll(p.stdin.read, p.stdout.write, p.stderr.write) }

// closeOurs closes the ends of this process. It may be called again.
func (p *pipes) closeOurs() { closeAll(p.stdin.write, p.stdout.read, p.stderr.read) }

// closeAll closes the files that are not nil. It ignores errors, because pipes
// have no buffered data to lose.
func closeAll(files ...*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close()
		}
	}
}
