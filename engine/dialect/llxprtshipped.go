package dialect

import (
	"slices"
	"sync"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// LLxprtShipped is the contract of LLxprt Code as its makers shipped it, where LLxprt
// is what the requirements want of it. It gives the same value at every call.
func LLxprtShipped() *Contract { return llxprtShipped() }

var llxprtShipped = sync.OnceValue(func() *Contract {
	settings := llxprtSettings()
	settings.Switch = Switch{Path: []string{"hooksConfig", "enabled"}, Old: []string{"hooks", "enabled"}, Rule: "llxprt-shipped.switch"}
	settings.Gates = []Switch{{Path: []string{"tools", "enableHooks"}, Default: true, Rule: "llxprt-shipped.switch"}}
	settings.Silenced = Silenced{Path: []string{"hooksConfig", "disabled"}, Old: []string{"hooks", "disabled"}, Name: "name", Fact: "llxprt-shipped.silenced"}
	settings.Trust = []Trust{{
		Of: TrustsFolder, Loses: LosesHook, Switch: Switch{Path: []string{"folderTrust"}, Rule: "llxprt-shipped.trust"},
		Asks: "asks once for the folder, or for the one above it", Record: "~/.llxprt/trustedFolders.json", Fact: "llxprt-shipped.trust",
		Ledger: trustedFolders("llxprt-shipped.ledger"),
	}}
	settings.Extensions.Rule, settings.Extensions.Fact = "llxprt-shipped.extensions", "llxprt-shipped.extensions"
	settings.Packages = geminiExtensions("~/.llxprt/extensions", "llxprt-shipped.packages", "llxprt-shipped.extensions")
	settings.Shape = Shape{Beside: []string{"enabled", "disabled", "notifications"}, Fact: "llxprt-shipped.moved"}
	settings.Breaches = append(geminiBreaches("llxprt-shipped."), Breach{What: WrongSyntax, Loses: LosesFile, Fact: "llxprt-shipped.syntax"})
	tools := llxprtTools()
	tools.Fact, tools.ArgumentsFact = "llxprt-shipped.tools", "llxprt-shipped.arguments"
	return &Contract{
		Name:     "llxprt-shipped",
		Product:  "LLxprt Code",
		Versions: "0.11.0, commit f80a695f3",
		Programs: []string{"llxprt"},
		Settings: settings,
		Handlers: Handlers{
			Types: []Handler{
				{Type: hook.TypeCommand, Command: true, Starts: true, Once: true, Rule: "llxprt-shipped.duplicates"},
				{Type: hook.TypePlugin, Command: true, Starts: true, Once: true, Rule: "llxprt-shipped.plugin"},
			},
			Timeout:  Timeout{Unit: time.Millisecond, Units: "milliseconds", Default: time.Minute, Rule: "llxprt-shipped.timeout"},
			Sequence: Sequence{Field: "sequential", Fact: "llxprt-shipped.sequence"},
		},
		Launch: Launch{
			Variables: []string{"LLXPRT_PROJECT_DIR"}, Shells: geminiShells(),
			Inserted: []string{"LLXPRT_PROJECT_DIR"}, InsertedFact: "llxprt-shipped.inserted",
		},
		Ending:  Ending{Grace: 5 * time.Second, Waits: true, Rule: "llxprt-shipped.ending"},
		Base:    geminiBase(),
		Events:  llxprtShippedEvents(),
		Matcher: geminiMatcher("llxprt-shipped.matcher"),
		Reading: &Reading{
			Exits: []Exit{
				{Codes: []int{0}, JSON: true, Plain: true, Fact: "llxprt-shipped.exit-0"},
				{Codes: []int{2}, Demand: Denies, From: Stderr, Default: "Hook exited with code 2 without an error message", Fact: "llxprt-shipped.exit-2"},
				{Codes: []int{Killed}, Demand: Dies, From: Stderr, Prefix: "Warning: ", Fact: "llxprt-shipped.killed"},
				{Demand: Fails, From: Stderr, Prefix: "Warning: ", Fact: "llxprt-shipped.exit-other"},
			},
			Text: Text{From: Stdout, Quoted: true, Broken: Says, NoObject: Nothing, Spoken: append(geminiSpoken(), "systemMessage"), Fact: "llxprt-shipped.answer"},
			Others: Others{
				Join: "\n",
				Merged: &Merged{
					As:     geminiTexts(),
					Joined: []Path{"reason", "stopReason", "hookSpecificOutput.additionalContext"},
				},
				Fact: "llxprt-shipped.merge",
			},
		},
		Tools: tools,
		Facts: llxprtShippedFacts(),
	}
})

// llxprtShippedEvents has the events whose answers count first.
func llxprtShippedEvents() []Event {
	const (
		prefix   = "llxprt-shipped."
		request  = `{"contents": [{"speaker": "human", "blocks": [{"type": "text", "text": ` + llxprtPrompt + `}]}], "tools": []}`
		response = `{"speaker": "ai", "blocks": [{"type": "text", "text": ` + llxprtReply + `}]}`
	)
	context := []Path{"hookSpecificOutput.additionalContext"}
	// texts are the replies to failures and messages where somebody reads them, lost
	// where nobody does.
	texts := func(to func(fact string) Reply) map[Demand]Reply {
		message := to(prefix + "message")
		return map[Demand]Reply{
			Says: message, Tells: message, Fails: to(""), Dies: to(""),
			Lags:   {Outcome: Proceeds, Fact: prefix + "timeout-proceeds"},
			Wrecks: {Outcome: Proceeds},
		}
	}
	onTool := texts(func(fact string) Reply { return Reply{Outcome: Proceeds, Model: "{reason}", Fact: fact} })
	lost := texts(func(fact string) Reply {
		if fact != "" {
			fact = prefix + "message-lost"
		}
		return Reply{Outcome: Proceeds, Fact: fact}
	})
	decision := func(reasons ...Path) []Decision {
		return []Decision{geminiDecision(Allows, reasons, prefix+"decision")}
	}
	rules := func(replies, everywhere map[Demand]Reply) Rules {
		return Rules{
			Decisions: decision("reason"),
			Messages:  []Path{"systemMessage"},
			Contexts:  context,
			// Both are appended to what the tool gave, one after the other.
			MessageFirst: true,
			Between:      "\n\n",
			CanStop:      true,
			StopReason:   []Path{"stopReason", "reason"},
			StopDefault:  "No reason provided",
			Spoils:       []Spoil{{At: "hookSpecificOutput", Kinds: []string{"string", "number", "boolean"}, Wrecks: true, Fact: prefix + "wreck"}},
			Replies:      replying(replies, everywhere),
		}
	}
	refused := Reply{Outcome: Prevented, Model: "{reason}", Alone: true}
	refusedBy := func(fact string) Reply { r := refused; r.Fact = prefix + fact; return r }
	added := Reply{Outcome: Proceeds, Model: "{reason}", Fact: prefix + "context"}

	before := rules(map[Demand]Reply{
		Denies: refused, Stops: refusedBy("stop"), Adds: added,
		Rewrites: {Outcome: Proceeds, Agent: "runs the tool with the changed input"},
	}, onTool)
	reasons := []Path{"hookSpecificOutput.permissionDecisionReason", "reason"}
	permission := geminiDecision(Allows, reasons, prefix+"permission-decision")
	permission.At = "hookSpecificOutput.permissionDecision"
	before.Decisions = append([]Decision{permission}, decision(reasons...)...)
	before.StopReason = []Path{"hookSpecificOutput.permissionDecisionReason", "stopReason", "reason"}
	before.Rewrite = Rewriting{At: "hookSpecificOutput.tool_input", Of: "tool_input", Kind: "object", Fact: prefix + "rewrite"}

	taken := Reply{
		Outcome: Proceeds, Agent: "gives the model the reason in the place of the tool's result",
		Model: "{reason}", Alone: true, Fact: prefix + "after-tool",
	}
	takenByStop := taken
	takenByStop.Fact = prefix + "stop"
	after := rules(map[Demand]Reply{Denies: taken, Stops: takenByStop, Adds: added}, onTool)

	// byField are the rules of events around the model, of whose answers the last
	// value of each field stands.
	byField := func(replies map[Demand]Reply, rewrite Rewriting) Rules {
		r := rules(replies, lost)
		r.Decisions, r.Spoils, r.Contexts = decision("stopReason", "reason"), nil, nil
		r.Rewrite = rewrite
		return r
	}
	blocked := Reply{Outcome: Prevented, User: "BeforeAgent hook blocked processing: {reason}", Fact: prefix + "prompt"}
	again := Reply{Outcome: Prevented, Model: "{reason}", Fact: prefix + "turn-end"}
	begun := Reply{Outcome: Proceeds, Fact: prefix + "session-start"}
	shown := begun
	shown.User = "{reason}"
	seeded := begun
	seeded.Model = "{reason}"
	dropped := Rules{Replies: replying(map[Demand]Reply{Denies: {Outcome: Proceeds, Fact: prefix + "notices"}}, lost)}

	ofEvent := map[hook.Event]struct {
		rules   Rules
		samples map[string]string
		merge   Merge
	}{
		hook.BeforeTool: {rules: before},
		hook.AfterTool:  {rules: after},
		hook.BeforeModel: {
			rules: byField(map[Demand]Reply{
				Denies:   {Outcome: Prevented, User: "{reason}", Fact: prefix + "model"},
				Stops:    {Outcome: Abandoned, User: "{reason}", Fact: prefix + "model-stop"},
				Rewrites: {Outcome: Proceeds, Agent: "calls the model with the changed messages"},
			}, Rewriting{At: "hookSpecificOutput.llm_request.messages", Of: "messages", Kind: "array", Fact: prefix + "model"}),
			samples: map[string]string{"llm_request": request},
		},
		hook.AfterModel: {
			rules: byField(map[Demand]Reply{
				Denies:   {Outcome: Prevented, Agent: "reads no more of the model's answer and shows the reason", User: "{reason}", Fact: prefix + "after-model"},
				Stops:    {Outcome: Ends, Agent: "reads no more of the model's answer and ends its work", User: "{reason}", Fact: prefix + "model-stop"},
				Rewrites: {Outcome: Proceeds, Agent: "goes on with the changed piece of the answer"},
			}, Rewriting{At: "hookSpecificOutput.llm_response", Of: "llm_response", Kind: "object", Fact: prefix + "after-model"}),
			samples: map[string]string{"llm_request": request, "llm_response": response},
		},
		hook.BeforeToolSelection: {
			rules: Rules{
				Rewrite: Rewriting{At: "hookSpecificOutput.toolConfig", Of: "toolConfig", Kind: "object", Fact: prefix + "tool-selection"},
				Replies: replying(map[Demand]Reply{
					Denies:   {Outcome: Proceeds, Fact: prefix + "tool-selection"},
					Rewrites: {Outcome: Proceeds, Agent: "gives the model the chosen tools"},
				}, lost),
			},
			samples: map[string]string{"llm_request": `[{"functionDeclarations": [{"name": "read_file"}]}]`},
			merge:   Merge{How: IntersectsTools, Rule: prefix + "tool-selection"},
		},
		hook.BeforeAgent:  {rules: rules(map[Demand]Reply{Denies: blocked, Stops: blocked, Adds: added}, lost)},
		hook.AfterAgent:   {rules: rules(map[Demand]Reply{Denies: again, Stops: again, Adds: {Outcome: Proceeds, Fact: prefix + "turn-end"}}, lost)},
		hook.SessionStart: {rules: rules(map[Demand]Reply{Denies: begun, Stops: begun, Adds: seeded, Says: shown, Tells: shown}, lost)},
		hook.SessionEnd:   {rules: dropped},
		hook.PreCompress:  {rules: dropped},
		hook.Notification: {rules: dropped},
	}
	// The events, their fields and what matchers are tested against are those that
	// the requirements describe.
	events := slices.Clone(LLxprt().Events)
	for i := range events {
		row, own := &events[i], ofEvent[events[i].Name]
		row.Fields = geminiFields(row.Name, prefix+"stdin", own.samples)
		row.Subject.Rule, row.Subject.Exact = prefix+"matcher", !row.Subject.Tool
		if row.Name == hook.Notification {
			row.Subject.Field = "" // the agent gives its planner no subject here
		}
		row.Effects, row.Class, row.Single = Effects{}, 0, 0
		row.Rules = own.rules
		row.Merge.Rule = prefix + "merge"
		if row.Merge.How == LaterReplaces {
			row.Merge.Rule = prefix + "merge-fields"
		}
		if own.merge != (Merge{}) {
			row.Merge = own.merge
		}
	}
	return events
}

// llxprtShippedFacts were seen with the program's own packages, and read in them
// where they say so.
func llxprtShippedFacts() []Fact {
	const source = "LLxprt Code's source at f80a695f3 of 2026-08-20"
	seen := func(id, text string) Fact {
		return Fact{ID: "llxprt-shipped." + id, Text: text, Source: source + ", run", Date: "2026-11-21", Kind: Run}
	}
	read := func(id, text string) Fact {
		return Fact{ID: "llxprt-shipped." + id, Text: text, Source: source, Date: "2026-11-22", Kind: Source}
	}
	return append(geminiBreachFacts(read), []Fact{
		seen("exit-0", "with exit code 0 the answer on stdout decides; without one, and in silence, nothing objects; stderr is not read"),
		seen("exit-2", "exit code 2 refuses with stderr, or with a general text, whatever stands on stdout"),
		seen("exit-other", "every other exit code lets the operation go on; stderr becomes a warning, stdout is not read"),
		seen("killed", "a hook that a signal ended lets the operation go on, with a warning made of stderr"),
		seen("answer", "an answer is JSON, also JSON inside of a JSON text; what is no object says nothing; a reason or message that is no text stands there as JavaScript writes it"),
		seen("timeout-proceeds", "what a hook has printed before its timeout is lost, and the operation goes on"),
		seen("decision", "deny and block refuse, in this spelling alone; ask and every other word allow"),
		seen("permission-decision", "permissionDecision of hookSpecificOutput refuses before a tool as decision does, and permissionDecisionReason goes before reason"),
		seen("merge", "one answer is made of all: any decision at the top that refuses does, reasons and contexts are joined, and of hookSpecificOutput, permissionDecision in it, the last value of each key stands"),
		seen("wreck", "a hookSpecificOutput that is a text, a number or true makes the merge fail, and the answers of all hooks of the event are lost, exit code 2 too"),
		seen("matcher", "an unanchored regular expression on tools, with an invalid one compared literally; elsewhere it has to equal the source, reason or trigger, and other events ignore it"),
		read("message", "systemMessage, a plain text and the warning about a failure are added to the result of the tool, where the model reads them: each in a line of its own, and an empty one between them and the context behind them"),
		read("message-lost", "around turns and the model nobody reads systemMessage, plain texts and warnings"),
		read("context", "additionalContext is added to the result of the tool or to the prompt as it is"),
		read("rewrite", "tool_input takes the place of the tool's whole input; where the tool can't be built with it, the old input is used"),
		read("stop", "continue: false around a tool is a refusal and nothing more: the agent goes on working, as no caller looks at the mark"),
		read("after-tool", "a refusal after a tool puts its reason in the place of the result"),
		read("prompt", "a refusal or stop before a turn ends it with an error, and the model is not called"),
		read("turn-end", "a refusal or stop at the end of a turn gives its reason to the model as the next prompt"),
		read("model", "a refusal before the model answers in its place; messages of llm_request take the place of the conversation, other fields of it do nothing"),
		read("model-stop", "a stop around the model ends the stream"),
		read("after-model", "hooks run for every piece of a streamed answer; a refusal puts its reason in the place of the piece and ends the stream"),
		read("merge-fields", "of each field of the answers around the model the last hook's value stands, so that a later allow, a plain text among them, undoes a refusal"),
		read("tool-selection", "only toolConfig counts: the lists of names are intersected and the strictest mode wins; refusals and stops come to nothing"),
		read("session-start", "additionalContext goes before the first prompt or into the history, texts are shown to the user, refusals and stops come to nothing"),
		read("notices", "what hooks of these events answer is dropped"),
		read("ledger", "trustedFolders.json has a word for each folder, of which the nearest one counts"),
		read("trust", "with folderTrust the hooks of all settings files, the user's among them, are skipped in a folder that is not trusted, while those of extensions run; without it every folder is trusted. New hooks of a trusted project are named in a warning and run"),
		read("switch", "hooks are on where hooksConfig.enabled is true and tools.enableHooks is not false"),
		read("packages", "an extension's hooks stand in hooks/hooks.json beside its manifest, and ${extensionPath} in them is its folder"),
		read("silenced", "a hook whose name, or whose command where it has none, stands in hooksConfig.disabled does not run; of several settings files with such a list one alone counts"),
		read("moved", "enabled, disabled and notifications stood among the events and belong to hooksConfig now"),
		read("extensions", "hooks of installed extensions run while the extension is on"),
		seen("sequence", "hooks run one after another where a group of theirs says sequential: true; one that refuses does not keep the next from its turn"),
		read("duplicates", "hooks with the same name and command are one"),
		read("plugin", "an entry of type plugin that has a command runs like one of type command"),
		read("timeout", "timeout counts milliseconds, 60000 where it is missing"),
		seen("inserted", "$LLXPRT_PROJECT_DIR in the text of a command is replaced by the folder in quotes of its own, before the shell reads it: within quotes of the author's, a folder with a blank in its name is not found. With braces the shell puts the folder in; other agents' names are not set"),
		read("ending", "the end of a hook is when its pipes are closed; after the timeout its shell gets SIGTERM, and SIGKILL after five seconds"),
		read("stdin", "the fields are those of the event handler; what the model is sent and answers reaches hooks in the agent's own form, and the choice of tools gets the list of tools"),
		read("tools", "the tools are those of the tool reference"),
		read("arguments", "what the inputs of tools may have, those of the user's changes among them, and what the model has to give; of two names of a path either will do"),
		{
			ID: "llxprt-shipped.syntax", Text: "what a settings file with an error in its syntax costs was not seen",
			Source: "nobody has looked", Date: "2026-11-22", Kind: Guess,
		},
	}...)
}
