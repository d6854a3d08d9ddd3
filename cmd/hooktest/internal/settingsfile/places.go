package settingsfile

import (
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/settings"
)

// Files returns the writable settings files that an agent reads for a project or, if user is set,
// those in the home directory, whether they exist or not.
func Files(contract *dialect.Contract, user bool) []dialect.File {
	var files []dialect.File
	for _, file := range contract.Settings.Files {
		if home := strings.HasPrefix(file.Path, "~/"); home == user && !strings.HasPrefix(file.Path, "/") && !settings.IsTOML(file.Path) {
			files = append(files, file)
		}
	}
	return files
}
