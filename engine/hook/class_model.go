package hook

// BeforeModelOutput is the class of a BeforeModel answer.
type BeforeModelOutput struct{ DefaultOutput }

func (b BeforeModelOutput) Class() string { return "BeforeModelHookOutput" }

// AfterModelOutput is the class of an AfterModel answer.
type AfterModelOutput struct{ DefaultOutput }

func (a AfterModelOutput) Class() string { return "AfterModelHookOutput" }

// BeforeToolSelectionOutput is the class of a BeforeToolSelection answer.
type BeforeToolSelectionOutput struct{ DefaultOutput }

func (b BeforeToolSelectionOutput) Class() string { return "BeforeToolSelectionHookOutput" }
