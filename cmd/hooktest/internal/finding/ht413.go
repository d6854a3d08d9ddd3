package finding

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// ht413 finds an answer that is not an object.
func ht413(r *run) []Finding {
	value, err := jsonvalue.Parse([]byte(r.stdout))
	_, isObject := value.(*jsonvalue.Object)
	list, isList := value.([]any)
	// A lone number or word is not reported: it may be a program's output.
	if err != nil || isObject || !isList || len(list) == 0 || !r.reads() {
		return nil
	}
	f := says(dialect.Stdout, "the answer on stdout is a JSON array, and an answer is an object: "+r.going(), "print the object alone, without [ and ]")
	f[0].Told = r.warningOf("INT-13", "")
	return f
}
