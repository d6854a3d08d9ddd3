// Command site writes hooktest's site from the documents, the rules, the contracts and the schemas
// of the source (make site). It is a tool of the source, and no part of bin/hooktest.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: site ROOT FOLDER"))
	}
	files, err := generate(os.DirFS(os.Args[1]))
	fail(err)
	fail(save(files, os.Args[2]))
	fmt.Printf("%d files in %s\n", len(files), os.Args[2])
}

func save(files map[string][]byte, folder string) error {
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}
