// Package attacks is the attack suite of the sandboxes: one table of what hostile
// files, the tools they reach, and a tool process under their control may try; after
// each it proves that the machine is unchanged and that the next run works. It holds
// only tests.
//
// Start with the table in attacks_test.go.
package attacks
