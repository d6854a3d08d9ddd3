package dialect

import "github.com/hooktest/hooktest/engine/hook"

// Breach returns the effect of a fault in the settings file of a path, also for the contract
// of the requirements.
func (c *Contract) Breach(what Wrong, event hook.Event, file string) Breach {
	if c.Reading == nil {
		return Settings{Breaches: required()}.Breach(what, event, "")
	}
	return c.Settings.Breach(what, event, c.Settings.Scope(file))
}

// required returns the breaches that the requirements define. Their reader implements
// them without this table.
func required() []Breach {
	return []Breach{
		{What: WrongSyntax, Loses: LosesFile, Fact: "INT-35"},
		{What: WrongEvent, Loses: LosesEvent, Fact: "INT-35"},
		{What: WrongKind, Loses: LosesGroup, Fact: "INT-35"},
		{What: WrongMatcher, Loses: LosesGroup, Fact: "INT-18"},
		{What: NullMatcher, Loses: LosesNothing, Fact: "INT-18"},
		{What: NoType, Loses: LosesHook, Fact: "HOOK-191"},
		{What: WrongType, Loses: LosesHook, Fact: "HOOK-191"},
		{What: WrongTimeout, Loses: LosesNothing, Fact: "INT-06"},
		{What: NoCommand, Loses: LosesHook, Fact: "HOOK-191"},
	}
}
