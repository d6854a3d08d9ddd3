package registry

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jstext"
)

// limit applies the settings' limits to a hook.
func (o *observed) limit(entry *hook.Entry, config *document.Node) {
	settings, server := o.contract.Settings, o.contract.Handlers.Server
	if mode, _ := o.contract.InMode(); slices.Contains(mode.Unfired, entry.Event) {
		entry.Off = hook.Off{Why: fmt.Sprintf("%s is not fired in %s mode", entry.Event, o.contract.Mode), Rule: mode.Fact}
	}
	if len(o.limits.Off) > 0 {
		name, _ := textOf(config, settings.Silenced.Name)
		if name == "" {
			name = entry.Command
		}
		if slices.Contains(o.limits.Off, name) {
			entry.Off = hook.Off{Why: fmt.Sprintf("%s has %s", settings.Silenced.Title(), jstext.Quote(name)), Rule: settings.Silenced.Fact}
		}
	}
	q := entry.Question
	if q == nil || q.URL == "" {
		return
	}
	if o.limits.URLs != nil && !slices.ContainsFunc(o.limits.URLs, func(pattern string) bool { return Admits(pattern, q.URL) }) {
		entry.Off = hook.Off{Why: fmt.Sprintf("%s has no pattern for %s", server.URLs.Title(), q.URL), Rule: server.URLs.Fact}
	}
	if o.limits.Variables != nil {
		q.Allowed = slices.DeleteFunc(q.Allowed, func(name string) bool { return !slices.Contains(o.limits.Variables, name) })
	}
}

// Admits reports whether an address matches a pattern, in which * matches anything. The
// host is compared without case and without a final dot. An address without a path
// equals the one of the root (RFC 3986, 6.2.3).
func Admits(pattern, address string) bool {
	parts := strings.Split(plain(pattern), "*")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	// A quoted text is always a valid expression.
	fits := regexp.MustCompile("(?s)^" + strings.Join(parts, ".*") + "$").MatchString
	address = plain(address)
	if fits(address) {
		return true
	}
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || parsed.RawQuery != "" || parsed.Fragment != "" {
		return false
	}
	switch parsed.Path {
	case "":
		return fits(address + "/")
	case "/":
		return fits(strings.TrimSuffix(address, "/"))
	}
	return false
}

// plain returns an address or a pattern with its host in normal form.
func plain(address string) string {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok {
		return address
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	host, port, ported := strings.Cut(strings.ToLower(rest[:end]), ":")
	host = strings.TrimSuffix(host, ".")
	if ported {
		host += ":" + port
	}
	return strings.ToLower(scheme) + "://" + host + rest[end:]
}
