package settingsfile

import (
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/settings"
)

// Files are those that an agent reads for a project or, for the user, those of the home
// directory, whether they are there or not: of them the ones that can be written here.
func Files(contract *dialect.Contract, user bool) []dialect.File {
	var files []dialect.File
	for _, file := range contract.Settings.Files {
		if home := strings.HasPrefix(file.Path, "~/"); home == user && !strings.HasPrefix(file.Path, "/") && !settings.IsTOML(file.Path) {
			files = append(files, file)
		}
	}
	return files
}
