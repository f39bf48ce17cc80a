# shellcheck shell=bash
# Builds the artifacts of one commit twice, from nothing, and compares their bytes.

compare() {
    local folder=$PWD/target/release-compare round file name wrong=0 different=0
    source release/build.sh
    [ $# -gt 0 ] || set -- "${parts[@]}"
    rm -rf "$folder"
    from_nothing=1 built=$folder/build
    for round in first second; do
        rm -rf "$built"
        artifacts=$folder/$round
        build "$@"
    done
    rm -rf "$built"
    echo "== compare"
    for file in "$folder"/first/*; do
        name=${file##*/}
        if [ "$name" = SHA256SUMS ] || cmp --silent "$file" "$folder/second/$name"; then continue; fi
        different=1
        echo "DIFFERENT: $name"
        differences "$file" "$folder/second/$name" >"$folder/differences"
        cat "$folder/differences"
        # Crates and the npm package must be equal, and all of the Godot add-on but its libraries.
        case $name in
        *.crate | *.tgz) wrong=1 ;;
        hitmask-godot-*) ! grep -v '/bin/' "$folder/differences" || wrong=1 ;;
        esac
    done
    [ $different = 1 ] || echo "compare: all artifacts have equal bytes: $*"
    [ $wrong = 0 ] || fail "crates, the npm package and the add-on's scripts must have equal bytes"
}

# Names the files of two archives that differ.
differences() {
    local a b
    a=$(mktemp -d) b=$(mktemp -d)
    unpack "$1" "$a" && unpack "$2" "$b"
    diff -rq "$a" "$b" | sed "s|$a|first|;s|$b|second|;s|^|    |" || true
    rm -rf "$a" "$b"
}

unpack() {
    case $1 in
    *.tar.gz | *.tgz | *.crate) tar xf "$1" -C "$2" ;;
    *) python3 -m zipfile -e "$1" "$2" ;;
    esac
}
