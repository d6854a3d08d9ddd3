package prover

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/hooktest/hooktest/conformance/prove/internal/mutants"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// weave builds one program with all mutants that can share one, except those that do
// not compile.
func (p *proving) weave(ctx context.Context, together []proof.Mutant) error {
	for round := 1; len(together) > 0; round++ {
		woven, err := p.tree.Weave(p.Module, together)
		if err != nil {
			return err
		}
		program := filepath.Join(p.Folder, "woven-"+strconv.Itoa(round))
		err = p.build(ctx, woven.Files, program)
		if err == nil {
			for _, m := range together {
				p.subjects[m.ID] = active(program, woven, m)
			}
			return nil
		}
		broken, isBuild := errors.AsType[*buildError](err)
		if !isBuild {
			return err
		}
		unviable := blamed(woven, broken.Output)
		if len(unviable) == 0 {
			return err
		}
		together = slices.DeleteFunc(slices.Clone(together), func(m proof.Mutant) bool {
			message, found := unviable[m.ID]
			if found {
				p.keep(proof.Result{Mutant: m.ID, Clause: m.Clause, Status: proof.Unviable, Detail: message})
			}
			return found
		})
	}
	return nil
}

// active returns a woven program in which a mutant, or its group, is active.
func active(program string, woven mutants.Weave, m proof.Mutant) subject {
	return subject{program, []string{mutants.Switch + "=" + strconv.Itoa(woven.Numbers[m.ID])}}
}

// blamed returns the first message of the compiler for each mutant.
func blamed(woven mutants.Weave, output string) map[string]string {
	all := map[string]string{}
	for _, message := range compilerMessage.FindAllStringSubmatch(output, -1) {
		line, _ := strconv.Atoi(message[2])
		id, ok := woven.MutantAt(message[1], line)
		if _, told := all[id]; ok && !told {
			all[id] = message[3]
		}
	}
	return all
}

// single builds a program for one mutant.
func (p *proving) single(ctx context.Context, m proof.Mutant) (subject, error) {
	changed, err := p.tree.Apply(m)
	if err != nil {
		return subject{}, err
	}
	program := filepath.Join(p.Folder, "alone-"+digest([]byte(m.ID))[:16])
	return subject{program: program}, p.build(ctx, changed.Files, program)
}
