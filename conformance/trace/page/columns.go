package page

// evidenceColumns have an entry for each evidence. An index is the difference to the
// previous one.
type evidenceColumns struct {
	Runs    [][]int     `json:"runs"`
	Request []int       `json:"request"`
	Answer  []int       `json:"answer"`
	Stderr  []int       `json:"stderr"`
	Dropped map[int]int `json:"dropped"`
}

// runColumns have an entry for each run. Rest has an entry for each run with more data.
// Stdin is as in evidenceColumns.
type runColumns struct {
	Hook         []string     `json:"hook"`
	Run          []int        `json:"run"`
	Folder       []int        `json:"folder"`
	Stdin        []int        `json:"stdin"`
	Exit         []*int       `json:"exit"`
	Milliseconds []*float64   `json:"ms"`
	Rest         map[int]rest `json:"rest"`
}

func (b *bulk) columns() {
	e := &b.Evidence
	e.Dropped = map[int]int{}
	for i, one := range b.all {
		e.Runs = append(e.Runs, differences(one.Runs))
		e.Request, e.Answer, e.Stderr = append(e.Request, one.Request), append(e.Answer, one.Answer), append(e.Stderr, one.Stderr)
		if one.Dropped > 0 {
			e.Dropped[i] = one.Dropped
		}
	}
	e.Request, e.Answer, e.Stderr = differences(e.Request), differences(e.Answer), differences(e.Stderr)
	r := &b.Runs
	r.Rest = map[int]rest{}
	for i, one := range b.every {
		r.Hook, r.Run, r.Folder = append(r.Hook, one.Hook), append(r.Run, one.Run), append(r.Folder, one.Folder)
		r.Stdin, r.Exit, r.Milliseconds = append(r.Stdin, one.Stdin), append(r.Exit, one.Exit), append(r.Milliseconds, one.Milliseconds)
		if len(one.Rest.Argv) > 0 || len(one.Rest.Signals) > 0 {
			r.Rest[i] = one.Rest
		}
	}
	r.Stdin = differences(r.Stdin)
}

// differences returns the difference of each number to the previous one, and the first
// number.
func differences(of []int) []int {
	out, before := make([]int, len(of)), 0
	for i, n := range of {
		out[i], before = n-before, n
	}
	return out
}
