package finding

import (
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// within finds an answer on stdout with other text around it.
func (r *run) within() (start, end int, ok bool) {
	if r.answer != nil || !r.reads() {
		return 0, 0, false
	}
	if _, err := jsonvalue.Parse([]byte(r.stdout)); err == nil {
		return 0, 0, false
	}
	return effect.AnswerWithin(string(r.Result.Stdout), isAnswer)
}
