//go:build !amd64

package sandbox

var oldChanges []uint32
