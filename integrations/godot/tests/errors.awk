# Prints the output of the tests without errors that were expected. A line `EXPECT: text` expects one error or warning that
# contains the text, before the next line `EXPECTED`. It fails if an error was not expected (or a warning of hitmask: Godot has its
# own), or an expected one did not come.
/^EXPECT: / { wanted[++count] = substr($0, 9); next }
/^EXPECTED$/ {
    for (i = 1; i <= count; i++) { print "FAILED: no error contains: " wanted[i]; failed = 1 }
    count = 0
    next
}
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
