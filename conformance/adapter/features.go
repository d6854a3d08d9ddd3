package adapter

import (
	"errors"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/internal/spelling"
)

// A Profile is a set of features that belong together.
type Profile string

// The profiles.
const (
	// ProfileCore: planning and firing with settings.
	ProfileCore Profile = "core"
	// ProfileCallers: the callers that apply what hooks decide.
	ProfileCallers Profile = "callers"
	// ProfileComponents: the parts of a hook system, one by one.
	ProfileComponents Profile = "components"
	// ProfileBus: the message bus.
	ProfileBus Profile = "bus"
	// ProfileEventsAll: the six events whose outputs no caller applies.
	ProfileEventsAll Profile = "events-all"
)

// A Feature is one thing that an implementation can or can't do.
type Feature string

// The features, except those of single events: Event.Feature returns them.
const (
	FeatureFire            Feature = "fire"
	FeaturePlan            Feature = "plan"
	FeatureSettings        Feature = "settings"
	FeatureSettingsFiles   Feature = "settings-files"
	FeatureExtensions      Feature = "extensions"
	FeatureEnvironment     Feature = "environment"
	FeatureToolExecute     Feature = "tool-execute"
	FeatureModelGenerate   Feature = "model-generate"
	FeatureTranslate       Feature = "translate"
	FeatureOutput          Feature = "output"
	FeatureAggregate       Feature = "aggregate"
	FeatureChain           Feature = "chain"
	FeatureSystem          Feature = "system"
	FeatureUnreadableHooks Feature = "unreadable-hooks"
	FeatureBusRequest      Feature = "bus-request"
)

// A FeatureInfo describes one feature.
type FeatureInfo struct {
	Feature Feature
	Profile Profile
	// Meaning is a one-line description.
	Meaning string
}

// Features lists all features, those of one profile together.
func Features() []FeatureInfo {
	all := []FeatureInfo{
		{FeatureFire, ProfileCore, "hooks/fire for the tool, model and tool-selection events"},
		{FeaturePlan, ProfileCore, "hooks/plan"},
		{FeatureSettings, ProfileCore, "session/open with merged settings"},
		{FeatureSettingsFiles, ProfileCore, "session/open with settings files of several scopes"},
		{FeatureExtensions, ProfileCore, "session/open with extensions that bring hooks"},
		{FeatureEnvironment, ProfileCore, "session/open with variables of the hooks' environment"},
		{FeatureToolExecute, ProfileCallers, "tool/execute: the whole cycle around a tool call"},
		{FeatureModelGenerate, ProfileCallers, "model/generate: the whole cycle around a model call"},
		{FeatureTranslate, ProfileComponents, "component/translate"},
		{FeatureOutput, ProfileComponents, "component/output"},
		{FeatureAggregate, ProfileComponents, "component/aggregate"},
		{FeatureChain, ProfileComponents, "component/chain"},
		{FeatureSystem, ProfileComponents, "system/status, initialize, access and counters"},
		{FeatureUnreadableHooks, ProfileComponents, "session/open with hook definitions whose reading fails"},
		{FeatureBusRequest, ProfileBus, "bus/request"},
	}
	for _, e := range Events() {
		if !e.Applied {
			all = append(all, FeatureInfo{e.Feature(), ProfileEventsAll, "hooks/fire for " + e.Name})
		}
	}
	return all
}

// Profiles lists all profiles.
func Profiles() []Profile {
	return []Profile{ProfileCore, ProfileCallers, ProfileComponents, ProfileBus, ProfileEventsAll}
}

// An Observation is something that an adapter can see and report. Its results
// omit what it can't see.
type Observation string

// The observations.
const (
	// ObserveWarnings: FireResult.Warnings.
	ObserveWarnings Observation = "warnings"
	// ObserveDurations: Aggregated.TotalDuration.
	ObserveDurations Observation = "durations"
	// ObserveTimeouts: PlannedHook.Timeout, the default included.
	ObserveTimeouts Observation = "timeouts"
	// ObserveSkipped: PlanResult.Skipped.
	ObserveSkipped Observation = "skipped"
	// ObservePublished: ToolResult.Published.
	ObservePublished Observation = "published"
	// ObserveTransitions: ToolResult.Transitions.
	ObserveTransitions Observation = "transitions"
	// ObserveAttempts: ToolResult.Attempts.
	ObserveAttempts Observation = "attempts"
	// ObserveDisplayed: GenerateResult.Displayed.
	ObserveDisplayed Observation = "displayed"
	// ObserveConversation: GenerateResult.Conversation.
	ObserveConversation Observation = "conversation"
	// ObserveToolCalls: GenerateResult.ToolCalls.
	ObserveToolCalls Observation = "toolCalls"
	// ObserveConstructed: CountersResult.Constructed.
	ObserveConstructed Observation = "constructed"
	// ObserveTelemetry: FireResult.Telemetry; what is logged below warn level
	// arrives as $/log, too.
	ObserveTelemetry Observation = "telemetry"
)

// observations lists all observations, each with the profile whose cases rest on it.
var observations = []struct {
	observation Observation
	profile     Profile
}{
	{ObserveWarnings, ProfileCore}, {ObserveDurations, ProfileCore}, {ObserveTimeouts, ProfileCore}, {ObserveSkipped, ProfileCore},
	{ObservePublished, ProfileCallers}, {ObserveTransitions, ProfileCallers}, {ObserveAttempts, ProfileCallers},
	{ObserveDisplayed, ProfileCallers}, {ObserveConversation, ProfileCallers}, {ObserveToolCalls, ProfileCallers},
	{ObserveConstructed, ProfileComponents}, {ObserveTelemetry, ProfileCore},
}

// Observations lists all observations.
func Observations() []Observation {
	all := make([]Observation, len(observations))
	for i, o := range observations {
		all[i] = o.observation
	}
	return all
}

// Supports reports whether a feature is claimed, by itself or by its profile.
func (r InitializeResult) Supports(f Feature) bool {
	if r.Features[f] {
		return true
	}
	for _, info := range Features() {
		if info.Feature == f {
			return slices.Contains(r.Profiles, info.Profile)
		}
	}
	return false
}

// A Claim is a name that an implementation can be required to claim: that of a
// profile, of a feature or of an observation. Features and Observations are what it
// includes: one of them for a single name, several for a profile.
type Claim struct {
	Name         string
	Profile      Profile
	Features     []Feature
	Observations []Observation
}

// ClaimOf is the claim of the name; ok reports whether there is one.
func ClaimOf(name string) (c Claim, ok bool) {
	c.Name = name
	for _, info := range Features() {
		if string(info.Profile) == name || string(info.Feature) == name {
			c.Profile, c.Features = info.Profile, append(c.Features, info.Feature)
		}
	}
	for _, o := range observations {
		if string(o.profile) == name || string(o.observation) == name {
			c.Profile, c.Observations = o.profile, append(c.Observations, o.observation)
		}
	}
	return c, c.Profile != ""
}

// UsedBy reports whether a case with these features and observations uses part of
// the claim. An observation alone does not use its profile.
func (c Claim) UsedBy(features []Feature, observed []Observation) bool {
	if len(c.Features) == 0 {
		return slices.ContainsFunc(observed, func(o Observation) bool { return slices.Contains(c.Observations, o) })
	}
	return slices.ContainsFunc(features, func(f Feature) bool { return slices.Contains(c.Features, f) })
}

// Missing names the features and the observations of a claim that the implementation
// does not claim.
func (r InitializeResult) Missing(c Claim) (features, unobserved []string) {
	for _, f := range c.Features {
		if !r.Supports(f) {
			features = append(features, string(f))
		}
	}
	for _, o := range c.Observations {
		if !slices.Contains(r.Observes, o) {
			unobserved = append(unobserved, string(o))
		}
	}
	return features, unobserved
}

// Check returns what is wrong with an answer to initialize, all faults at once:
// another version, an unknown dialect, profile, feature or observation
// (with the nearest known name), a feature that is denied although its profile
// is claimed, a missing name, or maxInFlight below 1. dialects are the names of
// the known contracts; if there are none, every name is accepted.
func (r InitializeResult) Check(dialects ...string) error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if r.ProtocolVersion != Version {
		fault("protocolVersion is %d, want %d", r.ProtocolVersion, Version)
	}
	if r.Dialect == "" || len(dialects) > 0 && !slices.Contains(dialects, r.Dialect) {
		fault("unknown dialect %q%s", r.Dialect, didYouMean(r.Dialect, dialects))
	}
	if r.Implementation.Name == "" {
		fault("implementation.name is empty")
	}
	if r.MaxInFlight < 1 {
		fault("maxInFlight is %d, want at least 1", r.MaxInFlight)
	}
	for _, p := range r.Profiles {
		if !slices.Contains(Profiles(), p) {
			fault("unknown profile %q%s", p, didYouMean(p, Profiles()))
		}
	}
	for _, f := range sortedFeatures(r.Features) {
		i := slices.IndexFunc(Features(), func(info FeatureInfo) bool { return info.Feature == f })
		switch {
		case i < 0:
			fault("unknown feature %q%s", f, didYouMean(f, featureNames()))
		case !r.Features[f] && slices.Contains(r.Profiles, Features()[i].Profile):
			fault("feature %q is denied, but profile %q implies it", f, Features()[i].Profile)
		}
	}
	for _, o := range r.Observes {
		if !slices.Contains(Observations(), o) {
			fault("unknown observation %q%s", o, didYouMean(o, Observations()))
		}
	}
	return errors.Join(faults...)
}

func sortedFeatures(features map[Feature]bool) []Feature {
	names := make([]Feature, 0, len(features))
	for f := range features {
		names = append(names, f)
	}
	slices.Sort(names)
	return names
}

func featureNames() []Feature {
	var names []Feature
	for _, info := range Features() {
		names = append(names, info.Feature)
	}
	return names
}

// didYouMean proposes the nearest known word.
func didYouMean[T ~string](word T, known []T) string {
	if near, ok := spelling.Nearest(word, known); ok {
		return fmt.Sprintf(", did you mean %q", near)
	}
	return ""
}
