package catalogue

// Requirement is one heading of the source document, restated.
type Requirement struct {
	ID    string `yaml:"id"`
	Title string `yaml:"title"`
	// Section is the number of the source section that the file restates.
	Section int     `yaml:"-"`
	Pattern Pattern `yaml:"pattern"`
	State   State   `yaml:"state"`
	Status  Status  `yaml:"status"`
	// MergedInto is the id that took over a merged requirement, else empty.
	MergedInto string `yaml:"mergedInto"`
	// Statement is one EARS sentence; empty for a merged requirement.
	Statement string `yaml:"statement"`
	// Clauses holds the single obligations, numbered from 1 without gaps; nil
	// for a merged requirement.
	Clauses []Clause `yaml:"-"`
	// Note is advice to hook authors, or empty.
	Note string `yaml:"note"`
	// Interpretations holds, in id order, the INT ids of the decisions that
	// touch the requirement.
	Interpretations []string `yaml:"interpretations"`
	// SeeAlso holds related HOOK ids in the order of their relevance.
	SeeAlso []string `yaml:"seeAlso"`
	Origin  Origin   `yaml:"origin"`
}

// Clause is one obligation of a requirement. Its number never changes once
// something refers to it.
type Clause struct {
	// ID is the requirement's id, a dot and the number: HOOK-016a.3.
	ID      string  `yaml:"-"`
	Number  int     `yaml:"n"`
	Text    string  `yaml:"text"`
	Observe Observe `yaml:"observe"`
	Verify  Verify  `yaml:"verify"`
	// Why says why no test can decide the clause; set for inspections only.
	Why     string  `yaml:"why"`
	Profile Profile `yaml:"profile"`
}

// Origin names the source text that a requirement restates.
type Origin struct {
	Section string `yaml:"section"`
	// Digest is "sha256:" and 64 hexadecimal digits over the source paragraph,
	// trimmed and without its marker.
	Digest string `yaml:"digest"`
}

// Pattern is the EARS template of a statement.
type Pattern string

// The five EARS patterns.
const (
	Ubiquitous        Pattern = "ubiquitous"
	EventDriven       Pattern = "event-driven"
	StateDriven       Pattern = "state-driven"
	UnwantedBehaviour Pattern = "unwanted-behaviour"
	OptionalFeature   Pattern = "optional-feature"
)

// State reports whether the described product did this when its requirements were
// written. The requirement is binding in either state.
type State string

// The two states of the described product.
const (
	Current State = "current"
	Target  State = "target"
)

// Mark returns what is shown next to an id with this state: "[Target]" for a target,
// else "".
func (s State) Mark() string {
	if s == Target {
		return "[Target]"
	}
	return ""
}

// Status reports whether a requirement is active or merged into another.
type Status string

// The two statuses of an id.
const (
	Active Status = "active"
	Merged Status = "merged"
)

// Observe names the place where a clause can be seen to hold.
type Observe string

// The places of observation.
const (
	// ObserveScript is what the hook itself sees: stdin, environment,
	// arguments, signals, working directory.
	ObserveScript Observe = "script"
	// ObserveOutcome is the aggregated result of an event.
	ObserveOutcome Observe = "outcome"
	// ObserveCaller is what the tool scheduler or model pipeline did.
	ObserveCaller Observe = "caller"
	// ObserveComponent is a component that is called directly.
	ObserveComponent Observe = "component"
	// ObserveSource is the implementation's code or API.
	ObserveSource Observe = "source"
)

// Verify says how a clause is decided.
type Verify string

// The two ways to decide a clause.
const (
	ByTest       Verify = "test"
	ByInspection Verify = "inspection"
)

// Profile is the set of protocol methods that an implementation needs before a
// clause applies to it.
type Profile string

// The profiles.
const (
	// ProfileCore covers fire, plan and settings.
	ProfileCore Profile = "core"
	// ProfileCallers covers tool/execute and model/generate.
	ProfileCallers Profile = "callers"
	// ProfileComponents covers translation, output classes, aggregation and the
	// hook system's life cycle.
	ProfileComponents Profile = "components"
	// ProfileBus covers the message bus.
	ProfileBus Profile = "bus"
	// ProfileEventsAll covers the six events outside the scope of callers.
	ProfileEventsAll Profile = "events-all"
)

func (p Pattern) known() bool {
	switch p {
	case Ubiquitous, EventDriven, StateDriven, UnwantedBehaviour, OptionalFeature:
		return true
	}
	return false
}

func (s State) known() bool { return s == Current || s == Target }

func (o Observe) known() bool {
	switch o {
	case ObserveScript, ObserveOutcome, ObserveCaller, ObserveComponent, ObserveSource:
		return true
	}
	return false
}

func (v Verify) known() bool { return v == ByTest || v == ByInspection }

func (p Profile) known() bool {
	switch p {
	case ProfileCore, ProfileCallers, ProfileComponents, ProfileBus, ProfileEventsAll:
		return true
	}
	return false
}
