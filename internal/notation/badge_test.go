package notation

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestByShare(t *testing.T) {
	tests := []struct {
		part, whole int
		want        Color
	}{
		{10, 10, Green}, {9, 10, Yellow}, {999, 1000, Yellow}, {89, 100, Orange}, {5, 10, Orange}, {4, 10, Red}, {0, 10, Red}, {0, 0, Grey},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, ByShare(tt.part, tt.whole), "%d of %d", tt.part, tt.whole)
	}
}

func TestBadgeAsJSON(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, Badge{Label: "hooktest", Message: "9 of 10", Title: "at length", Color: Yellow}.WriteJSON(&b))
	assert.JSONEq(t, `{"schemaVersion": 1, "label": "hooktest", "message": "9 of 10", "color": "yellow"}`, b.String())
}

func TestBadgeAsPicture(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, Badge{Label: "a<b", Message: `"&"`, Title: `]]> "x"`, Color: Red}.WriteSVG(&b))
	var picture struct {
		Label string   `xml:"aria-label,attr"`
		Title string   `xml:"title"`
		Text  []string `xml:"g>text"`
		Rect  struct {
			Fill string `xml:"fill,attr"`
		} `xml:"rect"`
	}
	require.NoError(t, xml.Unmarshal(b.Bytes(), &picture))
	assert.Equal(t, []string{"a<b", `"&"`}, picture.Text)
	assert.Equal(t, [3]string{`]]> "x"`, `]]> "x"`, "#b3261e"}, [3]string{picture.Title, picture.Label, picture.Rect.Fill})
}

// WCAG requires 4.5 to 1 for small text.
func TestWhiteLettersCanBeRead(t *testing.T) {
	for _, c := range []Color{Green, Yellow, Orange, Red, Grey} {
		var b bytes.Buffer
		require.NoError(t, Badge{Color: c}.WriteSVG(&b))
		require.Contains(t, b.String(), c.fill())
		assert.GreaterOrEqual(t, 1.05/(luminance(t, c.fill())+0.05), 4.5, c)
	}
}

func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	var sum float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		sum += weight * linear(t, hex[1+2*i:3+2*i])
	}
	return sum
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestAWriterThatFailsIsReported(t *testing.T) {
	require.ErrorIs(t, Badge{}.WriteJSON(brokenPipe{}), io.ErrClosedPipe)
	require.ErrorIs(t, Badge{}.WriteSVG(brokenPipe{}), io.ErrClosedPipe)
	assert.Equal(t, 12+66, width(strings.Repeat("é", 10)), "a letter is a character, not a byte")
}

func linear(t *testing.T, channel string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(channel, 16, 8)
	require.NoError(t, err)
	share := float64(n) / 255
	if share <= 0.04045 {
		return share / 12.92
	}
	return math.Pow((share+0.055)/1.055, 2.4)
}
