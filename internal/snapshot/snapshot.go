// Package snapshot keeps values as text that a program reads quickly when it starts. encoding/json
// first prepares a decoder and an encoder for each type, which takes longer than reading.
//
// A snapshot is a line for each scalar, and one for the number of elements of a slice or a map. A
// struct is a line with the names of its fields that are not zero, followed by their values. A
// pointer is the value that it points to. A text that has a line feed or begins with a quote is
// quoted as in Go.
//
// A snapshot is embedded in the program that reads it, next to a test that compares it with its
// source. It has no version.
package snapshot

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Encode returns the snapshot of a value of structs, slices, maps with texts as keys, pointers,
// texts, booleans and numbers. Maps are in the order of their keys. It fails at values of other
// kinds, at fields that are not exported, and at nil pointers outside of structs.
func Encode(value any) (string, error) {
	var out strings.Builder
	err := encode(&out, reflect.ValueOf(value))
	return out.String(), err
}

func encode(out *strings.Builder, v reflect.Value) error {
	switch v.Kind() {
	case reflect.String:
		text := v.String()
		if strings.Contains(text, "\n") || strings.HasPrefix(text, `"`) {
			text = strconv.Quote(text)
		}
		fmt.Fprintln(out, text)
	case reflect.Bool:
		fmt.Fprintln(out, v.Bool())
	case reflect.Int, reflect.Int64:
		fmt.Fprintln(out, v.Int())
	case reflect.Float64:
		fmt.Fprintln(out, v.Float())
	case reflect.Pointer:
		return encode(out, v.Elem())
	case reflect.Struct:
		var set []string
		var values []reflect.Value
		for field, value := range v.Fields() {
			if !field.IsExported() {
				return fmt.Errorf("%s.%s is not exported", v.Type(), field.Name)
			}
			if !value.IsZero() {
				set, values = append(set, field.Name), append(values, value)
			}
		}
		fmt.Fprintln(out, strings.Join(set, " "))
		return encodeAll(out, values...)
	case reflect.Slice:
		fmt.Fprintln(out, v.Len())
		for i := range v.Len() {
			if err := encode(out, v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Map:
		fmt.Fprintln(out, v.Len())
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			if err := encodeAll(out, key, v.MapIndex(key)); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("a snapshot can't hold a value of kind %s", v.Kind())
	}
	return nil
}

func encodeAll(out *strings.Builder, values ...reflect.Value) error {
	for _, v := range values {
		if err := encode(out, v); err != nil {
			return err
		}
	}
	return nil
}

// Decode reads a snapshot into the value that a pointer points to. Texts share the memory of the
// snapshot. The error is for a snapshot of another type.
func Decode(snapshot string, into any) error {
	d := decoder{rest: snapshot, fields: map[reflect.Type][]string{}}
	if err := d.value(reflect.ValueOf(into).Elem()); err != nil {
		return err
	}
	if d.rest != "" {
		return errors.New("a snapshot goes on after its value")
	}
	return nil
}

type decoder struct {
	rest string
	// fields are the names of a struct's fields, because reflect allocates them for each call.
	fields map[reflect.Type][]string
}

func (d *decoder) line() string {
	line, rest, _ := strings.Cut(d.rest, "\n")
	d.rest = rest
	return line
}

// count reads the number of elements, each of which has at least a line.
func (d *decoder) count() (int, error) {
	n, err := strconv.Atoi(d.line())
	if err == nil && (n < 0 || n > len(d.rest)) {
		err = fmt.Errorf("a snapshot of %d bytes can't have %d more elements", len(d.rest), n)
	}
	return n, err
}

func (d *decoder) value(v reflect.Value) error {
	switch v.Kind() {
	case reflect.String:
		text := d.line()
		if strings.HasPrefix(text, `"`) {
			var err error
			if text, err = strconv.Unquote(text); err != nil {
				return err
			}
		}
		v.SetString(text)
	case reflect.Bool:
		is, err := strconv.ParseBool(d.line())
		v.SetBool(is)
		return err
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(d.line(), 10, 64)
		v.SetInt(n)
		return err
	case reflect.Float64:
		n, err := strconv.ParseFloat(d.line(), 64)
		v.SetFloat(n)
		return err
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return d.value(v.Elem())
	case reflect.Struct:
		return d.structure(v)
	case reflect.Slice:
		n, err := d.count()
		if err != nil {
			return err
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			if err := d.value(v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Map:
		n, err := d.count()
		if err != nil {
			return err
		}
		v.Set(reflect.MakeMapWithSize(v.Type(), n))
		for range n {
			key, element := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			if err := errors.Join(d.value(key), d.value(element)); err != nil {
				return err
			}
			v.SetMapIndex(key, element)
		}
	default:
		return fmt.Errorf("a snapshot can't hold a value of kind %s", v.Kind())
	}
	return nil
}

// structure reads a struct, whose fields are in the order of its type.
func (d *decoder) structure(v reflect.Value) error {
	names, known := d.fields[v.Type()]
	if !known {
		for field := range v.Type().Fields() {
			names = append(names, field.Name)
		}
		d.fields[v.Type()] = names
	}
	next := 0
	for name := range strings.FieldsSeq(d.line()) {
		i := slices.Index(names[next:], name)
		if i < 0 {
			return fmt.Errorf("%s has no field %s, or not there", v.Type(), name)
		}
		if err := d.value(v.Field(next + i)); err != nil {
			return err
		}
		next += i + 1
	}
	return nil
}
