package finding

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
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

func textBefore(r *run) []Finding {
	start, _, ok := r.within()
	if !ok || trimmed(r.Result.Stdout[:start]) == "" {
		return nil
	}
	return says(dialect.Stdout, "text stands before the JSON answer on stdout, so that it is not read as one: "+r.going(),
		"print the answer alone to stdout, and everything else to stderr")
}

func textAfter(r *run) []Finding {
	start, end, ok := r.within()
	if !ok || trimmed(r.Result.Stdout[:start]) != "" {
		return nil
	}
	what := "text"
	if isAnswer([]byte(trimmed(r.Result.Stdout[end:]))) {
		what = "another answer"
	}
	return says(dialect.Stdout, what+" follows the JSON answer on stdout, so that it is not read as one: "+r.going(),
		"print one answer to stdout and end, and everything else to stderr")
}

func brokenJSON(r *run) []Finding {
	if !r.reads() || !strings.HasPrefix(r.stdout, "{") || r.answer != nil {
		return nil
	}
	if _, _, ok := r.within(); ok {
		return nil
	}
	_, err := document.Parse("", r.Result.Stdout, document.Options{})
	fault, ok := err.(*document.SyntaxError)
	if !ok {
		return nil
	}
	f := says(dialect.Stdout, fmt.Sprintf("the answer on stdout is no valid JSON: line %d, column %d: %s", fault.Position.Line, fault.Position.Column, fault.Message),
		"have a program write the JSON, such as jq -n --arg reason \"$reason\" '{…}', instead of building it by hand")
	f[0].Place.Position = fault.Position
	return f
}

func tooLong(r *run) []Finding {
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

func lacksArgument(r *run) []Finding {
	if r.Contract.Reading == nil || r.row.Rules.Rewrite.Whole == "" || r.verdict.Rule != r.row.Rules.Rewrite.Whole {
		return nil
	}
	return []Finding{{Text: r.verdict.Why + ": " + r.going(), Place: r.at(r.answers.rewrite),
		Fix: "give the whole input, the arguments that stay as they are too"}}
}

func answerOnStderr(r *run) []Finding {
	if !r.reads() || !isAnswer([]byte(r.stderr)) || r.answer != nil || !passes(r.verdict) {
		return nil
	}
	moved := r.supposing(func(result *hook.ExecutionResult) { result.Stdout, result.Stderr = result.Stderr, nil })
	if moved.Kind == r.verdict.Kind && moved.Rule == r.verdict.Rule {
		return nil
	}
	return says(dialect.Stderr, "the JSON answer stands on stderr, where nobody looks for one: "+r.going(), "print it to stdout")
}

func foreignRewrite(r *run) []Finding {
	if r.answer == nil || !r.reads() || !passes(r.verdict) {
		return nil
	}
	for _, own := range append(slices.Clone(r.row.Rules.Rewrite.Also), r.answers.rewrite) {
		if _, has := own.In(r.answer); has {
			return nil
		}
	}
	var theirs []*run
	var path dialect.Path
	for _, other := range r.elsewhere() {
		if value, ok := other.answers.rewrite.In(r.answer); ok && value != nil && !r.answers.knows(other.answers.rewrite) && (path == "" || path == other.answers.rewrite) {
			path = other.answers.rewrite
			theirs = append(theirs, other)
		}
	}
	if len(theirs) == 0 {
		return nil
	}
	fix := "nothing that a hook of " + string(r.row.Name) + " answers changes it"
	if r.answers.rewrite != "" {
		fix = "write " + string(r.answers.rewrite) + " instead"
	}
	return []Finding{{Text: fmt.Sprintf("%s changes the value for %s, and nothing here: %s", path, english.And(named(theirs)), r.going()), Fix: fix, Place: r.at(path)}}
}

func unreadable(r *run) []Finding {
	for _, words := range []*string{r.words.Model, r.words.User} {
		if words == nil {
			continue
		}
		stream := dialect.Stdout
		if r.stderr != "" && strings.Contains(*words, strings.ToValidUTF8(r.stderr, "\uFFFD")) {
			stream = dialect.Stderr
		}
		wrote := r.Result.Stdout
		if stream == dialect.Stderr {
			wrote = r.Result.Stderr
		}
		switch {
		case strings.Contains(*words, "\x1b["):
			return says(stream, "the text that the hook gives has colour codes, which whoever reads it sees as they are", "switch colours off: set NO_COLOR=1 or --color=never for the program that prints it")
		case !utf8.Valid(wrote) && strings.Contains(*words, "\uFFFD"):
			return says(stream, "the text that the hook gives is not valid UTF-8: whoever reads it sees � for each wrong byte", "write UTF-8, and cut texts between characters")
		}
	}
	return nil
}
