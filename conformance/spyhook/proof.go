package spyhook

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
)

// A proof is a calculation over the process id, drawn anew for every hook. The note
// that begins a run has its result. A note of an earlier run or of another hook
// therefore proves nothing, and forging a run takes the same work as the hook.
type proof struct {
	// text is the calculation in the shell's arithmetic.
	text  string
	steps []step
}

type step struct {
	operator byte
	operand  int64
}

// bound keeps every intermediate result small enough for shells that count in
// 32 bits once it was multiplied.
const bound = 1 << 15

func newProof() proof {
	draw := func(n int64) int64 {
		var b [8]byte
		_, _ = rand.Read(b[:]) // it never fails
		return int64(binary.LittleEndian.Uint64(b[:]) >> 1 % uint64(n))
	}
	p := proof{text: "$$"}
	add := func(operator byte, operand int64) {
		p.steps = append(p.steps, step{operator, operand})
		p.text = fmt.Sprintf("(%s %c %d)", p.text, operator, operand)
	}
	for range 4 + draw(4) {
		add('^', draw(bound))
		add('%', bound-1-draw(bound/4))
		add("*+"[draw(2)], 2+draw(bound-2))
	}
	return p
}

func (p proof) of(pid int64) int64 {
	for _, s := range p.steps {
		switch s.operator {
		case '^':
			pid ^= s.operand
		case '%':
			pid %= s.operand
		case '*':
			pid *= s.operand
		case '+':
			pid += s.operand
		}
	}
	return pid
}
