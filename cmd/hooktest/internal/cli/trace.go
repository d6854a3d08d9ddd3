package cli

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/proof"
	"github.com/hooktest/hooktest/conformance/suite"
)

// module is the path of the module that holds the reference engine.
const module = "github.com/hooktest/hooktest"

// traceOptions are what all trace commands share.
type traceOptions struct {
	*app
	dir  string
	root string

	catalogue *catalogue.Catalogue
	cases     []suite.Case
	mutants   mutants.Set
}

func (a *app) newTrace() *cobra.Command {
	o := &traceOptions{app: a}
	cmd := &cobra.Command{
		Use:     "trace",
		Short:   "Trace every requirement to code, case and proof",
		GroupID: groupImplementers,
		Args:    a.unknownCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.PersistentFlags().StringVar(&o.dir, "dir", ".", "a `folder` in the source of the reference engine")
	cmd.AddCommand(o.newProve())
	return cmd
}

// load reads what a source tree says, without running anything.
func (o *traceOptions) load() error {
	var err error
	if o.root, err = mutants.Root(o.dir); err != nil {
		return usage(err.Error(), "trace works on the source of the reference engine: --dir FOLDER")
	}
	tree := os.DirFS(o.root)
	folder, err := fs.Sub(tree, "conformance/catalogue")
	if err != nil {
		return fault(err)
	}
	if o.catalogue, err = catalogue.Open(folder); err != nil {
		return &failure{code: exitFault, message: err.Error(), hint: "the catalogue is broken"}
	}
	scripts, err := fs.Sub(tree, "testscripts")
	if err != nil {
		return fault(err)
	}
	if o.cases, err = suite.Load(scripts); err != nil {
		return &failure{code: exitFault, message: err.Error(), hint: "a case file is broken"}
	}
	if o.mutants, err = mutants.Load(tree, o.catalogue); err != nil {
		return &failure{code: exitFault, message: err.Error(), hint: "a file of mutants is broken"}
	}
	return nil
}

// bench prepares a place to build and judge in. The folder is removed by the
// second value.
func (o *traceOptions) bench(jobs int) (*proof.Bench, func(), error) {
	self, err := os.Executable()
	if err != nil {
		return nil, nil, fault(err)
	}
	folder, err := os.MkdirTemp("", "hooktest-trace-")
	if err != nil {
		return nil, nil, fault(err)
	}
	b := &proof.Bench{
		Root: o.root, Module: module, Catalogue: o.catalogue, Cases: o.cases,
		Probe: []string{self, "probe-hook"}, Environ: o.environ, Folder: folder, Jobs: jobs, Version: version(),
	}
	return b, func() { _ = os.RemoveAll(filepath.Clean(folder)) }, nil
}
