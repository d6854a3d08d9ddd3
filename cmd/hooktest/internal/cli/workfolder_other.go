//go:build !linux

package cli

func inMemory(string) bool { return false }
