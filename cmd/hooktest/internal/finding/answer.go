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
	"github.com/hooktest/hooktest/engine/jstext"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/spelling"
)

// within finds an answer that stands on stdout between other texts.
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

const namesEvent dialect.Path = "hookSpecificOutput.hookEventName"

func eventNotNamed(r *run) []Finding {
	if r.answer == nil || r.verdict.Kind != effect.Failed {
		return nil
	}
	if specific, ok := r.answer.GetObject("hookSpecificOutput"); !ok || specific.Len() == 0 {
		return nil
	}
	if r.answering(with(r.answer, namesEvent, string(r.row.Name))).Kind == effect.Failed {
		return nil
	}
	text := "hookSpecificOutput does not name the event"
	if value, ok := namesEvent.In(r.answer); ok {
		text = fmt.Sprintf("hookEventName is %s and not %s", jsonvalue.Marshal(value), jstext.Quote(string(r.row.Name)))
	}
	return []Finding{{Text: text + ", so the answer fails: " + r.going(), Place: r.at("hookSpecificOutput"),
		Fix: fmt.Sprintf(`put "hookEventName": %s into hookSpecificOutput`, jstext.Quote(string(r.row.Name)))}}
}

func unknownDecision(r *run) []Finding {
	if r.answer == nil || !r.reads() || !passes(r.verdict) {
		return nil
	}
	var found []Finding
	for _, d := range r.answers.decisions {
		value, _ := d.At.In(r.answer)
		text, isText := value.(string)
		if _, known := d.Words[text]; !isText || known || text == hook.Ask {
			continue
		}
		var words []string
		for _, each := range []dialect.Demand{dialect.Denies, dialect.Asks, dialect.Allows} {
			for word, demand := range d.Words {
				if demand == each {
					words = append(words, word)
				}
			}
		}
		slices.Sort(words)
		fix := "the words are " + english.And(words)
		if near := spelled(strings.ToLower(text), words); near != "" {
			fix = "did you mean " + near + "? " + fix
		}
		found = append(found, Finding{
			Text: fmt.Sprintf("%s %s is no word that is known here: %s", d.At, jstext.Quote(text), r.going()),
			Fix:  fix, Place: r.at(d.At), Told: r.warningOf("INT-16", string(d.At)+" "),
		})
	}
	return found
}

func spelled(word string, words []string) string {
	near, _ := spelling.Nearest(word, words)
	return near
}

// warningOf is the engine's warning by a rule whose text begins so.
func (r *run) warningOf(rule, begins string) hook.Warning {
	for _, w := range r.Result.Warnings {
		if w.Rule == rule && strings.HasPrefix(w.Text, begins) {
			return w
		}
	}
	return hook.Warning{}
}

// foreignRefusal finds an answer that refuses, to other agents alone.
func foreignRefusal(r *run) []Finding {
	if r.answer == nil || !r.reads() || !passes(r.verdict) || len(r.refusals) == 0 {
		return nil
	}
	if passes(r.verdict) && !passes(r.answering(without(r.answer, r.answers.unknown(r.answer, "")))) {
		return nil
	}
	silent := func(result *hook.ExecutionResult) { result.Stdout = nil }
	var theirs []*run
	for _, other := range r.elsewhere() {
		if refuses(other.verdict) && passes(other.supposing(silent)) {
			theirs = append(theirs, other)
		}
	}
	if len(theirs) == 0 {
		return nil
	}
	return []Finding{{
		Text:  fmt.Sprintf("the answer refuses in the form of %s, which refuses nothing here: %s", english.And(named(theirs)), r.going()),
		Fix:   r.refuseByAnswer(),
		Place: Place{Stream: dialect.Stdout},
	}}
}

// notHere finds what the agent honours on other events and not on this one.
func notHere(r *run) []Finding {
	if r.answer == nil || !r.reads() || !passes(r.verdict) {
		return nil
	}
	var found []Finding
	_, _, denies := anywhere(r, dialect.Denies)
	if denies && len(r.refusals) == 0 && !r.toldAny(dialect.Denies) {
		found = append(found, Finding{Text: fmt.Sprintf("the answer refuses, and %s can't be refused: %s", r.row.Name, r.going()),
			Fix: r.guardElsewhere(), Place: Place{Stream: dialect.Stdout}})
	}
	if goes, ok := r.answer.GetBool("continue"); ok && !goes && !r.answers.stops && r.verdict.Kind == effect.Allow {
		found = append(found, Finding{Text: fmt.Sprintf("continue: false is not honoured on %s: %s", r.row.Name, r.going()),
			Fix: r.refuse(), Place: r.at("continue")})
	}
	const context dialect.Path = "hookSpecificOutput.additionalContext"
	if value, ok := context.In(r.answer); ok && value != "" && value != nil && len(r.answers.contexts) == 0 {
		if on := eventsThat(r.Contract, func(l language) bool { return slices.Contains(l.contexts, context) }); len(on) > 0 {
			found = append(found, Finding{Text: fmt.Sprintf("additionalContext is not honoured on %s: the model does not read it", r.row.Name),
				Fix: "give the context on " + english.Or(on), Place: r.at(context)})
		}
	}
	return found
}

// anywhere finds a decision by a word that the agent knows on any event.
func anywhere(r *run, demand dialect.Demand) (dialect.Decision, string, bool) {
	for i := range r.Contract.Events {
		if d, text, ok := languageOf(r.Contract, &r.Contract.Events[i]).said(r.answer, demand); ok {
			return d, text, true
		}
	}
	return dialect.Decision{}, "", false
}

// toldAny tells whether somebody reads the reason of what the answer demands.
func (r *run) toldAny(demand dialect.Demand) bool {
	d, _, _ := anywhere(r, demand)
	for _, path := range d.Reason {
		value, _ := path.In(r.answer)
		if text, ok := value.(string); ok && text != "" && r.told(text) {
			return true
		}
	}
	return false
}

func eventsThat(c *dialect.Contract, holds func(language) bool) []string {
	var names []string
	for i := range c.Events {
		if holds(languageOf(c, &c.Events[i])) {
			names = append(names, string(c.Events[i].Name))
		}
	}
	return names
}

// guardElsewhere names the event before the tool, which can be refused.
func (r *run) guardElsewhere() string {
	if row, ok := r.Contract.At(dialect.ToolBefore); ok && row.Name != r.row.Name {
		return fmt.Sprintf("refuse on %s, before the tool runs", row.Name)
	}
	return r.refuse()
}

// strangers sorts the fields of an answer that the agent does not know: those that
// look like one of its own, those that another level has, and those that nobody knows.
type strangers struct{ misspelt, misplaced, foreign []Finding }

func (r *run) sorted() strangers {
	var s strangers
	// What repeats the input is no answer.
	if r.answer == nil || !r.reads() || jsonvalue.Equal(r.answer, r.Input.Object()) {
		return s
	}
	for _, path := range r.answers.unknown(r.answer, "") {
		if r.elsewhereKnown(path) {
			continue
		}
		name := string(path[strings.LastIndexByte(string(path), '.')+1:])
		value, _ := path.In(r.answer)
		near, level := r.near(path, name)
		decides := r.undecided(value)
		text := fmt.Sprintf("%s is no field that is read here", jstext.Quote(string(path)))
		f := Finding{Text: text, Place: r.at(path)}
		switch {
		case near != "" && level:
			f.Fix = "write " + near + " instead: there it is read"
			s.misplaced = append(s.misplaced, f)
		case near != "":
			f.Fix = "did you mean " + near + "?"
			s.misspelt = append(s.misspelt, f)
		case decides != "":
			f.Fix = "did you mean " + decides + "?"
			s.misspelt = append(s.misspelt, f)
		case r.answers.complete:
			f.Fix = "leave it out"
			s.foreign = append(s.foreign, f)
		}
	}
	return s
}

// elsewhereKnown tells whether another agent, or this one on another event, knows the
// field: a hook for several speaks to each.
func (r *run) elsewhereKnown(path dialect.Path) bool {
	self := speaker{r.Contract.Name, r.row.Name}
	return slices.ContainsFunc(speakers()[path], func(s speaker) bool { return s != self }) && !r.misplacedHere(path)
}

// misplacedHere tells whether the field has a namesake at another level that this
// event reads and the answer lacks.
func (r *run) misplacedHere(path dialect.Path) bool {
	name := string(path[strings.LastIndexByte(string(path), '.')+1:])
	other, level := r.near(path, name)
	if other == "" || !level {
		return false
	}
	_, there := dialect.Path(other).In(r.answer)
	return !there && !slices.ContainsFunc(r.elsewhere(), func(o *run) bool { return o.answers.knows(path) })
}

// near is a known field of the same name at another level or, level false, one of
// nearly the same name at the same.
func (r *run) near(path dialect.Path, name string) (found string, level bool) {
	var beside []string
	for _, known := range r.answers.paths() {
		last := known[strings.LastIndexByte(known, '.')+1:]
		if last == name && known != string(path) {
			return known, true
		}
		if known[:len(known)-len(last)] == string(path[:len(path)-len(name)]) {
			beside = append(beside, known)
		}
	}
	if near := spelled(string(path), beside); near != "" {
		if _, there := dialect.Path(near).In(r.answer); !there {
			return near, false
		}
	}
	return "", false
}

// undecided is the field for a decision that the answer lacks, where a value is a word
// that only decisions have.
func (r *run) undecided(value any) string {
	text, ok := value.(string)
	if !ok {
		return ""
	}
	meant := ""
	for _, d := range r.answers.decisions {
		if _, there := d.At.In(r.answer); there {
			return ""
		}
		if _, known := d.Words[strings.ToLower(text)]; known && meant == "" {
			meant = string(d.At)
		}
	}
	return meant
}

func misspelt(r *run) []Finding     { return r.strangers().misspelt }
func misplaced(r *run) []Finding    { return r.strangers().misplaced }
func foreignField(r *run) []Finding { return joined(r.strangers().foreign) }

// namedFields are the fields that one finding names.
const namedFields = 10

// joined makes one finding of those about fields for which nothing else is to be said.
func joined(found []Finding) []Finding {
	if len(found) < 2 {
		return found
	}
	var names []string
	for i, f := range found {
		if i == namedFields {
			names = append(names, english.Count(len(found)-i, "other"))
			break
		}
		name, _, _ := strings.Cut(f.Text, " is no field")
		names = append(names, name)
	}
	return []Finding{{Text: english.And(names) + " are no fields that are read here", Fix: "leave them out", Place: found[0].Place}}
}

func wrongType(r *run) []Finding {
	if r.answer == nil || !r.reads() {
		return nil
	}
	var found []Finding
	for _, w := range r.Result.Warnings {
		if path, rest, ok := strings.Cut(w.Text, " must be "); w.Rule == "INT-15" && ok {
			kind, _, _ := strings.Cut(rest, " but is ")
			found = append(found, Finding{Text: w.Text, Fix: fmt.Sprintf("make %s %s", path, kind), Place: r.at(dialect.Path(path)), Told: w})
		}
	}
	if r.Contract.Reading == nil || !r.Contract.Reading.Text.Typed {
		return found
	}
	for _, f := range r.answers.fields {
		value, ok := f.At.In(r.answer)
		if !ok || f.Kind == "" || jsonvalue.KindOf(value) == f.Kind || value == nil && f.Null {
			continue
		}
		found = append(found, Finding{
			Text:  fmt.Sprintf("%s is %s and not %s, so the answer fails: %s", f.At, jsonvalue.Article(jsonvalue.KindOf(value)), jsonvalue.Article(f.Kind), r.going()),
			Fix:   fmt.Sprintf("make %s %s", f.At, jsonvalue.Article(f.Kind)),
			Place: r.at(f.At),
		})
	}
	return found
}

func withoutReason(r *run) []Finding {
	if r.answer == nil || !r.reads() || r.Result.Code != 0 {
		return nil
	}
	d, _, ok := r.answers.said(r.answer, dialect.Denies)
	if !ok || len(d.Reason) == 0 {
		return nil
	}
	for _, path := range slices.Concat(d.Reason, []dialect.Path{"stopReason"}) {
		if value, _ := path.In(r.answer); value != nil && value != "" {
			return nil
		}
	}
	text := "the answer refuses without a reason: the model does not learn what to do instead"
	if !refuses(r.verdict) {
		if !refuses(r.answering(with(r.answer, d.Reason[0], because))) {
			return nil
		}
		text = "the answer refuses without a reason, and that fails here: " + r.going()
	}
	return []Finding{{Text: text, Fix: fmt.Sprintf("give the reason in %s", d.Reason[0]), Place: r.at(d.At)}}
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
	// A number or a word on stdout may be what a program prints besides its work.
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

func asksNobody(r *run) []Finding {
	if r.answer == nil || !r.reads() || !passes(r.verdict) {
		return nil
	}
	for _, d := range r.answers.decisions {
		if value, _ := d.At.In(r.answer); value == hook.Ask {
			return []Finding{{Text: fmt.Sprintf("%s is ask, and nobody is asked here: %s", d.At, r.going()), Fix: r.refuse(), Place: r.at(d.At)}}
		}
	}
	return nil
}

func foreignRewrite(r *run) []Finding {
	if r.answer == nil || !r.reads() || !passes(r.verdict) {
		return nil
	}
	if _, own := r.answers.rewrite.In(r.answer); own {
		return nil
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

func stopsTooLate(r *run) []Finding {
	if r.answer == nil || r.row.Moment != dialect.ToolBefore || r.Contract.Reading == nil || r.verdict.Kind != effect.Stop {
		return nil
	}
	if r.row.Rules.Reply(dialect.Stops).Outcome != dialect.Ends {
		return nil
	}
	return []Finding{{Text: "continue: false does not keep this tool from running: " + r.going(), Fix: r.refuseByAnswer(), Place: r.at("continue")}}
}

func voided(r *run) []Finding {
	if r.answer == nil || r.Contract.Reading == nil || !r.Contract.Reading.Text.Strict || r.verdict.Kind != effect.Failed {
		return nil
	}
	unknown := r.answers.unknown(r.answer, "")
	if len(unknown) == 0 || r.answering(without(r.answer, unknown)).Kind == effect.Failed {
		return nil
	}
	if jsonvalue.Equal(r.answer, r.Input.Object()) {
		return says(dialect.Stdout, "the hook prints what it has read, which is no answer here: "+r.going(), "print nothing to let through")
	}
	names := make([]string, len(unknown))
	for i, path := range unknown {
		names[i] = jstext.Quote(string(path))
	}
	if len(names) > namedFields {
		names = append(names[:namedFields], english.Count(len(unknown)-namedFields, "other"))
	}
	return []Finding{{
		Text:  fmt.Sprintf("%s %s known here, and an unknown field voids the whole answer: %s", english.And(names), either(names, "is not", "are not"), r.going()),
		Fix:   "leave out what it does not know",
		Place: r.at(unknown[0]),
	}}
}
