package process_test

import "os"

func segfault() { os.Exit(0xC0000005 & 0x7fffffff) }

func onQuit(func()) {}

func stayAlive() {}
