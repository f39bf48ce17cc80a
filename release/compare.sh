# shellcheck shell=bash
# Builds the artifacts of one commit twice, from nothing, and compares their bytes.

# These must be equal. Godot's scripts are the add-on without its libraries.
must_be_equal='\.crate$|\.tgz$'

compare() {
    local first=$PWD/target/release-first file different=() wrong=0
    source release/build.sh
    [ $# -gt 0 ] || set -- "${parts[@]}"
    rm -rf "$artifacts" "$built"
    build "$@"
    rm -rf "$first" && mv "$artifacts" "$first"
    rm -rf "$built"
    build "$@"
    for file in "$first"/*; do
        cmp --silent "$file" "$artifacts/${file##*/}" || different+=("${file##*/}")
    done
    for file in "${different[@]}"; do
        [ "$file" != SHA256SUMS ] || continue
        echo "DIFFERENT: $file"
        ! grep -q -E "$must_be_equal" <<<"$file" || wrong=1
        case $file in
        *.zip | *.love | *.whl | *.nupkg | *.tar.gz) differences "$first/$file" "$artifacts/$file" ;;
        esac
    done
    [ ${#different[@]} -gt 0 ] || echo "all artifacts have equal bytes"
    [ $wrong = 0 ] || fail "crates and the npm package must have equal bytes"
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
    *.tar.gz) tar xf "$1" -C "$2" ;;
    *) python3 -m zipfile -e "$1" "$2" ;;
    esac
}
