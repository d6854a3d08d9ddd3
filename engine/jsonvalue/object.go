package jsonvalue

import (
	"encoding/json"
	"iter"
)

// A Member is one key of an object with its value.
type Member struct {
	Key   string
	Value any
}

// An Object is a JSON object that keeps the order of its keys. The nil Object
// reads as an empty one. An Object is not safe for concurrent change.
type Object struct {
	members []Member
	index   map[string]int
}

// indexFrom is the number of members from which an object gets a map: hook payloads
// rarely have more than a few.
const indexFrom = 16

// New makes an object of the given members in order. A later member replaces an earlier
// one with the same key, in the earlier one's place.
func New(members ...Member) *Object {
	o := &Object{}
	for _, m := range members {
		o.Set(m.Key, m.Value)
	}
	return o
}

// Len is the number of keys.
func (o *Object) Len() int {
	if o == nil {
		return 0
	}
	return len(o.members)
}

func (o *Object) find(key string) (int, bool) {
	if o == nil {
		return 0, false
	}
	if o.index != nil {
		i, ok := o.index[key]
		return i, ok
	}
	for i := range o.members {
		if o.members[i].Key == key {
			return i, true
		}
	}
	return 0, false
}

// Get returns the value of a key and whether the key is present; a key with the value
// null is present.
func (o *Object) Get(key string) (any, bool) {
	i, ok := o.find(key)
	if !ok {
		return nil, false
	}
	return o.members[i].Value, true
}

// Has reports whether the key is present.
func (o *Object) Has(key string) bool {
	_, ok := o.find(key)
	return ok
}

// GetString returns the key's value if it is a string.
func (o *Object) GetString(key string) (string, bool) {
	v, _ := o.Get(key)
	s, ok := v.(string)
	return s, ok
}

// GetObject returns the key's value if it is an object.
func (o *Object) GetObject(key string) (*Object, bool) {
	v, _ := o.Get(key)
	child, ok := v.(*Object)
	return child, ok
}

// GetList returns the key's value if it is an array.
func (o *Object) GetList(key string) ([]any, bool) {
	v, _ := o.Get(key)
	list, ok := v.([]any)
	return list, ok
}

// GetBool returns the key's value if it is a boolean.
func (o *Object) GetBool(key string) (value, ok bool) {
	v, _ := o.Get(key)
	value, ok = v.(bool)
	return value, ok
}

// Set sets the value of a key: a known key keeps its place, a new one goes last.
func (o *Object) Set(key string, value any) {
	if i, ok := o.find(key); ok {
		o.members[i].Value = value
		return
	}
	o.members = append(o.members, Member{key, value})
	switch {
	case o.index != nil:
		o.index[key] = len(o.members) - 1
	case len(o.members) > indexFrom:
		o.reindex()
	}
}

// Delete removes a key, if it is there.
func (o *Object) Delete(key string) {
	i, ok := o.find(key)
	if !ok {
		return
	}
	o.members = append(o.members[:i:i], o.members[i+1:]...)
	if o.index != nil {
		o.reindex()
	}
}

func (o *Object) reindex() {
	o.index = make(map[string]int, len(o.members))
	for i := range o.members {
		o.index[o.members[i].Key] = i
	}
}

// All goes through the members in order.
func (o *Object) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		if o == nil {
			return
		}
		for _, m := range o.members {
			if !yield(m.Key, m.Value) {
				return
			}
		}
	}
}

// Keys returns the keys in order.
func (o *Object) Keys() []string {
	keys := make([]string, 0, o.Len())
	for key := range o.All() {
		keys = append(keys, key)
	}
	return keys
}

// Overlay returns a new object with o's members overlaid by top's, one level deep: the
// shallow merge of HOOK-098, 105 and 216. Neither object changes; values are shared.
func (o *Object) Overlay(top *Object) *Object {
	merged := New()
	for key, value := range o.All() {
		merged.Set(key, value)
	}
	for key, value := range top.All() {
		merged.Set(key, value)
	}
	return merged
}

// Strings returns texts as a JSON array.
func Strings(texts []string) []any {
	all := make([]any, len(texts))
	for i, text := range texts {
		all[i] = text
	}
	return all
}

// Clone copies the object deeply; the clone of nil is nil.
func (o *Object) Clone() *Object {
	if o == nil {
		return nil
	}
	c := &Object{members: make([]Member, len(o.members))}
	for i, m := range o.members {
		c.members[i] = Member{m.Key, Clone(m.Value)}
	}
	if o.index != nil {
		c.reindex()
	}
	return c
}

// MarshalJSON writes the object as Marshal does.
func (o *Object) MarshalJSON() ([]byte, error) {
	if o == nil {
		return []byte("null"), nil
	}
	return Marshal(o), nil
}

// UnmarshalJSON reads an object as ParseObject does.
func (o *Object) UnmarshalJSON(data []byte) error {
	parsed, err := ParseObject(data)
	if err != nil {
		return err
	}
	*o = *parsed
	return nil
}

var (
	_ json.Marshaler   = (*Object)(nil)
	_ json.Unmarshaler = (*Object)(nil)
)
