package suite

import (
	"slices"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
)

// FeaturesOf returns the features that a case uses, each once and sorted: those of its
// header and those of its requests.
func FeaturesOf(c cases.Case) []adapter.Feature {
	all := slices.Clone(c.Features)
	for _, s := range c.Script {
		all = append(all, featuresOf(s)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func featuresOf(s cases.Statement) []adapter.Feature {
	switch s.Command {
	case "fire", "burst":
		i := 0
		if s.Command == "burst" {
			i = 1
		}
		if i < len(s.Args) {
			if i == 1 && s.Args[i] == "tool" {
				return []adapter.Feature{adapter.FeatureToolExecute}
			}
			return []adapter.Feature{eventFeature(s.Args[i])}
		}
	case "plan":
		return []adapter.Feature{adapter.FeaturePlan}
	case "tool":
		return []adapter.Feature{adapter.FeatureToolExecute}
	case "model":
		return []adapter.Feature{adapter.FeatureModelGenerate}
	case "status", "initialize", "access", "counters":
		return []adapter.Feature{adapter.FeatureSystem}
	case "translate":
		return []adapter.Feature{adapter.FeatureTranslate}
	case "output":
		return []adapter.Feature{adapter.FeatureOutput}
	case "aggregate":
		return []adapter.Feature{adapter.FeatureAggregate}
	case "chain":
		return []adapter.Feature{adapter.FeatureChain}
	case "bus":
		return []adapter.Feature{adapter.FeatureBusRequest}
	case "on", "settings":
		return []adapter.Feature{adapter.FeatureSettings}
	case "files":
		return []adapter.Feature{adapter.FeatureSettingsFiles}
	case "extension":
		return []adapter.Feature{adapter.FeatureExtensions}
	case "environ":
		return []adapter.Feature{adapter.FeatureEnvironment}
	case "unreadable":
		return []adapter.Feature{adapter.FeatureUnreadableHooks}
	}
	return nil
}
