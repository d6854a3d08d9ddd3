package finding

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func ht413() Rule {
	return Rule{
		ID: "HT413", Title: "answer is an array", Severity: Error,
		Why:  "The answer must be a JSON object. An array is ignored.",
		find: noObject,
	}
}

func noObject(r *run) []Finding {
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
