// Package attacks is the attack suite of the sandboxes: one table of what
// strangers' files, the tools they reach, and a tool process that has gone over
// to them may try, and after each the proof that the machine is as it was and
// that the next run works. It holds tests alone.
//
// Start with the table in attacks_test.go.
package attacks
