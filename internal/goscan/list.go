package goscan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/hooktest/hooktest/internal/guard"
)

// Listed is the output of `go list` for one package.
type Listed struct {
	ImportPath, Name, Dir string
	GoFiles, Imports      []string
	// Export is the file with the package's export data, if List was called with
	// the flag -export.
	Export string
	Module *struct{ Path string }
}

// List lists the packages of the patterns and all that they depend on,
// dependencies first, as seen from dir. env is added to the process's
// environment; flags go to `go list`.
func List(dir string, env, flags []string, patterns ...string) ([]Listed, error) {
	args := append([]string{"list", "-deps", "-json=ImportPath,Name,Dir,GoFiles,Imports,Export,Module"}, flags...)
	command := exec.Command("go", append(args, patterns...)...)
	command.Dir = dir
	command.Env = append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := guard.Run(command); err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	var packages []Listed
	decoder := json.NewDecoder(&stdout)
	for {
		var p Listed
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages, nil
		}
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, p)
	}
}
