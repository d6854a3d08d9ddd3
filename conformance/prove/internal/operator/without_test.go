package operator

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

func TestWithout(t *testing.T) {
	var s Source
	for _, name := range []string{"a.f", "a.fg", "a.(*t).m", "a.(*tu).m", "b.f"} {
		s.Declarations = append(s.Declarations, Declaration{Name: name})
		s.Mutants = append(s.Mutants, Mutant{Declaration: name})
	}
	tests := []struct {
		name string
		of   []string
		left []string
		want string
	}{
		{"a function", []string{"a.f"}, []string{"a.fg", "a.(*t).m", "a.(*tu).m", "b.f"}, ""},
		{"a type", []string{"a.(*t)"}, []string{"a.f", "a.fg", "a.(*tu).m", "b.f"}, ""},
		{"a package", []string{"a"}, []string{"b.f"}, ""},
		{"several that overlap", []string{"a", "a.f"}, []string{"b.f"}, ""},
		{"none", []string{"b", "c.f"}, []string{"a.f", "a.fg", "a.(*t).m", "a.(*tu).m"}, "list.yaml:3: operators mutate nothing in c.f"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var list []proof.Unmutated
			for _, of := range tt.of {
				list = append(list, proof.Unmutated{Of: of, Reason: "r", Position: "list.yaml:3"})
			}
			rest, err := s.Without(list)
			if tt.want != "" {
				require.EqualError(t, err, tt.want+": take it off the list, or name what it has become")
			} else {
				require.NoError(t, err)
			}
			var declarations, mutants []string
			for i := range rest.Mutants {
				declarations, mutants = append(declarations, rest.Declarations[i].Name), append(mutants, rest.Mutants[i].Declaration)
			}
			assert.Equal(t, tt.left, declarations)
			assert.Equal(t, tt.left, mutants)
		})
	}
}
