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

// The features, those of single events aside, which Event.Feature gives.
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
	// Meaning is one line for a person.
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

// An Observation is something that an adapter can see and report. What it can't
// see it leaves out of its results.
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

// Observations lists all observations.
func Observations() []Observation {
	return []Observation{
		ObserveWarnings, ObserveDurations, ObserveTimeouts, ObserveSkipped, ObservePublished, ObserveTransitions,
		ObserveAttempts, ObserveDisplayed, ObserveConversation, ObserveToolCalls, ObserveConstructed, ObserveTelemetry,
	}
}

// Supports tells whether a feature is claimed, by itself or by its profile.
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

// Claims tells whether everything is claimed that a profile or a feature of the
// name stands for.
func (r InitializeResult) Claims(name string) bool {
	all := FeaturesOf(name)
	return len(all) > 0 && !slices.ContainsFunc(all, func(f Feature) bool { return !r.Supports(f) })
}

// FeaturesOf are those of a profile of the name, or the feature of the name; nil
// where there is neither.
func FeaturesOf(name string) []Feature {
	var all []Feature
	for _, info := range Features() {
		if string(info.Profile) == name || string(info.Feature) == name {
			all = append(all, info.Feature)
		}
	}
	return all
}

// Check tells what is wrong with an answer to initialize, all faults at once:
// another version or dialect, an unknown profile, feature or observation
// (with the nearest known name), a feature that is denied although its profile
// is claimed, a missing name, or no room for a single request.
func (r InitializeResult) Check() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if r.ProtocolVersion != Version {
		fault("protocolVersion is %d, want %d", r.ProtocolVersion, Version)
	}
	if !slices.Contains(Dialects(), r.Dialect) {
		fault("unknown dialect %q%s", r.Dialect, didYouMean(r.Dialect, Dialects()))
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
