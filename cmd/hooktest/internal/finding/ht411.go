package finding

import (
	"fmt"
	"unicode/utf8"

	"github.com/hooktest/hooktest/engine/dialect"
)

// ht411 finds a text that the agent cuts off.
func ht411(r *run) []Finding {
	if r.Contract.Reading == nil || r.Contract.Reading.Text.Cap.Characters == 0 || r.words.Model == nil {
		return nil
	}
	limit := r.Contract.Reading.Text.Cap
	texts := []string{r.stdout}
	if r.answer != nil {
		texts = nil
		for _, path := range r.answers.contexts {
			value, _ := path.In(r.answer)
			text, _ := value.(string)
			texts = append(texts, text)
		}
	}
	for _, text := range texts {
		n := utf8.RuneCountInString(text)
		if n <= limit.Characters || r.told(text) {
			continue
		}
		return says(dialect.Stdout, fmt.Sprintf("the text for the model has %d characters, of which it reads the first %d", n, limit.Preview),
			fmt.Sprintf("keep it below %d characters", limit.Characters))
	}
	return nil
}
