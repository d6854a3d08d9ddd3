package catalogue

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

var (
	requirementID    = lazyregexp.New(`^HOOK-(\d{3})([a-z]?)$`)
	interpretationID = lazyregexp.New(`^INT-(\d{2})$`)
)

// requirementNumber returns the integer of a well-formed HOOK id.
func requirementNumber(id string) (int, bool) {
	m := requirementID.FindStringSubmatch(id)
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	return n, err == nil
}

// clauseID joins a requirement's id and a clause number.
func clauseID(owner string, n int) string { return owner + "." + strconv.Itoa(n) }

// cutClauseID splits HOOK-016a.3 into HOOK-016a and 3. A number with a sign or
// a leading zero is refused, so that every clause has one spelling.
func cutClauseID(id string) (owner string, n int, ok bool) {
	owner, digits, ok := strings.Cut(id, ".")
	if !ok || digits == "" || digits[0] < '0' || digits[0] > '9' || digits[0] == '0' && digits != "0" {
		return "", 0, false
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return "", 0, false
	}
	return owner, n, true
}

// compareIDs orders ids by number, then by what follows it. Ids have a fixed
// number of digits, so comparing them as text does that.
func compareIDs(a, b string) int { return cmp.Compare(a, b) }

// Compare orders the ids of requirements, interpretations and clauses as the
// catalogue does: HOOK-016a.9 before HOOK-016a.10.
func Compare(a, b string) int {
	ownerA, n, okA := cutClauseID(a)
	ownerB, m, okB := cutClauseID(b)
	if !okA {
		ownerA, n = a, 0
	}
	if !okB {
		ownerB, m = b, 0
	}
	return cmp.Or(compareIDs(ownerA, ownerB), cmp.Compare(n, m))
}

// Owner returns the requirement or the interpretation that a clause belongs to. It
// returns any other id unchanged.
func Owner(id string) string {
	owner, _, _ := strings.Cut(id, ".")
	return owner
}
