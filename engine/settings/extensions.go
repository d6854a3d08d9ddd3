package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
)

// An Extension is the hook-related part of an installed extension.
type Extension struct {
	Name string
	// Active reports whether the extension is enabled for the project.
	Active bool
	// Hooks is the hooks value of its manifest, of any kind; nil if there is none.
	Hooks *document.Node
	// Path is the manifest's file; empty for an extension from memory.
	Path string
}

// ExtensionFromValue makes an extension from memory. hooks is a value of package
// jsonvalue, or nil for none. It returns an error if the value is not JSON.
func ExtensionFromValue(name string, active bool, hooks any) (Extension, error) {
	extension := Extension{Name: name, Active: active}
	if hooks == nil {
		return extension, nil
	}
	node, err := document.FromValue(hooks)
	if err != nil {
		return Extension{}, fmt.Errorf("extension %q: %w", name, err)
	}
	extension.Hooks = node
	return extension, nil
}

// loadExtensions reads the manifest of each directory below paths.Extensions.
func (doc *Document) loadExtensions(rules dialect.Settings, paths Paths) {
	if paths.Extensions == "" {
		return
	}
	entries, err := os.ReadDir(paths.Extensions)
	if err != nil {
		if !missing(err) {
			doc.skip(Fault{hook.Position{File: paths.Extensions}, cause(err).Error()}, "no extension is read")
		}
		return
	}
	reader := extensionReader{doc, rules}
	switches := reader.switches(filepath.Join(paths.Extensions, rules.Extensions.Switches))
	for _, entry := range entries {
		path := filepath.Join(paths.Extensions, entry.Name())
		// Stat follows the link of an extension in another folder.
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			continue
		}
		root, manifest := reader.manifest(path)
		if root == nil {
			continue
		}
		extension := Extension{Name: entry.Name(), Path: manifest}
		if name, ok := root.Field("name"); ok && name.Text() != "" {
			extension.Name = name.Text()
		}
		extension.Active = active(switches, extension.Name, paths.ProjectDir)
		extension.Hooks, _ = root.Field(rules.Hooks)
		doc.Extensions = append(doc.Extensions, extension)
	}
}

// extensionReader reads the files in an extension's folder.
type extensionReader struct {
	doc   *Document
	rules dialect.Settings
}

// manifest reads an extension's manifest; nil if there is no readable one. The manifest
// of a linked extension is where its install record points.
func (r extensionReader) manifest(dir string) (root *document.Node, path string) {
	if root, path, found := r.firstOf(dir, r.rules.Extensions.Manifests); found {
		return root, path
	}
	record, _, _ := r.firstOf(dir, r.rules.Extensions.Records)
	if record == nil {
		return nil, ""
	}
	kind, linked := record.Field("type")
	source, ok := record.Field("source")
	if !linked || kind.Text() != "link" || !ok {
		return nil, ""
	}
	root, path, _ = r.firstOf(source.Text(), r.rules.Extensions.Manifests)
	return root, path
}

// firstOf reads the first of the files that exists. If it has a fault, that becomes a
// warning and the node is nil.
func (r extensionReader) firstOf(dir string, names []string) (root *document.Node, path string, found bool) {
	for _, name := range names {
		path := filepath.Join(dir, name)
		root, fault := readObject(path, document.Options{AllowComments: r.rules.Comments})
		if fault != nil {
			r.doc.skip(*fault, "the extension is not read")
			return nil, path, true
		}
		if root != nil {
			return root, path, true
		}
	}
	return nil, "", false
}

func (doc *Document) skip(fault Fault, consequence string) {
	doc.Warnings = append(doc.Warnings, hook.Warning{
		Rule: "INT-35", Text: fault.Message + ": " + consequence, Position: fault.Position,
	})
}

// switches reads which extensions are enabled where. Without a readable file all are
// enabled.
func (r extensionReader) switches(path string) *document.Node {
	switches, fault := readObject(path, document.Options{AllowComments: r.rules.Comments})
	if fault != nil {
		r.doc.skip(*fault, "all extensions count as active")
	}
	return switches
}

// active reports whether an extension is enabled, by the last of its rules that matches
// the project. A rule is a directory in which * matches anything. It disables the
// extension if it starts with an exclamation mark.
func active(switches *document.Node, name, projectDir string) bool {
	if switches == nil {
		return true
	}
	rules, ok := switches.At(name, "overrides")
	if !ok {
		return true
	}
	project := filepath.ToSlash(projectDir)
	project = "/" + strings.Trim(project, "/") + "/"
	on := true
	for _, item := range rules.Items() {
		rule, off := strings.CutPrefix(item.Text(), "!")
		if expression, err := ruleExpression(rule); err == nil && expression.MatchString(project) {
			on = !off
		}
	}
	return on
}

// ruleExpression translates a rule. A star also matches without the slash before it, so
// that /a/* matches /a/ itself and everything below it. It returns an error for a rule
// that is too long to compile, which matches nothing.
func ruleExpression(rule string) (*regexp.Regexp, error) {
	var b strings.Builder
	b.WriteString("(?s)^")
	parts := strings.Split(filepath.ToSlash(rule), "*")
	for i, part := range parts {
		literal, slash := part, ""
		if i < len(parts)-1 {
			if rest, ok := strings.CutSuffix(part, "/"); ok {
				literal, slash = rest, "/"
			}
		}
		b.WriteString(regexp.QuoteMeta(literal))
		if i < len(parts)-1 {
			b.WriteString("(" + slash + ".*)?")
		}
	}
	b.WriteString("$")
	return regexp.Compile(b.String())
}
