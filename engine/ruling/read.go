package ruling

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
)

// A request is one thing that one hook requests, and how it expressed that.
type request struct {
	what dialect.Effect
	// reason is the hook's text, value the new value of a rewrite.
	reason string
	value  any
	// fact and why give the reason for the request: the contract's fact, and a phrase.
	fact, why string
	// result is the hook's result.
	result *hook.ExecutionResult
	// reply is what the agent does about it; nil if the event's rules define that.
	reply *dialect.Reply
	// on is what the event's tool works on.
	on string
}

// failure says how a hook failed, with its message.
func (d request) failure() string {
	const blocking = `; blocking because onFailure is "block"`
	switch stderr := text(d.result.Stderr); {
	case d.what == dialect.TimesOut:
		return "timed out" + blocking
	case d.what == dialect.InvalidAnswer:
		return "failed" + blocking + "\nHook JSON output validation failed …"
	case stderr != "":
		return "failed" + blocking + "\n" + stderr
	}
	return "failed" + blocking
}

// fill puts the hook's texts into a text of the contract.
func (d request) fill(text, subject string, limit dialect.Cap) string {
	if !strings.Contains(text, "{") {
		return text
	}
	reason := d.reason
	if d.what == dialect.Adds || d.what == dialect.Says {
		reason = capped(reason, limit)
	}
	return strings.NewReplacer(
		"{reason}", reason,
		"{escaped}", strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(reason),
		"{event}", string(d.result.Event),
		"{tool}", subject,
		"{on}", d.on,
		"{command}", strings.Join(append([]string{d.result.Entry.Title()}, d.result.Entry.Args...), " "),
		"{failure}", d.failure(),
		"{prompt}", d.prompt(),
		"{code}", strconv.Itoa(d.result.Code),
		"{stderr}", jstext.Trim(string(d.result.Stderr)),
	).Replace(text)
}

// capped returns a text cut to the limit.
func capped(text string, limit dialect.Cap) string {
	if limit.Characters == 0 || len(text) <= limit.Characters {
		return text
	}
	characters := utf8.RuneCountInString(text)
	if characters <= limit.Characters {
		return text
	}
	preview := 0
	for i := range text {
		if preview == limit.Preview {
			return fmt.Sprintf("%s… (%d of %d characters, and the path of a file with all of them)", text[:i], limit.Preview, characters)
		}
		preview++
	}
	return text
}

// hookRequests are what one hook requests, the exit code's request last but for contexts. If the agent merges
// answers, it also has the hook's answer.
type hookRequests struct {
	requests []request
	answer   *jsonvalue.Object
}

// read returns the requests of one hook of a firing. There is at least one, if only
// Nothing.
func (e evaluator) read(result hook.ExecutionResult) hookRequests {
	r := reader{evaluator: e, result: &result}
	r.readRequests()
	if uncertain := result.Entry.Uncertain; uncertain.Why != "" && (uncertain.Ends || slices.ContainsFunc(r.requests, r.matters)) {
		d := r.request(dialect.UnknownEffect, uncertain.Rule, uncertain.Why)
		d.reply = &dialect.Reply{Outcome: dialect.Unknown, Fact: uncertain.Rule}
		r.requests = []request{d}
	}
	return r.hookRequests
}

// matters reports whether a request has an effect: a failure has none where the agent
// proceeds.
func (e evaluator) matters(d request) bool {
	return d.what != dialect.Nothing && !(unguarded(d.what) && e.reply(d).Outcome == dialect.Proceeds)
}

// readRequests reads the requests.
func (r *reader) readRequests() {
	e, result := r.evaluator, r.result
	if background := e.contract.Handlers.Background; result.Entry.Background {
		r.add(r.request(dialect.Nothing, background.Fact, "the agent does not wait for the hook"))
		return
	}
	code := result.Code
	switch result.Ending {
	case hook.Answered, hook.Unanswered, hook.Unasked:
		r.asked()
	case hook.NotStarted:
		r.add(r.request(dialect.NotStarted, "", fmt.Sprintf("the hook could not be started: %v", result.Err)))
	case hook.TimedOut:
		r.add(r.request(dialect.TimesOut, "", fmt.Sprintf("the hook was ended after its timeout of %v", result.Entry.Timeout)))
	case hook.Cancelled:
		r.add(r.request(dialect.TimesOut, "", "the hook was ended because the event was given up"))
	case hook.Killed:
		code = dialect.Killed
	}
	if len(r.requests) > 0 {
		return
	}
	exit, ok := r.contract.Exit(r.row, code)
	if !ok {
		r.add(r.killed())
		return
	}
	r.read(exit)
	r.code(exit, code)
	if len(r.requests) == 0 {
		r.add(r.request(dialect.Nothing, exit.Fact, "the hook requests nothing: no objection"))
	}
}

// A reader reads the result of one hook.
type reader struct {
	evaluator
	result *hook.ExecutionResult
	hookRequests
	// answered means that there was a valid answer.
	answered bool
}

func (r *reader) request(what dialect.Effect, fact, why string) request {
	return request{what: what, fact: fact, why: why, result: r.result, on: r.workedOn()}
}

// workedOn returns the shell command that the event is about. For any other tool it
// returns …, because it is not known what the agent shows.
func (e evaluator) workedOn() string {
	name, _ := e.input.GetString(e.row.Subject.Field)
	tool, _ := e.contract.Tools.Tool(name)
	arguments, _ := e.input.GetObject(e.row.Subject.Input)
	if on, ok := arguments.GetString(tool.Argument); ok && tool.Role == dialect.RunShell {
		return on
	}
	return "…"
}

func (r *reader) add(d request) { r.requests = append(r.requests, d) }

// killed returns the request of a hook that a signal killed. It is another one if the
// hook had printed an answer and the contract distinguishes that case.
func (r *reader) killed() request {
	why := "a signal (" + r.result.Signal + ") ended the hook"
	if _, apart := r.row.Rules.Replies[dialect.SignalAfterAnswer]; apart {
		if said := r.stream(r.contract.Reading.Text.From); said != "" {
			if answer, _, _ := r.parse(dialect.Exit{JSON: true}, said); answer != nil {
				return r.request(dialect.SignalAfterAnswer, "", why+", which had printed an answer")
			}
		}
	}
	return r.request(dialect.EndsBySignal, "", why)
}

// stream returns a stream's text without the blanks around it.
func (r *reader) stream(from dialect.Stream) string {
	stdout, stderr := text(r.result.Stdout), text(r.result.Stderr)
	if r.contract.Reading.Text.Marked && bytes.HasPrefix(r.result.Stdout, []byte(byteOrderMark)) {
		stdout = byteOrderMark + stdout
	}
	switch from {
	case dialect.Stdout:
		return stdout
	case dialect.Stderr:
		return stderr
	case dialect.Either:
		return cmp.Or(stdout, stderr)
	}
	return ""
}

const byteOrderMark = "\uFEFF"

// text decodes bytes and trims blanks.
func text(b []byte) string { return decoded(jstext.TrimBytes(b)) }

// decoded returns a text in which U+FFFD replaces each part that is not valid UTF-8: a
// truncated character, or one byte.
func decoded(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var out strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		for r == utf8.RuneError && n < len(b) && !utf8.FullRune(b[:n+1]) {
			n++
		}
		out.WriteRune(r)
		b = b[n:]
	}
	return out.String()
}

// read adds the requests of the text.
func (r *reader) read(exit dialect.Exit) {
	from := r.contract.Reading.Stream(exit)
	said := r.stream(from)
	if said == "" || !exit.JSON && !exit.Plain {
		return
	}
	object, other, why := r.parse(exit, said)
	switch {
	case object != nil:
		r.object(object)
	case other == dialect.InvalidAnswer || other == dialect.UnknownEffect:
		r.add(r.request(other, r.contract.Reading.Text.Fact, why))
	case other == dialect.Nothing:
		r.answered = true
		r.add(r.request(dialect.Nothing, r.contract.Reading.Text.Fact, why))
	case exit.Plain:
		what := plain(from, r.stream(dialect.Stdout) != "")
		d := r.request(what, cmp.Or(exit.Fact, r.contract.Reading.Text.Fact), why)
		d.reason = exit.Prefix + said
		r.add(d)
		r.setConverted(what, said)
	}
}

// plain returns the effect of plain text from a stream, by whether stdout has any.
func plain(from dialect.Stream, stdout bool) dialect.Effect {
	if from == dialect.Stderr || from == dialect.Either && !stdout {
		return dialect.Tells
	}
	return dialect.Says
}

// setConverted stores the answer that a plain text is converted to.
func (r *reader) setConverted(what dialect.Effect, said string) {
	merged := r.contract.Reading.Others.Merged
	if merged == nil || said == "" {
		return
	}
	r.hookRequests.answer = filled(merged.As[what], said)
}

// filled returns an answer with a text in place of {reason}; nil if there is no answer.
func filled(answer, said string) *jsonvalue.Object {
	object, err := jsonvalue.ParseObject([]byte(answer))
	if err != nil {
		return nil
	}
	for key, value := range object.All() {
		if text, ok := value.(string); ok {
			object.Set(key, strings.ReplaceAll(text, "{reason}", said))
		}
	}
	return object
}

// parse distinguishes an answer from other texts.
func (r *reader) parse(exit dialect.Exit, said string) (object *jsonvalue.Object, other dialect.Effect, why string) {
	rules := r.contract.Reading.Text
	if !exit.JSON || rules.Openers != "" && !strings.ContainsRune(rules.Openers, rune(said[0])) {
		return nil, dialect.Says, "plain text decides nothing"
	}
	value, err := jsonvalue.Parse([]byte(said))
	if encoded, ok := value.(string); ok && rules.Quoted && err == nil {
		value, err = jsonvalue.Parse([]byte(jstext.Trim(encoded)))
	}
	if err != nil {
		if rules.Several != "" && several(said) {
			return nil, rules.Several, "there is another JSON text after the first one"
		}
		if effect.LooksLikeJSON([]byte(said)) {
			return nil, rules.Broken, fmt.Sprintf("the answer is not valid JSON (%v)", err)
		}
		return nil, dialect.Says, "plain text decides nothing"
	}
	if object, ok := value.(*jsonvalue.Object); ok {
		return object, "", ""
	}
	return nil, rules.NoObject, "the JSON is not an object but " + jsonvalue.Article(jsonvalue.KindOf(value))
}

// several reports whether a text consists of several JSON texts.
func several(said string) bool {
	texts := json.NewDecoder(strings.NewReader(said))
	for n := 0; ; n++ {
		var value json.RawMessage
		if err := texts.Decode(&value); err != nil {
			return err == io.EOF && n > 1
		}
	}
}

// object adds the requests of an answer.
func (r *reader) object(answer *jsonvalue.Object) {
	if d, ok := r.fault(answer); ok {
		r.answered = d.what == dialect.DiscardsAnswers
		r.add(d)
		return
	}
	r.answered, r.hookRequests.answer = true, answer
	rules := r.row.Rules
	said := map[dialect.Effect]bool{}
	var idle []request
	for _, decision := range rules.Decisions {
		value, ok := decision.At.In(answer)
		if !ok || value == nil || has(answer, decision.Unless) {
			continue
		}
		d := r.decision(answer, decision, value)
		if d.what == dialect.Nothing {
			// A text was probably meant as a decision; another value need not have
			// been.
			if _, ok := value.(string); ok {
				idle = append(idle, d)
			}
			continue
		}
		if d.what == dialect.InvalidAnswer {
			r.requests = []request{d}
			return
		}
		if !said[d.what] {
			r.add(d)
		}
		if ends, ok := decision.Ends.In(answer); ok && ends == true && d.what == dialect.Denies {
			stop := r.request(dialect.Stops, decision.Fact, string(decision.Ends)+" is true")
			stop.reply = &dialect.Reply{Outcome: dialect.Ends, Fact: decision.Fact}
			r.add(stop)
		}
		said[d.what] = true
		if rules.OneDecides {
			break
		}
	}
	if goes, ok := answer.GetBool("continue"); ok && !goes && rules.CanStop {
		d := r.request(dialect.Stops, "", "continue is false")
		reasons := rules.StopReason
		if reasons == nil {
			reasons = []dialect.Path{"stopReason"}
		}
		d.reason = cmp.Or(r.firstText(answer, reasons), rules.StopDefault)
		r.add(d)
	}
	r.rewrite(answer, said)
	if rules.MessageFirst {
		r.texts(answer, dialect.Tells, rules.Messages, "the user")
	}
	r.texts(answer, dialect.Adds, rules.Contexts, "the model")
	if !rules.MessageFirst {
		r.texts(answer, dialect.Tells, rules.Messages, "the user")
	}
	for _, d := range idle {
		r.add(d)
	}
}

// texts reads the fields with texts for a reader: the model or the user.
func (r *reader) texts(answer *jsonvalue.Object, what dialect.Effect, paths []dialect.Path, reader string) {
	for _, path := range paths {
		if text := r.firstText(answer, []dialect.Path{path}); text != "" {
			d := r.request(what, "", string(path)+" gives "+reader+" a text")
			d.reason = text
			r.add(d)
		}
	}
}

// firstText returns the first non-empty text among an answer's fields.
func (e evaluator) firstText(answer *jsonvalue.Object, paths []dialect.Path) string {
	for _, path := range paths {
		value, _ := path.In(answer)
		text, isText := value.(string)
		if !isText && slices.Contains(e.contract.Reading.Text.Converted, path) {
			text = spoken(value)
		}
		if text != "" {
			return text
		}
	}
	return ""
}

// decision reads a field whose word decides.
func (r *reader) decision(answer *jsonvalue.Object, rule dialect.Decision, value any) request {
	word, isText := value.(string)
	if !isText {
		word = string(jsonvalue.Marshal(value))
	}
	what, known := rule.Words[word]
	if !known {
		why := fmt.Sprintf("%s %s is not a word that the agent knows", rule.At, jsonvalue.Marshal(value))
		if rule.Other == dialect.UnknownEffect {
			why = fmt.Sprintf("it is not known what %s %s means here", rule.At, jsonvalue.Marshal(value))
		}
		return r.request(cmp.Or(rule.Other, dialect.Nothing), rule.Fact, why)
	}
	d := r.request(what, rule.Fact, fmt.Sprintf("%s is %s", rule.At, word))
	d.reason = r.firstText(answer, rule.Reasons(what))
	if d.reason == "" && what == dialect.Denies {
		if rule.Needs {
			return r.request(dialect.InvalidAnswer, rule.Fact, fmt.Sprintf("%s is %s, but no reason is given", rule.At, word))
		}
		d.reason = rule.Default
	}
	if d.reason == "" && what == dialect.Asks {
		d.reason = d.fill(rule.Asked, r.subject(), dialect.Cap{})
	}
	return d
}

// rewrite reads the value that the operation continues with.
func (r *reader) rewrite(answer *jsonvalue.Object, said map[dialect.Effect]bool) {
	rule := r.row.Rules.Rewrite
	for _, at := range append([]dialect.Path{rule.At}, rule.Also...) {
		value, ok := at.In(answer)
		if at == "" || !ok || value == nil || rule.Needs != "" && !said[rule.Needs] || rule.Kind != "" && jsonvalue.KindOf(value) != rule.Kind {
			continue
		}
		if fault := r.breaks(value); rule.Whole != "" && fault != "" {
			d := r.request(dialect.InvalidInput, rule.Whole, string(at)+" does not fit the tool: "+fault)
			d.reason = fault
			r.add(d)
			return
		}
		d := r.request(dialect.Rewrites, rule.Fact, string(at)+" changes "+rule.Of)
		d.value = value
		r.add(d)
		return
	}
}

// breaks says which argument of a new input does not fit the event's tool; empty if all
// fit. A value that is not an object has none of them.
func (r *reader) breaks(value any) string {
	input, ok := value.(*jsonvalue.Object)
	if !ok {
		input = jsonvalue.New()
	}
	name, _ := r.input.GetString(r.row.Subject.Field)
	tool, _ := r.contract.Tools.Tool(name)
	rule := r.row.Rules.Rewrite
	for _, argument := range tool.Required {
		if _, ok := input.Get(argument); !ok {
			return strings.NewReplacer("{argument}", argument, "{kind}", tool.Kinds[argument]).Replace(rule.Missing)
		}
	}
	for argument, given := range input.All() {
		if kind := jsonvalue.KindOf(given); tool.Kinds[argument] != "" && kind != tool.Kinds[argument] {
			return strings.NewReplacer("{argument}", argument, "{kind}", tool.Kinds[argument], "{given}", kind).Replace(rule.Mistyped)
		}
	}
	return ""
}

// code adds the request of the exit code itself.
func (r *reader) code(exit dialect.Exit, code int) {
	what := exit.Effect
	denies := slices.ContainsFunc(r.requests, func(d request) bool { return d.what == dialect.Denies })
	if what == "" || exit.AnswerFirst && denies {
		return
	}
	if exit.Instead && r.answered {
		r.add(r.request(dialect.Nothing, exit.Fact, because(dialect.Nothing, exit, code, "")))
		return
	}
	reason := r.stream(exit.From)
	if exit.Raw && exit.From == dialect.Stderr {
		reason = decoded(r.result.Stderr)
	}
	if reason == "" && exit.Empty != "" {
		what = exit.Empty
	}
	if what == dialect.Nothing {
		return
	}
	d := r.request(what, exit.Fact, because(what, exit, code, reason))
	if reply := r.row.Rules.Reply(what); what == dialect.Refuses && reply.Outcome == dialect.Proceeds && reply.Model == "" && reply.Agent == "" {
		d.why = fmt.Sprintf("exit code %d refuses nothing on this event", code)
	}
	if what == dialect.Fails && effect.ShellCouldNotStart(*r.result) {
		d.what, d.why = dialect.NotStarted, fmt.Sprintf("the shell could not start the hook (exit code %d)", code)
	}
	d.reason = cmp.Or(reason, exit.Default)
	// Of several hooks, one whose text is a broken answer adds nothing, unless its exit code refuses.
	broken := slices.ContainsFunc(r.requests, func(d request) bool { return d.what == dialect.InvalidAnswer })
	if !broken || what == dialect.Denies {
		r.setConverted(what, d.reason)
	}
	if d.reason != "" {
		d.reason = exit.Prefix + d.reason
	}
	r.add(d)
	if exit.AnswerFirst {
		// Whether the answer refuses or the exit code does, contexts come after the refusal.
		slices.SortStableFunc(r.requests, func(a, b request) int { return rank(a) - rank(b) })
	}
}

func rank(d request) int {
	if d.what == dialect.Adds {
		return 1
	}
	return 0
}

// because says why an exit code makes a request.
func because(what dialect.Effect, exit dialect.Exit, code int, reason string) string {
	switch {
	case what == dialect.Nothing && code == dialect.Killed:
		return "a signal ended the hook, but there is an answer, and that decides"
	case what == dialect.Nothing:
		return fmt.Sprintf("exit code %d does not count where there is an answer, and this one requests nothing", code)
	case code == dialect.Killed:
		return "a signal ended the hook"
	case what == dialect.Refuses && exit.Effect == dialect.Nothing:
		return fmt.Sprintf("exit code %d with nothing on %s refuses", code, exit.From)
	case what != exit.Effect:
		return fmt.Sprintf("exit code %d without a reason on %s does not refuse", code, exit.From)
	case what == dialect.UnknownEffect:
		return fmt.Sprintf("it is not known what exit code %d means", code)
	case what == dialect.Adds:
		return fmt.Sprintf("exit code %d gives the model what is on %s", code, exit.From)
	case what == dialect.Fails:
		return fmt.Sprintf("exit code %d is a failure", code)
	case exit.From == dialect.Nowhere:
		return fmt.Sprintf("exit code %d refuses; what the hook wrote is not read", code)
	case reason == "":
		return fmt.Sprintf("exit code %d refuses; %s is empty, so the reason is a general one", code, exit.From)
	}
	return fmt.Sprintf("exit code %d refuses; %s is the reason", code, exit.From)
}

// has reports whether an answer has a value other than null at a path.
func has(answer *jsonvalue.Object, path dialect.Path) bool {
	value, ok := path.In(answer)
	return ok && value != nil
}
