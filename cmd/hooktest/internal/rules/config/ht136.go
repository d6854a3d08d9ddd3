package config

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/registry"
)

// ht136 finds hooks that can't reach their server: the address is invalid, or no pattern of
// this file's list of allowed addresses matches it.
func ht136(v *view) {
	server := v.agent.Handlers.Server
	if v.root == nil || server.URL == "" {
		return
	}
	var allowed []string
	list, listed := v.root.At(server.URLs.Path...)
	listed = listed && len(server.URLs.Path) > 0 && list.Kind() == document.Array
	if listed {
		allowed = words(list)
	}
	for _, h := range v.survey.Hooks {
		node, ok := h.Action.Field(server.URL)
		if q := h.Question; q == nil || q.URL == "" || !ok || strings.Contains(q.URL, "$") {
			continue
		}
		address, err := url.Parse(node.Text())
		switch {
		case err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https":
			v.report(node.Position(), fmt.Sprintf("%q is not an address of http or https: no server is asked", node.Text()), "write the whole address, such as https://hooks.example.com/check")
		case listed && !slices.ContainsFunc(allowed, func(pattern string) bool { return registry.Admits(pattern, node.Text()) }):
			v.report(node.Position(), fmt.Sprintf("%s has no pattern for %s: unless another file's has one, the hook does not run", server.URLs.Title(), node.Text()),
				"add a pattern, such as "+address.Scheme+"://"+address.Host+"/*")
		}
	}
}
