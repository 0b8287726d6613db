# Of the log of `go test -v`, what the failing tests said: of each its last lines,
# under its name. A panic and a data race are told from their first line on. Of a
# package that failed without a test, the last lines of all.
#
#   awk -v most=60 -f scripts/failed.awk LOG

# keep adds a line to what a test (or one of the other kinds) said.
function keep(what, text) { line[what, n[what]++ % most] = text }

function first(what, text) { if (n[what] < most) keep(what, text) }

function show(title, what,   i) {
  if (!n[what]) return # a parent, which failed with its child
  print "-- " title (n[what] > most ? ": the last " most " of " n[what] " lines" : "")
  for (i = n[what] > most ? n[what] - most : 0; i < n[what]; i++) print line[what, i % most]
}

function show_package(   i) {
  for (i = 1; i <= failed; i++) show(name[i], name[i])
  show("data race", "race")
  show("panic", "panic")
  if (!failed && !n["panic"]) show("no test of its own failed", "all")
}

function forget() { split("", n); split("", line); failed = 0; test = shuffled = "" }

BEGIN { forget() }

/^(ok|FAIL|\?)[ \t]+[^ \t]/ {
  if ($1 == "FAIL" && !/\[(build|setup) failed\]$/) { print "== " $2, shuffled; show_package() }
  forget()
  next
}
/^(PASS|FAIL)$/ { next }
/^-test\.shuffle / { shuffled = $0; test = ""; next }
/^=== (RUN|PAUSE|CONT|NAME) / { test = $3; next }
/^ *--- (PASS|FAIL|SKIP): / {
  if ($2 == "FAIL:") name[++failed] = $3
  test = ""
  next
}
/^# / { test = "#build" }
/^(panic|fatal error): / { test = "#panic" }
/^WARNING: DATA RACE/ { racing = 1 }
/^==================$/ { racing = 0; next }
racing { first("race", $0); next }
test == "#build" { build[++built] = $0; next }
test == "#panic" { first("panic", $0); next }
{ keep("all", $0); if (test != "") keep(test, $0) }

END {
  if (built) print "== what was not built"
  for (i = 1; i <= built && i <= most; i++) print build[i]
  if (n["all"] + n["panic"]) { print "== a package without an end"; show_package() }
}
