# Prints the output of the tests without errors that were expected. A line `EXPECT: text` expects one error or warning that
# contains the text, before the next line `EXPECTED`. It fails if an error was not expected (or a warning of hitmask: Godot has its
# own), or an expected one did not come. A line `EXPECT LINE: text` expects an output that begins with the text, before `EXPECTED`.
/^EXPECT LINE: / { lines[++line_count] = substr($0, 14); next }
/^EXPECT: / { wanted[++count] = substr($0, 9); next }
/^EXPECTED$/ {
    for (i = 1; i <= count; i++) { print "FAILED: no error contains: " wanted[i]; failed = 1 }
    for (i = 1; i <= line_count; i++) if (!met[i]) { print "FAILED: no output begins with: " lines[i]; failed = 1 }
    count = line_count = 0
    split("", met)
    next
}
{ for (i = 1; i <= line_count; i++) if (index($0, lines[i]) == 1 && met[i]++) next } # printed once
/^(SCRIPT |USER )?ERROR: |^(USER )?WARNING: .*Pixel/ {
    for (i = 1; i <= count && !index($0, wanted[i]); i++) {}
    if (i <= count) {
        for (; i < count; i++) wanted[i] = wanted[i + 1]
        count--
        quiet = 1
        next
    }
    print "FAILED: an error that was not expected:"
    failed = 1
}
quiet && /^ +(at: |GDScript backtrace|\[[0-9]+\] )/ { next }
{ quiet = 0; print }
/^[0-9]+ passed, [0-9]+ failed/ { ended = 1; if ($3 != 0) failed = 1 }
END { if (!ended) { print "FAILED: the tests did not end"; failed = 1 } exit failed }
