package lazyregexp_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

func TestAMistakeFailsTheTestsOfItsPackage(t *testing.T) {
	assert.PanicsWithValue(t, "regexp: Compile(`(`): error parsing regexp: missing closing ): `(`", func() { lazyregexp.New("(") })
}
