# shellcheck shell=bash
# What every build must keep: sizes, symbols, no paths of this machine, checksums.

# The most bytes of a download.
most_bytes() {
    case $1 in
    *.whl | hitmask-godot-*-linux-x86_64.zip) echo 4000000 ;;
    *.tgz) echo 900000 ;;
    hitmask-c-[0-9]*) echo 2200000 ;;
    hitmask-command-*) echo 5000000 ;;
    *) echo 20000000 ;;
    esac
}

verify() {
    local path file bytes most wrong=0
    echo "== verify"
    (cd "$artifacts" && find . -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS)
    while read -r _ file; do
        bytes=$(stat -c %s "$artifacts/$file") most=$(most_bytes "$file")
        printf '%9d bytes  %s\n' "$bytes" "$file"
        if [ "$bytes" -gt "$most" ]; then echo "TOO LARGE: $file has $bytes bytes, the limit is $most" && wrong=1; fi
    done <"$artifacts/SHA256SUMS"
    for path in "$built"/{c,command,godot}/"$linux"/release/{libhitmask.so,hitmask,libhitmask_godot.so} "$built"/python/"$linux"/release/lib_hitmask.so; do
        [ -e "$path" ] || continue
        symbols "$path" || wrong=1
    done
    [ $wrong = 0 ] || fail "the artifacts break the limits above"
    echo "all artifacts are in ${artifacts#"$root"/}, with SHA256SUMS"
}

# Fails if a binary for Linux needs a newer C library than $glibc, or holds a path of this machine.
symbols() {
    local newest
    newest=$(objdump -T "$1" | grep -o 'GLIBC_[0-9.]*' | sort -V | tail -n 1)
    echo "${1#"$built"/}: $newest"
    if [ "$(printf '%s\n' "$newest" "GLIBC_$glibc" | sort -V | tail -n 1)" != "GLIBC_$glibc" ]; then
        echo "TOO NEW: $1 needs $newest"
        return 1
    fi
    if grep -q --binary-files=text -e "$PWD" -e "$HOME/" "$1"; then
        echo "PATHS: $1 holds paths of this machine"
        return 1
    fi
}
