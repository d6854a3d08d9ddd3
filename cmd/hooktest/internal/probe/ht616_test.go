package probe

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSpellings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in     string
		want   []string
		reason string
	}{
		{"rm -rf build", []string{"rm -r -f build", "rm -fr build", "rm --recursive --force build", "rm -rf ./build"}, "flags and the path"},
		{"rm -rf /", []string{"rm -r -f /", "rm -fr /", "rm --recursive --force /", "rm -rf /./"}, "the root has another path, too"},
		{"cat .env", []string{"cat ./.env"}, "a hidden file begins with a dot"},
		{"cat ./.env", nil, "the path has that form"},
		{"git push --force origin main", []string{"git push -f origin main", "git push --force-with-lease origin main", "git push origin +main", "git -C . push --force origin main"}, "each of them forces"},
		{"git push -f", []string{"git push --force", "git push --force-with-lease", "git -C . push -f"}, "no branch can have a +"},
		{"git push origin main --force", []string{"git push origin main -f", "git push origin main --force-with-lease", "git push origin +main", "git -C . push origin main --force"}, "flags may follow"},
		{"git push --force-with-lease", []string{"git -C . push --force-with-lease"}, "another flag only begins like this one"},
		{"make deploy", nil, "nothing of it is known"},
	}
	for _, tt := range tests {
		var got []string
		for _, s := range spellings(tt.in) {
			switch s.name {
			case "more blanks", "tabs", "after another command", "on a second line", "after &&", "in a subshell", "by bash -c",
				"with env", "after a variable", "with command", "quotes around a word", "quotes inside a word", "a backslash", "an absolute path":
			default:
				got = append(got, s.text)
			}
		}
		assert.Equal(t, tt.want, got, "%s: %s", tt.in, tt.reason)
	}
}

// Each names the same file, in any folder.
func TestPathSpellings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		patch    bool
		want     []string
		reason   string
	}{
		{"a file of the project", ".env", false, []string{"./.env", ".//.env", "x/../.env", "$PWD/.env"}, "the agent resolves each of them"},
		{"a file in a folder", "secrets/key.pem", false, []string{"./secrets/key.pem", ".//secrets/key.pem", "x/../secrets/key.pem", "$PWD/secrets/key.pem"}, "a guard may look at the folder"},
		{"one of these forms", "./.env", false, []string{".env", ".//.env", "x/../.env", "$PWD/.env"}, "the plain path is another one"},
		{"an absolute path", "/project/.env", false, []string{"/./project/.env", "/.//project/.env", "/x/../project/.env"}, "it has no other root"},
		{"outside of the project", "../outside.txt", false, []string{"./../outside.txt", ".//../outside.txt", "x/../../outside.txt", "$PWD/../outside.txt"}, "it stays the same file"},
		{"a patch", ".env", true, []string{"./.env", ".//.env"}, "the system resolves the path, and x may not exist; absolute paths are not for patches"},
		{"the home", "~/.ssh/config", false, nil, "only the agent knows what it makes of it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, s := range pathSpellings(tt.in, tt.patch) {
				got = append(got, s.text)
			}
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}
