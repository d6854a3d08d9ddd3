package prover

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/hooktest/hooktest/conformance/prove/internal/mutants"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/goscan"
)

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Keys identify the inputs of a mutant's result: the mutant, the functions that it
// edits, the cases that must notice it, and the judge. Other changes of the engine,
// comments and layout do not change a key. A proof with --cold ignores keys.
type Keys struct {
	prover *Prover
	judge  string
	tree   *mutants.Tree
}

// Keys prepares the keys of the current tree.
func (b *Prover) Keys() (*Keys, error) {
	judge, err := proof.JudgeDigest(b.files())
	return &Keys{b, judge, mutants.NewTree(b.files())}, err
}

// Of returns the key of a mutant, 64 hexadecimal digits. The error is the error of
// Sites for the mutant.
func (k *Keys) Of(m proof.Mutant) (string, error) {
	rests := struct {
		Judge, Mutant, Check, Says string
		Edits                      []proof.Edit
		Code, Cases                []string
	}{Judge: k.judge, Mutant: m.ID, Check: m.Check, Says: m.Says, Edits: m.Edits}
	around, err := k.tree.Surroundings(m)
	if err != nil {
		return "", err
	}
	for _, text := range around {
		rests.Code = append(rests.Code, goscan.Digest(text))
	}
	for _, c := range k.prover.casesOf(m) {
		rests.Cases = append(rests.Cases, proof.CaseDigest(c))
	}
	data, err := json.Marshal(rests)
	return digest(data), err
}
