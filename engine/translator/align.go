package translator

// added marks a message from a hook that has no matching content.
const added = -1

// alignLimit limits the search for moved messages. Beyond it, messages are paired by
// position. A hook that rewrites more than about two thousand messages at once reaches
// it.
const alignLimit = 1 << 22

// align finds the shown message that each sent message corresponds to. The pairs are in
// order on both sides. A message that equals the shown message at its own position is
// paired with it (INT-38), and so is a faulty message. Between such pairs, the longest
// common subsequence is paired. The remaining messages between equal ones are paired in
// order, as changes.
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

// alignGap pairs the messages of a gap whose first shown message has the index offset.
// pairs has one element for each sent message.
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

// commonLengths returns, for each pair of suffixes, the length of their longest common
// subsequence.
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
