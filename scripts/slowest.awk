# Of the logs of `go test -v`, the packages and the tests that took longest. A test's
# time is its own or, where that is longer, the sum of its cases': go test leaves out
# the time in which a test waits for its parallel cases.
#
#   awk -v most=12 -f scripts/slowest.awk LOG...

function seconds(text) { gsub(/[()s]/, "", text); return text + 0 }

function show(took, what) { printf "%8.1f s  %s\n", took, what | longest }

BEGIN { longest = "sort -rn | head -" most }

/^ *--- (PASS|FAIL): / {
  test = $3
  sub(/\/.*/, "", test)
  if (test == $3) own[test] = seconds($4)
  took[$3] = seconds($4)
  above = $3
  while (sub(/\/[^\/]*$/, "", above)) parent[above]
}
/^(ok|FAIL)[ \t]+[^ \t]/ {
  show(seconds($3), $2)
  for (name in took) {
    test = name
    sub(/\/.*/, "", test)
    if (!(name in parent)) cases[test] += took[name]
  }
  for (test in own) tests[$2 " " test] = own[test] > cases[test] ? own[test] : cases[test]
  delete own; delete took; delete parent; delete cases
}

END {
  close(longest)
  for (test in tests) show(tests[test], test)
}
