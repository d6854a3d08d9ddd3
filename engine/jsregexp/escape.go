package jsregexp

// atomEscape handles what follows a backslash outside of a class.
func (t *translator) atomEscape() error {
	start := t.pos - 1
	switch unit := t.peek(); {
	case unit < 0:
		return t.fault(`\ at end of pattern`, start)
	case '1' <= unit && unit <= '9':
		t.decimalEscape()
		return nil
	case unit == 'k' && t.groups.named:
		return t.namedReference()
	case unit == 'c' && !isLetter(t.peekSecond()):
		// Annex B: the backslash is a literal, and the c an atom of its own.
		emitUnit(&t.out, '\\')
		return nil
	}
	if set, ok := classEscape(t.peek()); ok {
		t.pos++
		set.emit(&t.out)
		return nil
	}
	emitUnit(&t.out, t.characterEscape())
	return nil
}

// decimalEscape handles a backslash before a digit other than 0: a reference
// where the pattern has that many groups, otherwise a legacy octal escape or,
// for 8 and 9, the digit itself.
func (t *translator) decimalEscape() {
	start := t.pos
	if number, _ := t.decimal(maxCaptures + 1); number <= t.groups.count {
		t.reference(number)
		return
	}
	t.pos = start
	emitUnit(&t.out, t.characterEscape())
}

// namedReference handles `\k` in a pattern that has named groups.
func (t *translator) namedReference() error {
	start := t.pos - 1
	t.pos++
	if !t.accept("<") {
		return t.fault("invalid named reference", start)
	}
	name, ok := t.groupName()
	if !ok {
		return t.fault("invalid named reference", start)
	}
	number, ok := t.groups.numbers[name]
	if !ok {
		return t.fault("reference to a group that does not exist", start)
	}
	t.reference(number)
	return nil
}

// characterEscape returns the code unit of the escape at the cursor. The backslash was
// already read, and at least one unit follows. An incomplete escape, such as `\x4`,
// means its first unit.
func (t *translator) characterEscape() rune {
	if isOctal(t.peek()) {
		return t.octal()
	}
	unit := t.next()
	switch unit {
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'v':
		return '\v'
	case 'c':
		return controlUnit(t.next())
	case 'x':
		if value, ok := t.hex(2); ok {
			return value
		}
	case 'u':
		if value, ok := t.hex(4); ok {
			return value
		}
	}
	return unit
}

// controlUnit returns the control character that `\c` names with unit.
func controlUnit(unit rune) rune {
	return unit % 32
}

// peekSecond returns the unit after the one at the cursor, or -1.
func (c *cursor) peekSecond() rune {
	if c.pos+1 >= len(c.units) {
		return -1
	}
	return c.units[c.pos+1]
}

// class parses a character class whose opening bracket was already read.
func (t *translator) class() (unitSet, error) {
	start := t.pos - 1
	negated := t.accept("^")
	var set unitSet
	for !t.accept("]") {
		if t.done() {
			return nil, t.fault("unterminated character class", start)
		}
		members, err := t.classMember()
		if err != nil {
			return nil, err
		}
		set = append(set, members...)
	}
	if negated {
		return set.complement(), nil
	}
	return set, nil
}

// classMember parses a class atom, or a range between two of them.
func (t *translator) classMember() (unitSet, error) {
	start := t.pos
	low, err := t.classAtom()
	if err != nil || !t.at("-") || t.peekSecond() == ']' || t.peekSecond() < 0 {
		return low.set, err
	}
	t.pos++
	high, err := t.classAtom()
	if err != nil {
		return nil, err
	}
	if low.multiple || high.multiple {
		// Annex B: a set can't end a range, so the hyphen is a literal.
		return append(append(low.set, high.set...), unitRange{'-', '-'}), nil
	}
	first, last := low.set[0].first, high.set[0].first
	if first > last {
		return nil, t.fault("range out of order in character class", start)
	}
	return unitSet{{first, last}}, nil
}

// classAtom is one unit or, when multiple is true, what a class escape names.
type classAtom struct {
	set      unitSet
	multiple bool
}

func (t *translator) classAtom() (classAtom, error) {
	start := t.pos
	unit := t.next()
	if unit != '\\' {
		return singleUnit(unit), nil
	}
	switch escaped := t.peek(); {
	case escaped < 0:
		return classAtom{}, t.fault(`\ at end of pattern`, start)
	case escaped == 'b':
		t.pos++
		return singleUnit('\b'), nil
	case escaped == 'k' && t.groups.named:
		return classAtom{}, t.fault("invalid escape", start)
	case escaped == 'c':
		return singleUnit(t.classControl()), nil
	}
	if set, ok := classEscape(t.peek()); ok {
		t.pos++
		return classAtom{set: set, multiple: true}, nil
	}
	return singleUnit(t.characterEscape()), nil
}

// classControl handles `\c` in a class, where digits and the underscore name a
// control character too. Before anything else the backslash is a literal.
func (t *translator) classControl() rune {
	unit := t.peekSecond()
	if isLetter(unit) || isDigit(unit) || unit == '_' {
		t.pos += 2
		return controlUnit(unit)
	}
	return '\\'
}

func singleUnit(unit rune) classAtom {
	return classAtom{set: unitSet{{unit, unit}}}
}
