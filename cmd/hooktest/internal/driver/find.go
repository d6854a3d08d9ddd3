package driver

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/semver"
)

// A Program is an installed agent.
type Program struct {
	// Path is the program's file, Words are the command line that starts it.
	Path  string
	Words []string
	// Version is what its package says; empty if it has none.
	Version string
}

// CacheVariable names the folder of installed agents.
const CacheVariable = "HOOKTEST_AGENTS"

// Cache returns the folder of the agents that hooktest has installed.
func Cache(getenv func(string) string) (string, error) {
	if folder := getenv(CacheVariable); folder != "" {
		return filepath.Abs(folder)
	}
	base := getenv("XDG_CACHE_HOME")
	if !filepath.IsAbs(base) {
		base = filepath.Join(getenv("HOME"), ".cache")
	}
	if !filepath.IsAbs(base) {
		return "", errors.New("there is no cache folder: HOME is not set")
	}
	return filepath.Join(base, "hooktest", "agents"), nil
}

// A Search says where to look for an agent.
type Search struct {
	// Bin is the program, Version the version; empty ones leave the choice.
	Bin, Version string
	Getenv       func(string) string
}

// Find returns the agent's program: the named one, else the installed version, else the one on the
// PATH, else the newest that was installed. The error is an *Untestable.
func (s Search) Find(a *Agent) (Program, error) {
	get := "hooktest agent get " + a.Name
	cache, err := Cache(s.Getenv)
	if err != nil {
		return Program{}, &Untestable{err.Error(), "name the folder with " + CacheVariable}
	}
	var found string
	switch {
	case s.Bin != "":
		if found, err = exec.LookPath(s.Bin); err != nil && !errors.Is(err, exec.ErrDot) {
			return Program{}, &Untestable{fmt.Sprintf("%s can't be started: %v", s.Bin, err), ""}
		}
	case s.Version != "":
		if found = a.entry(filepath.Join(cache, a.Name+"@"+s.Version)); found == "" {
			return Program{}, &Untestable{fmt.Sprintf("%s %s is not installed", a.Product, s.Version), get + "@" + s.Version + " installs it"}
		}
	default:
		for _, name := range a.Programs {
			if path, err := exec.LookPath(name); err == nil && found == "" {
				found = path
			}
		}
		for _, folder := range installed(cache, a.Name) {
			if found == "" {
				found = a.entry(folder)
			}
		}
		if found == "" {
			return Program{}, &Untestable{fmt.Sprintf("%s is not on the PATH", a.Product), get + " installs it for hooktest, or name it with --bin"}
		}
	}
	if found, err = filepath.Abs(found); err != nil {
		return Program{}, err
	}
	p := Program{Path: found, Words: []string{found}, Version: VersionOf(found)}
	if node, err := s.node(a, found, cache); err != nil {
		return Program{}, err
	} else if node != "" {
		p.Words = []string{node, real(found)}
	}
	return p, nil
}

// installed returns the folders of an agent in the cache, the newest version first.
func installed(cache, name string) []string {
	folders, _ := filepath.Glob(filepath.Join(cache, name+"@*"))
	slices.SortFunc(folders, func(a, b string) int {
		return CompareVersions(filepath.Base(b)[len(name)+1:], filepath.Base(a)[len(name)+1:])
	})
	return folders
}

// entry returns the agent's program in a folder where npm has installed it; "" if it is not there.
func (a *Agent) entry(folder string) string {
	for _, name := range a.npm() {
		own := filepath.Join(folder, "node_modules", filepath.FromSlash(name))
		var manifest struct {
			Bin json.RawMessage `json:"bin"`
		}
		text, err := os.ReadFile(filepath.Join(own, "package.json"))
		if err != nil || json.Unmarshal(text, &manifest) != nil {
			continue
		}
		// A field bin is one path, or paths by names. A package without it has the program itself.
		var one string
		var all map[string]string
		_ = json.Unmarshal(manifest.Bin, &one)
		_ = json.Unmarshal(manifest.Bin, &all)
		candidates := []string{one}
		for _, program := range a.Programs {
			candidates = append(candidates, all[program], program)
		}
		for _, c := range candidates {
			path := filepath.Join(own, filepath.FromSlash(c))
			if info, err := os.Stat(path); c != "" && err == nil && info.Mode().IsRegular() {
				return path
			}
		}
	}
	return ""
}

// real returns a path without links, or the path itself.
func real(path string) string {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		return to
	}
	return path
}

// VersionOf returns the version that the package around a program names, or a version in its path.
// It starts nothing. It returns "" if there is neither.
func VersionOf(program string) string {
	path := real(program)
	for folder := filepath.Dir(path); folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		var manifest struct{ Name, Version string }
		text, err := os.ReadFile(filepath.Join(folder, "package.json"))
		if err == nil && json.Unmarshal(text, &manifest) == nil && manifest.Version != "" {
			return manifest.Version
		}
		if filepath.Base(folder) == "node_modules" {
			break
		}
	}
	for _, part := range slices.Backward(strings.Split(filepath.ToSlash(path), "/")) {
		if strings.Count(part, ".") == 2 && semver.IsValid("v"+part) {
			return part
		}
	}
	return ""
}

// CompareVersions compares versions such as 2.1.330. A pre-release is older than its release.
func CompareVersions(a, b string) int { return semver.Compare("v"+a, "v"+b) }

// node returns the Node that runs a program; "" if the program is not a script of Node.
func (s Search) node(a *Agent, program, cache string) (string, error) {
	if a.Node == 0 || !script(program) {
		return "", nil
	}
	has := "there is none"
	candidates := []string{filepath.Join(cache, "node", "node_modules", nodePackage(), "bin", "node")}
	if path, err := exec.LookPath("node"); err == nil {
		candidates = slices.Insert(candidates, 0, path)
	}
	for _, path := range candidates {
		out, err := exec.Command(path, "--version").Output()
		if err != nil {
			continue
		}
		version := strings.TrimPrefix(strings.TrimSpace(string(out)), "v")
		if CompareVersions(version, strconv.Itoa(a.Node)) >= 0 {
			return path, nil
		}
		has = "there is " + version
	}
	return "", &Untestable{fmt.Sprintf("%s needs Node %d or newer, and %s", a.Product, a.Node, has), "hooktest agent get " + a.Name + " installs one for it"}
}

// script reports whether a program is a script of Node.
func script(program string) bool {
	file, err := os.Open(program)
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }()
	line, _ := bufio.NewReader(io.LimitReader(file, 64)).ReadString('\n')
	return strings.HasPrefix(line, "#!") && strings.Contains(line, "node") || strings.HasSuffix(program, ".js")
}

// nodePackage is the npm package with a Node for this machine.
func nodePackage() string { return "node-" + runtime.GOOS + "-" + architecture() }

// An Installation is the result of Get.
type Installation struct {
	Program Program
	Folder  string
	// Bytes is the size of the folder, Also what was installed besides.
	Bytes int64
	Also  string
}

// Get installs the first of an agent's npm packages that can be installed in the cache, by the npm of
// this machine: without its install scripts, and nothing outside that folder. An empty version is the
// newest.
func Get(ctx context.Context, s Search, a *Agent) (in Installation, err error) {
	cache, err := Cache(s.Getenv)
	if err != nil {
		return in, &Untestable{err.Error(), "name the folder with " + CacheVariable}
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return in, &Untestable{"npm is not on the PATH", "install Node with npm, or install the agent yourself and name it with --bin"}
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return in, err
	}
	half, err := os.MkdirTemp(cache, ".half-")
	if err != nil {
		return in, err
	}
	defer func() { _ = os.RemoveAll(half) }()
	entry := ""
	for _, spec := range a.npm() {
		if s.Version != "" {
			spec += "@" + s.Version
		}
		if err = npm(ctx, half, spec); err != nil {
			continue
		}
		if entry = a.entry(half); entry != "" {
			break
		}
		err = &Untestable{fmt.Sprintf("the package %s has no program %s", spec, a.Programs[0]), ""}
	}
	if entry == "" {
		return in, err
	}
	s.Version = VersionOf(entry)
	in.Folder = filepath.Join(cache, a.Name+"@"+s.Version)
	if err := os.RemoveAll(in.Folder); err != nil {
		return in, err
	}
	if err := os.Rename(half, in.Folder); err != nil {
		return in, err
	}
	if in.Program, err = s.Find(a); err != nil {
		// Only the Node is missing: the program itself is there.
		in.Also = nodePackage()
		if err := npm(ctx, filepath.Join(cache, "node"), fmt.Sprintf("%s@%d", in.Also, a.Node)); err != nil {
			return in, err
		}
		if in.Program, err = s.Find(a); err != nil {
			return in, err
		}
	}
	_ = filepath.WalkDir(in.Folder, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			if info, err := entry.Info(); err == nil {
				in.Bytes += info.Size()
			}
		}
		return nil
	})
	return in, nil
}

// Versions returns all published versions of an agent's usual npm package, as npm lists them.
func Versions(ctx context.Context, a *Agent) (all []string, err error) {
	name := a.npm()[0]
	out, err := exec.CommandContext(ctx, "npm", "view", name, "versions", "--json", "--loglevel", "error").Output()
	if err != nil {
		return nil, &Untestable{fmt.Sprintf("npm could not list the versions of %s: %v", name, err), "npm must be on the PATH, and reach its registry"}
	}
	if err := json.Unmarshal(out, &all); err != nil {
		return nil, fmt.Errorf("the versions of %s: %w", name, err)
	}
	return all, nil
}

func npm(ctx context.Context, folder, spec string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--loglevel", "error", spec)
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		text := strings.TrimSpace(string(out))
		if text == "" {
			text = err.Error()
		}
		return &Untestable{fmt.Sprintf("npm could not install %s: %s", spec, text), ""}
	}
	return nil
}
