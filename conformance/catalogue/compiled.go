package catalogue

import (
	_ "embed"

	"github.com/hooktest/hooktest/internal/snapshot"
)

// embedded is the catalogue of this folder as a compilation. A test writes it.
//
//go:embed catalogue.snapshot
var embedded string

// A compilation is a Catalogue in a form that a snapshot can hold.
type compilation struct {
	Sections        []Section
	Requirements    []Requirement
	Interpretations []Interpretation
}

// Load reads the embedded catalogue, which was checked when it was compiled.
func Load() (*Catalogue, error) {
	var read compilation
	if err := snapshot.Decode(embedded, &read); err != nil {
		return nil, err
	}
	return (&Catalogue{sections: read.Sections, requirements: read.Requirements, interpretations: read.Interpretations}).indexed(), nil
}
