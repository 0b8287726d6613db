# Of the logs of `go test -v`, the packages and the tests that took longest.
#
#   awk -v most=12 -f scripts/slowest.awk LOG...

function seconds(text) { gsub(/[()s]/, "", text); return text + 0 }

function show(took, what) { printf "%8.1f s  %s\n", took, what | longest }

BEGIN { longest = "sort -rn | head -" most }

/^--- (PASS|FAIL): / { name[++n] = $3; took[n] = seconds($4) }
/^(ok|FAIL)[ \t]+[^ \t]/ {
  show(seconds($3), $2)
  for (i = 1; i <= n; i++) { tests++; test[tests] = $2 " " name[i]; in_test[tests] = took[i] }
  n = 0
}

END {
  close(longest)
  for (i = 1; i <= tests; i++) show(in_test[i], test[i])
}
