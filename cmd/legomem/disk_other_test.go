//go:build !linux

package main

import "github.com/rogpeppe/go-internal/testscript"

// smallDisk is of no use where disks in memory are made in other ways.
func smallDisk(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("no small disk here") }

// canMount is the condition [mount].
func canMount(string) bool { return false }
