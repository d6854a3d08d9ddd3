package prover

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

var profileLine = regexp.MustCompile(`^(.+):(\d+)\.\d+,(\d+)\.\d+ \d+ (\d+)$`)

// executed reads a coverage profile and returns the lines that ran. It ignores files
// outside of the module.
func executed(module string, profile []byte) (map[string]proof.Lines, error) {
	all := map[string]proof.Lines{}
	in := bufio.NewScanner(bytes.NewReader(profile))
	for n := 1; in.Scan(); n++ {
		if strings.HasPrefix(in.Text(), "mode: ") {
			continue
		}
		m := profileLine.FindStringSubmatch(in.Text())
		if m == nil {
			return nil, fmt.Errorf("line %d of the coverage profile is none: %q", n, in.Text())
		}
		first, errFirst := strconv.Atoi(m[2])
		last, errLast := strconv.Atoi(m[3])
		if errFirst != nil || errLast != nil || last < first {
			return nil, fmt.Errorf("line %d of the coverage profile is none: %q", n, in.Text())
		}
		if file, own := strings.CutPrefix(m[1], module+"/"); own && strings.Trim(m[4], "0") != "" {
			all[file] = append(all[file], [2]int{first, last})
		}
	}
	for file, lines := range all {
		all[file] = joined(lines)
	}
	return all, in.Err()
}

// joined sorts ranges and joins adjacent ones.
func joined(lines proof.Lines) proof.Lines {
	slices.SortFunc(lines, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	out := lines[:0]
	for _, r := range lines {
		if n := len(out); n > 0 && r[0] <= out[n-1][1]+1 {
			out[n-1][1] = max(out[n-1][1], r[1])
		} else {
			out = append(out, r)
		}
	}
	return out
}
