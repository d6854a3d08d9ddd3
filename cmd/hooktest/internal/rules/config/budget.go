package config

// crowd is how many hooks may run for one tool before users notice: each is a process, and each
// tool call waits for all of them.
const crowd = 12
