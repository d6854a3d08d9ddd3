package page

import (
	"reflect"

	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/visible"
)

// shown returns a copy of the report in which every text is visible. Everything on the
// page comes from it, so no part of the page can forget to.
func shown(r trace.Report) trace.Report {
	return visibly(reflect.ValueOf(r)).Interface().(trace.Report)
}

func visibly(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.String:
		if plain(v.String()) {
			return v
		}
		return reflect.ValueOf(visible.Text(v.String())).Convert(v.Type())
	case reflect.Struct:
		// Unexported fields stay as they are, as in a time.
		copied := reflect.New(v.Type()).Elem()
		copied.Set(v)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				copied.Field(i).Set(visibly(v.Field(i)))
			}
		}
		return copied
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		copied := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			copied.Index(i).Set(visibly(v.Index(i)))
		}
		return copied
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		copied := reflect.MakeMapWithSize(v.Type(), v.Len())
		for at := v.MapRange(); at.Next(); {
			copied.SetMapIndex(visibly(at.Key()), visibly(at.Value()))
		}
		return copied
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		copied := reflect.New(v.Type().Elem())
		copied.Elem().Set(visibly(v.Elem()))
		return copied
	}
	return v
}

// plain reports whether a text is visible as it is, as most are.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\n' && c != '\t' || c > '~' {
			return false
		}
	}
	return true
}
