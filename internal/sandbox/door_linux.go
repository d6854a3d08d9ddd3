package sandbox

import (
	"errors"
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// pair returns two connected sockets: one is passed to the launcher, which sends a listener
// through it.
func pair() (inside, outside *os.File, err error) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(ends[0]), "inside"), os.NewFile(uintptr(ends[1]), "outside"), nil
}

// offer listens on a loopback port, and sends the listener through the socket, with the folder of the
// changes if there is one. A socket stays in the network in which it was made, whichever process has it.
func offer(port, through int, changes string) error {
	listener, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	if err := unix.Bind(listener, &unix.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return err
	}
	if err := unix.Listen(listener, unix.SOMAXCONN); err != nil {
		return err
	}
	rights := []int{listener}
	if folder, err := unix.Open(changes, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0); err == nil {
		rights = append(rights, folder)
	}
	return unix.Sendmsg(through, []byte{0}, unix.UnixRights(rights...), nil, 0)
}

// receive takes what the launcher has sent.
func (d *Door) receive(from *os.File) error {
	const rightsOfTwo = 64
	one, rights := make([]byte, 1), make([]byte, rightsOfTwo)
	_, n, _, _, err := unix.Recvmsg(int(from.Fd()), one, rights, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return err
	}
	messages, err := unix.ParseSocketControlMessage(rights[:n])
	if err != nil || len(messages) == 0 {
		return errors.Join(errors.New("the launcher sent no listener"), err)
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil {
		return err
	}
	if len(fds) > 1 {
		d.changes = os.NewFile(uintptr(fds[1]), "changes")
	}
	file := os.NewFile(uintptr(fds[0]), "door")
	defer file.Close()
	d.Listener, err = net.FileListener(file)
	return err
}
