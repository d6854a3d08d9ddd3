package contractfile

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
)

// reach visits every type in a contract, with the place where it was found.
func reach(t reflect.Type, at string, seen map[reflect.Type]bool, visit func(reflect.Type, string)) {
	if seen[t] {
		return
	}
	seen[t] = true
	visit(t, at)
	switch t.Kind() {
	case reflect.Struct:
		for _, field := range reflect.VisibleFields(t) {
			if _, closed := unwritten()[place{t, field.Name}]; !closed {
				reach(field.Type, at+"."+field.Name, seen, visit)
			}
		}
	case reflect.Map:
		reach(t.Key(), at+"[]", seen, visit)
		reach(t.Elem(), at+"[]", seen, visit)
	case reflect.Slice, reflect.Pointer:
		reach(t.Elem(), at+"[]", seen, visit)
	}
}

// A file can set every field of a contract. This test fails if a new field is not supported.
func TestEveryValueOfAContractCanBeWritten(t *testing.T) {
	free := map[reflect.Type]bool{reflect.TypeFor[string](): true, reflect.TypeFor[dialect.Path](): true, eventType(): true}
	used := map[reflect.Type]bool{}
	see := func(of reflect.Type, at string) {
		used[of] = true
		switch of.Kind() {
		case reflect.String:
			_, closed := words()[of]
			assert.True(t, closed || free[of], "%s: the words of %s are not in the table", at, of)
		case reflect.Struct:
			keys := map[string]bool{}
			for _, field := range reflect.VisibleFields(of) {
				assert.True(t, field.IsExported(), "%s.%s", at, field.Name)
				assert.False(t, keys[key(field)], "%s.%s: two fields share the key %s", at, field.Name, key(field))
				keys[key(field)] = true
			}
		case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Bool, reflect.Int, reflect.Float64:
		default:
			if of == duration() {
				return
			}
			assert.Fail(t, "no file can have it", "%s is of the type %s", at, of)
		}
	}
	seen := map[reflect.Type]bool{}
	reach(reflect.TypeFor[dialect.Contract](), "Contract", seen, see)
	for of, field := range named() {
		assert.True(t, used[of], "%s is not part of a contract", of)
		_, ok := of.FieldByName(field)
		assert.True(t, ok, "%s has no %s", of, field)
	}
	for of := range words() {
		assert.True(t, used[of], "%s is not part of a contract", of)
	}
	for p := range unwritten() {
		_, ok := p.of.FieldByName(p.name)
		assert.True(t, ok && used[p.of], "%s.%s", p.of, p.name)
	}
	for _, p := range quoted() {
		field, ok := p.of.FieldByName(p.name)
		assert.True(t, ok && used[p.of] && field.Type.Kind() == reflect.String, "%s.%s", p.of, p.name)
	}
}

// Row names are unique: no list in any contract has two rows of the same name.
func TestNamesOfRowsAreTheirOwn(t *testing.T) {
	for _, c := range dialect.Contracts() {
		eachList(reflect.ValueOf(*c), c.Name, func(list reflect.Value, at string) {
			name, ok := named()[list.Type().Elem()]
			if !ok {
				return
			}
			seen := map[string]bool{}
			for i := range list.Len() {
				text := list.Index(i).FieldByName(name).String()
				assert.False(t, seen[text], "%s: %q is there twice", at, text)
				seen[text] = true
			}
		})
	}
}

func eachList(v reflect.Value, at string, visit func(reflect.Value, string)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			eachList(v.Field(i), at+"."+v.Type().Field(i).Name, visit)
		}
	case reflect.Slice:
		visit(v, at)
		for i := range v.Len() {
			eachList(v.Index(i), at+"["+strconv.Itoa(i)+"]", visit)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			eachList(v.Elem(), at, visit)
		}
	}
}

// The words of a type are its constants.
func TestWordsAreTheConstants(t *testing.T) {
	declared := map[string][]string{}
	names, err := filepath.Glob("../../../../engine/dialect/*.go")
	require.NoError(t, err)
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			of, ok := spec.Type.(*ast.Ident)
			literal, isText := spec.Values[0].(*ast.BasicLit)
			if ok && isText && literal.Kind == token.STRING {
				text, err := strconv.Unquote(literal.Value)
				require.NoError(t, err)
				declared[of.Name] = append(declared[of.Name], text)
			}
			return true
		})
	}
	for of, known := range words() {
		assert.ElementsMatch(t, declared[of.Name()], known, "words of cmd/hooktest/internal/contractfile/table.go lists all constants of %s", of)
	}
}

func TestKeys(t *testing.T) {
	type fields struct{ ID, JSON, MCPPrefix, At, StopWins, OneX int }
	var keys []string
	for _, field := range reflect.VisibleFields(reflect.TypeFor[fields]()) {
		keys = append(keys, key(field))
	}
	assert.Equal(t, []string{"id", "json", "mcpPrefix", "at", "stopWins", "oneX"}, keys)
	assert.False(t, slices.ContainsFunc(keys, func(k string) bool { return strings.ToUpper(k[:1]) == k[:1] }))
}
