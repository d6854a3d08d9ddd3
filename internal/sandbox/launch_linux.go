package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

// Called reports whether this process was started as a launcher.
func Called() bool { return len(os.Args) > 2 && os.Args[0] == name }

// socket is the descriptor through which a Door's listener is sent.
const socket = 4

// Main runs a launcher: it confines itself and executes the command. It returns an exit
// code only if that fails or there is no command.
func Main() int {
	// The command inherits the attributes of the thread that executes it.
	runtime.LockOSThread()
	const report = 3
	unix.CloseOnExec(report)
	unix.CloseOnExec(socket)
	command, err := launch(mode(os.Args[1]), os.Args[2:])
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrConfining, err)
	} else if len(command) > 1 && command[0] != "" {
		err = unix.Exec(command[0], command[1:], os.Environ())
	}
	if err != nil {
		_, _ = unix.Write(report, []byte(err.Error()))
		return 1
	}
	return 0
}

// launch confines the process by the launcher's arguments, and returns the command: a path and
// arguments.
func launch(m mode, words []string) ([]string, error) {
	var p Policy
	for len(words) > 0 && words[0] != "--" {
		if folder, ok := strings.CutPrefix(words[0], "+"); ok {
			p.Writable = append(p.Writable, folder)
		} else if port, ok := strings.CutPrefix(words[0], "@"); ok {
			p.Door = &Door{}
			p.Door.Port, _ = strconv.Atoi(port)
		} else if words[0] == "*" {
			p.Roomy = true
		} else {
			p.Covered = append(p.Covered, words[0][1:])
		}
		words = words[1:]
	}
	limit(p.Roomy)
	if m == limited {
		return words[1:], nil
	}
	writable, terminals := p.Writable, false
	if m != alone {
		covered, changes, err := mounts(p, m == byUser)
		if err != nil {
			return nil, err
		}
		writable, terminals = append(writable, covered...), ownTerminals()
		loopback()
		if p.Door != nil {
			if err := offer(p.Door.Port, socket, changes); err != nil {
				return nil, fmt.Errorf("listening on port %d: %w", p.Door.Port, err)
			}
		}
	}
	if err := restrict(writable, terminals, m == alone); err != nil {
		return nil, err
	}
	withoutCapabilities()
	if err := filter(m == alone); err != nil {
		return nil, err
	}
	return words[1:], nil
}

// limit sets the limits. The kernel counts all processes of the user, except root's.
func limit(roomy bool) {
	limits := map[int]uint64{
		unix.RLIMIT_CORE: 0, unix.RLIMIT_FSIZE: fileBytes, unix.RLIMIT_DATA: dataBytes, unix.RLIMIT_NPROC: uint64(threads() + userMost),
	}
	if roomy {
		delete(limits, unix.RLIMIT_FSIZE)
		delete(limits, unix.RLIMIT_DATA)
	}
	for resource, most := range limits {
		var old unix.Rlimit
		if unix.Getrlimit(resource, &old) == nil {
			most = min(most, old.Max)
			_ = unix.Setrlimit(resource, &unix.Rlimit{Cur: most, Max: most})
		}
	}
}

// devices are the devices that store nothing.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx"}

// ownTerminals gives the command pseudo-terminals that have nothing to do with those of
// the machine, and reports whether it has them.
func ownTerminals() bool {
	return unix.Mount("devpts", terminalFolder, "devpts", unix.MS_NOSUID|unix.MS_NOEXEC, "newinstance,ptmxmode=0666,mode=0620") == nil
}

const terminalFolder = "/dev/pts"

// restrict makes Landlock allow only reading, and writing in a few places. Without a
// network namespace TCP is refused, too.
func restrict(writable []string, terminals, network bool) (err error) {
	rules := []landlock.Rule{
		landlock.RODirs("/"),
		landlock.RWDirs(writable...).WithRefer(),
		landlock.RWFiles(devices...).WithIoctlDev().IgnoreIfMissing(),
	}
	if terminals {
		rules = append(rules, landlock.RWDirs(terminalFolder).WithIoctlDev())
	}
	// Before version 3, Landlock does not prevent truncating a file.
	for _, c := range []landlock.Config{landlock.V6, landlock.V5, landlock.V4, landlock.V3} {
		if !network {
			c.HandledAccessNet = 0
		}
		if err = c.Restrict(rules...); err == nil {
			return nil
		}
	}
	return err
}

// kept are the capabilities that let root read and write files of others and change
// users: those that root has in a container, except making devices.
var kept = map[uintptr]bool{
	unix.CAP_CHOWN: true, unix.CAP_DAC_OVERRIDE: true, unix.CAP_DAC_READ_SEARCH: true, unix.CAP_FOWNER: true, unix.CAP_FSETID: true,
	unix.CAP_KILL: true, unix.CAP_SETGID: true, unix.CAP_SETUID: true, unix.CAP_SETPCAP: true, unix.CAP_SETFCAP: true,
	unix.CAP_NET_BIND_SERVICE: true, unix.CAP_SYS_CHROOT: true, unix.CAP_AUDIT_WRITE: true,
}

// withoutCapabilities drops the rights of root that no mount and no rule covers, such as
// setting the clock and restarting the machine. Users without capabilities can't drop any,
// and need not.
func withoutCapabilities() {
	// Else the command of a user other than root would have those of the launcher.
	_ = unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
		if !kept[c] {
			_ = unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
		}
	}
}

// loopback lets the command reach its own servers.
func loopback() {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer func() { _ = unix.Close(socket) }()
	if request, err := unix.NewIfreq("lo"); err == nil {
		request.SetUint16(unix.IFF_UP)
		_ = unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, request)
	}
}

// mounts makes everything read-only except the writable folders and the covered ones, which
// it returns, with the folder of what is changed in these.
func mounts(p Policy, user bool) (covered []string, changes string, err error) {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return nil, "", fmt.Errorf("making the mounts private: %w", err)
	}
	folder, err := os.Getwd()
	if err != nil {
		return nil, "", err
	}
	// A covered folder may hide them.
	handles := make([]string, len(p.Writable))
	for i, writable := range p.Writable {
		if handles[i], err = handle(writable); err != nil {
			return nil, "", err
		}
	}
	if len(p.Writable) > 0 {
		covered, changes = cover(p, user)
	}
	for i, writable := range p.Writable {
		// The view of a covered folder has nothing of the file systems mounted in it.
		_ = os.MkdirAll(writable, 0o700)
		if err := unix.Mount(handles[i], writable, "", unix.MS_BIND, ""); err != nil {
			return nil, "", fmt.Errorf("mounting %s: %w", writable, err)
		}
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}); err != nil {
		return nil, "", fmt.Errorf("mounting everything read-only: %w", err)
	}
	for _, writable := range append(covered, p.Writable...) {
		if err := unix.MountSetattr(unix.AT_FDCWD, writable, 0, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}); err != nil {
			return nil, "", fmt.Errorf("making %s writable: %w", writable, err)
		}
	}
	// The current folder is still the one below the new mounts.
	return covered, changes, os.Chdir(folder)
}

// handle returns a path of a file that stays valid after something is mounted over it.
func handle(file string) (string, error) {
	fd, err := unix.Open(file, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", fmt.Errorf("opening %s: %w", file, err)
	}
	return fmt.Sprintf("/proc/self/fd/%d", fd), nil
}

// shared are the folders where programs leave temporary files, logs, locks and caches.
var shared = []string{"/tmp", "/var/tmp", "/dev/shm", "/var/log", "/var/cache", "/var/lock", "/run/lock"}

// cover mounts views over the shared folders, those of the policy and what is mounted in these, and
// returns the folders for which that worked: the others will be read-only. memory has a folder for each
// view.
func cover(p Policy, user bool) (covered []string, memory string) {
	if unix.Mount("tmpfs", p.Writable[0], "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=1g") != nil {
		return nil, ""
	}
	memory, err := handle(p.Writable[0])
	if err != nil {
		return nil, ""
	}
	var all []string
	for _, folder := range append(slices.Clone(shared), p.Covered...) {
		// /var/lock is a link to /run/lock on some systems.
		if folder, err := filepath.EvalSymlinks(folder); err == nil && folder != "/" && !within(p.Writable, folder) {
			all = append(all, folder)
		}
	}
	mounted := mountPoints()
	for _, path := range mounted {
		if within(all, path) && !within(p.Writable, path) {
			all = append(all, path)
		}
	}
	// What is mounted later hides nothing that was mounted before.
	slices.Sort(all)
	all = slices.Compact(all)
	originals := make([]string, len(all))
	for i, path := range all {
		originals[i], _ = handle(path)
	}
	for i, path := range all {
		hidden := within(covered, path)
		if originals[i] == "" || hidden && !slices.Contains(mounted, path) {
			continue
		}
		if view(originals[i], path, fmt.Sprintf("%s/%d", memory, i), user) {
			covered = append(covered, path)
		} else if hidden {
			_ = unix.Mount(originals[i], path, "", unix.MS_BIND|unix.MS_REC, "")
		}
	}
	return covered, memory
}

// view mounts a view over a folder, and reports whether that worked. own is a new folder for the path
// and the changes.
func view(original, path, own string, user bool) bool {
	info, err := os.Stat(original)
	if err != nil || !info.IsDir() {
		return false
	}
	for _, part := range []string{own, own + "/changes", own + "/work"} {
		_ = os.Mkdir(part, 0o700)
	}
	_ = os.Symlink(path, own+"/path")
	// The view looks like the part for its changes.
	_ = os.Chmod(own+"/changes", info.Mode())
	owner := info.Sys().(*syscall.Stat_t)
	if os.Chown(own+"/changes", int(owner.Uid), int(owner.Gid)) != nil && !slices.Contains(shared, path) && unix.Access(original, unix.W_OK) != nil {
		// In the view it would be the user's own, who may not write to it.
		return false
	}
	options := fmt.Sprintf("lowerdir=%s,upperdir=%s/changes,workdir=%s/work", original, own, own)
	if user {
		options += ",userxattr"
	}
	return unix.Mount("overlay", path, "overlay", unix.MS_NOSUID|unix.MS_NODEV, options) == nil
}

// within reports whether a path is one of the folders or below one.
func within(folders []string, path string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") })
}

// mountPoints returns where file systems are mounted.
func mountPoints() (all []string) {
	table, _ := os.ReadFile("/proc/self/mountinfo")
	escaped := strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)
	for line := range strings.Lines(string(table)) {
		// 36 35 98:0 /root /mount/point options …
		if words := strings.Fields(line); len(words) > 4 {
			all = append(all, escaped.Replace(words[4]))
		}
	}
	return all
}
