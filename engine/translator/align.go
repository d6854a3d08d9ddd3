package translator

// added marks a message that a hook sent and that stands for no content.
const added = -1

// alignLimit bounds the work of finding what moved: beyond it, messages are
// paired by their place. A hook that rewrites two thousand messages and more at
// once gets the plain reading.
const alignLimit = 1 << 22

// align finds, for each message that a hook sent, the shown message it stands
// for. The pairs are in order on both sides. What equals the shown message at
// its own place is paired with it (INT-38), a faulty message likewise; between
// such pairs, as many equal messages as possible find one another; what is then
// left between equal ones is paired in order, as changes.
func align(shown, sent []message) []int {
	pairs := make([]int, len(sent))
	for j := range pairs {
		pairs[j] = added
	}
	from := 0
	for i := range min(len(shown), len(sent)) {
		if sent[i].faulty || sent[i].same(shown[i]) {
			alignGap(shown[from:i], sent[from:i], pairs[from:i], from)
			pairs[i] = i
			from = i + 1
		}
	}
	if from < len(shown) {
		alignGap(shown[from:], sent[from:], pairs[from:], from)
	}
	return pairs
}

// alignGap pairs the messages of a gap whose first shown message has the place
// offset. pairs has one element for each sent message.
func alignGap(shown, sent []message, pairs []int, offset int) {
	i, j := 0, 0
	if len(shown) > 0 && len(sent) > 0 && len(shown) <= alignLimit/len(sent) {
		length := commonLengths(shown, sent)
		startI, startJ := 0, 0
		for i < len(shown) && j < len(sent) {
			switch {
			case sent[j].same(shown[i]):
				pairInOrder(pairs[startJ:j], offset+startI, i-startI)
				pairs[j] = offset + i
				i, j = i+1, j+1
				startI, startJ = i, j
			case length[i+1][j] >= length[i][j+1]:
				i++
			default:
				j++
			}
		}
		i, j = startI, startJ
	}
	pairInOrder(pairs[j:], offset+i, len(shown)-i)
}

func pairInOrder(pairs []int, first, count int) {
	for n := range min(len(pairs), count) {
		pairs[n] = first + n
	}
}

// commonLengths gives, for each pair of suffixes, the length of their longest
// common subsequence.
func commonLengths(shown, sent []message) [][]int32 {
	length := make([][]int32, len(shown)+1)
	cells := make([]int32, (len(shown)+1)*(len(sent)+1))
	for i := range length {
		length[i] = cells[i*(len(sent)+1) : (i+1)*(len(sent)+1)]
	}
	for i := len(shown) - 1; i >= 0; i-- {
		for j := len(sent) - 1; j >= 0; j-- {
			if sent[j].same(shown[i]) {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	return length
}
