package contractfile

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// CompileAll returns the files that package dialect embeds, by name: one for each contract
// NAME.yaml in a folder, and index.json, which lists these and LLxprt Code's.
func CompileAll(folder string) (map[string][]byte, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		return nil, err
	}
	all := []*dialect.Contract{dialect.LLxprt()}
	var faults []error
	for _, path := range paths {
		c, err := Builtin(folder, strings.TrimSuffix(filepath.Base(path), ".yaml"))
		if err != nil {
			faults = append(faults, err)
			continue
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b *dialect.Contract) int { return a.Order - b.Order })
	files := map[string][]byte{}
	index := make([]any, len(all))
	for i, c := range all {
		index[i] = plain(reflect.ValueOf(dialect.Summarize(c)))
		if c.Reading != nil {
			files[c.Name+".json"] = Compile(c)
		}
	}
	files["index.json"] = jsonvalue.Marshal(index)
	return files, errors.Join(faults...)
}

// Compile returns a contract as package dialect embeds it: JSON that needs neither a YAML parser
// nor the contract that it extends. Fields without a value are left out.
func Compile(c *dialect.Contract) []byte { return jsonvalue.Marshal(plain(reflect.ValueOf(*c))) }

// plain converts a value to package jsonvalue, with the names that encoding/json expects.
func plain(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Pointer:
		return plain(v.Elem())
	case reflect.Struct:
		object := jsonvalue.New()
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				object.Set(v.Type().Field(i).Name, plain(v.Field(i)))
			}
		}
		return object
	case reflect.Slice:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = plain(v.Index(i))
		}
		return list
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		object := jsonvalue.New()
		for _, key := range keys {
			object.Set(key.String(), plain(v.MapIndex(key)))
		}
		return object
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return v.Bool()
	case reflect.Float64:
		return json.Number(strconv.FormatFloat(v.Float(), 'g', -1, 64))
	}
	return json.Number(strconv.FormatInt(v.Int(), 10))
}
