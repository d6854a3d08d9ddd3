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

// offer listens on a loopback port, and sends the listener through the socket. A socket stays
// in the network in which it was made, whichever process has it.
func offer(port, through int) error {
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
	return unix.Sendmsg(through, []byte{0}, unix.UnixRights(listener), nil, 0)
}

// received returns the listener that the launcher has sent.
func received(from *os.File) (net.Listener, error) {
	const rightsOfOne = 64
	one, rights := make([]byte, 1), make([]byte, rightsOfOne)
	_, n, _, _, err := unix.Recvmsg(int(from.Fd()), one, rights, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return nil, err
	}
	messages, err := unix.ParseSocketControlMessage(rights[:n])
	if err != nil || len(messages) == 0 {
		return nil, errors.Join(errors.New("the launcher sent no listener"), err)
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fds[0]), "door")
	defer file.Close()
	return net.FileListener(file)
}
