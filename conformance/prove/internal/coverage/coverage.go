// Package coverage turns the files that a program built with 'go build -cover' writes into
// the lines that it ran. They are read in the go command's binary format, version 1: its
// tool for that would be another process for each run.
//
// Most callers need Read.
package coverage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// A Reader reads the coverage of runs of one program. It reads the description of the
// program once. It is safe for concurrent use.
type Reader struct {
	mu    sync.Mutex
	known map[string][][]function
}

// A function has its source file, as the go command names it, and the lines of each of
// its blocks, in the order of the counters.
type function struct {
	file   string
	blocks [][2]int
}

// Read returns the lines that ran, by file, of all processes that wrote to a folder. The
// names of files begin with the module. Lines are joined where they are adjacent.
func (r *Reader) Read(folder string) (map[string]proof.Lines, error) {
	all := map[string]proof.Lines{}
	counters, err := filepath.Glob(filepath.Join(folder, "covcounters.*"))
	if err != nil {
		return nil, err
	}
	if len(counters) == 0 {
		return nil, errors.New("the program has written no coverage")
	}
	for _, name := range counters {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := r.count(all, data, folder); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(name), err)
		}
	}
	for file, lines := range all {
		all[file] = lines.Joined()
	}
	return all, nil
}

// program returns the functions by package of the program with a hash.
func (r *Reader) program(hash, folder string) ([][]function, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if known, ok := r.known[hash]; ok {
		return known, nil
	}
	name := "covmeta." + hash
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return nil, err
	}
	packages, err := described(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if r.known == nil {
		r.known = map[string][][]function{}
	}
	r.known[hash] = packages
	return packages, nil
}

// Sizes in bytes of the parts of a file that have one.
const (
	metaHeader    = 56
	packageHeader = 44
	counterHeader = 32
	counterFooter = 16
	segmentHeader = 16
)

// described reads the description of a program: its packages, their functions, and the
// blocks of each.
func described(data []byte) ([][]function, error) {
	c := cursor{data: data}
	if c.text(4) != "\x00cvm" || c.fixed32() != 1 {
		return nil, errors.New("it is not a description of version 1")
	}
	c.fixed64()
	entries := c.count(c.fixed64())
	c.seek(metaHeader)
	offsets := make([]int, 0, entries)
	for range entries {
		offsets = append(offsets, c.position(c.fixed64()))
	}
	var packages [][]function
	for _, at := range offsets {
		if c.err != nil {
			break
		}
		functions, err := packageOf(data[at:])
		if err != nil {
			return nil, err
		}
		packages = append(packages, functions)
	}
	return packages, c.err
}

// packageOf reads the description of one package: its functions.
func packageOf(data []byte) ([]function, error) {
	c := cursor{data: data}
	c.seek(packageHeader - 4)
	count := c.count(uint64(c.fixed32()))
	offsets := make([]int, 0, count)
	for range count {
		offsets = append(offsets, c.position(uint64(c.fixed32())))
	}
	strings := c.count(c.number())
	names := make([]string, 0, strings)
	for range strings {
		names = append(names, c.text(c.position(c.number())))
	}
	var functions []function
	for _, at := range offsets {
		if c.err != nil {
			break
		}
		c.seek(at)
		blocks := c.count(c.number())
		c.number()
		var f function
		if file := c.number(); file < uint64(len(names)) {
			f.file = names[file]
		} else {
			c.fail()
		}
		for range blocks {
			first := c.count32()
			c.number()
			last := c.count32()
			c.number()
			c.number()
			f.blocks = append(f.blocks, [2]int{first, last})
		}
		functions = append(functions, f)
	}
	return functions, c.err
}

// count adds the lines that a file of counters counts.
func (r *Reader) count(all map[string]proof.Lines, data []byte, folder string) error {
	c := cursor{data: data}
	if c.text(4) != "\x00cwm" || c.fixed32() != 1 {
		return errors.New("it is not a file of counters of version 1")
	}
	hash := fmt.Sprintf("%x", c.text(16))
	packed := c.text(1) == "\x02"
	if c.text(1) != "\x00" {
		return errors.New("its counters are big-endian")
	}
	next := c.number
	if !packed {
		next = func() uint64 { return uint64(c.fixed32()) }
	}
	packages, err := r.program(hash, folder)
	if err != nil {
		return err
	}
	end := cursor{data: data}
	end.seek(len(data) - counterFooter + 8)
	segments := end.fixed32()
	if end.err != nil {
		return end.err
	}
	c.seek(counterHeader)
	for range segments {
		functions := c.fixed64()
		skipped := uint64(c.fixed32()) + uint64(c.fixed32())
		c.seek(c.at + c.position(skipped))
		c.seek((c.at + 3) / 4 * 4)
		for range functions {
			counters, of, index := c.count(next()), next(), next()
			if c.err != nil || of >= uint64(len(packages)) || index >= uint64(len(packages[of])) || counters > len(packages[of][index].blocks) {
				return errMalformed
			}
			f := packages[of][index]
			for i := range counters {
				if next() != 0 {
					all[f.file] = append(all[f.file], f.blocks[i])
				}
			}
		}
		c.seek(c.at + counterFooter)
	}
	return c.err
}

var errMalformed = errors.New("it is malformed, or another version of the format")

// A cursor reads a file in order. After an error it returns zero.
type cursor struct {
	data []byte
	at   int
	err  error
}

func (c *cursor) fail() { c.err = errMalformed }

func (c *cursor) seek(at int) {
	if at < 0 || at > len(c.data) {
		c.fail()
		at = len(c.data)
	}
	c.at = at
}

// text returns the next bytes.
func (c *cursor) text(n int) string {
	from := c.at
	c.seek(c.at + n)
	if c.err != nil {
		return ""
	}
	return string(c.data[from:c.at])
}

func (c *cursor) fixed32() uint32 {
	if b := c.text(4); b != "" {
		return binary.LittleEndian.Uint32([]byte(b))
	}
	return 0
}

func (c *cursor) fixed64() uint64 {
	if b := c.text(8); b != "" {
		return binary.LittleEndian.Uint64([]byte(b))
	}
	return 0
}

// number returns a number in seven bits a byte, the lowest first.
func (c *cursor) number() uint64 {
	if c.err != nil {
		return 0
	}
	n, size := binary.Uvarint(c.data[c.at:])
	if size <= 0 {
		c.fail()
		return 0
	}
	c.at += size
	return n
}

// position returns a number of bytes, which the file must have.
func (c *cursor) position(n uint64) int {
	if n > uint64(len(c.data)) {
		c.fail()
		return 0
	}
	return int(n)
}

// count returns a number of things, of which each takes a byte or more.
func (c *cursor) count(n uint64) int { return c.position(n) }

// count32 returns the number of a line.
func (c *cursor) count32() int {
	n := c.number()
	if n > math.MaxInt32 {
		c.fail()
		return 0
	}
	return int(n)
}
