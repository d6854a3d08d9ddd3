package lint

import (
	"cmp"
	"context"
	"os"
	"path/filepath"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/watch"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
)

// keepLinting checks again whenever something has changed, including the configuration.
func (o *options) keepLinting(ctx context.Context) error {
	return watch.Keep(ctx, o.App, o.watched, func(ctx context.Context) error {
		if err := o.configure(); err != nil {
			return err
		}
		return o.lint(ctx)
	})
}

// watched returns the files that findings depend on. Settings can refer to scripts anywhere in
// their project or package, so those are watched whole. Next to a user's own settings, agents
// keep many files that change often, so only the hooks folder is watched there.
func (o *options) watched() watch.Files {
	files := watch.Files{Alone: []string{config.ConfigFile}, Own: o.reports.Paths(), Skips: config.IsForeign}
	person := func(path string) {
		files.Alone = append(files.Alone, path)
		files.Trees = append(files.Trees, filepath.Join(filepath.Dir(path), "hooks"))
	}
	for _, path := range o.places() {
		at, err := filepath.Abs(path)
		if err != nil {
			continue
		}
		place := config.PlaceOf(at, o.Getenv("HOME"))
		info, err := os.Stat(at)
		switch around := cmp.Or(place.Package, place.Project); {
		case len(o.paths) == 0 && o.repository != "":
			files.Trees = append(files.Trees, o.repository)
			files.Alone = append(files.Alone, filepath.Join(o.repository, config.ConfigFile))
		case err == nil && info.IsDir():
			files.Trees = append(files.Trees, path)
		case around != "":
			files.Trees = append(files.Trees, around)
		case len(place.Readers) > 0:
			person(path)
		default:
			files.Trees = append(files.Trees, path)
		}
	}
	if o.user {
		// Without a home directory there are no personal settings. The run itself reports that.
		personal, _ := personalSettings()
		for _, c := range personal {
			person(c.path)
		}
	}
	return files
}
