# shellcheck shell=bash
# Makes the artifacts. Each file of the folder build makes those of one registry, in the function `build_NAME`.

# In this order: the C library goes into the packages of NuGet and LÖVE.
parts=(crates python npm c command godot)

build() {
    local part start
    [ $# -gt 0 ] || set -- "${parts[@]}"
    need cargo git python3
    need_tools
    mkdir -p "$artifacts"
    if [ -n "$(git status --porcelain)" ]; then
        dirty=(--allow-dirty)
        echo "NOTE: there are changes without a commit; publish only what was built without this note"
    else
        dirty=()
    fi
    for part in "$@"; do
        [ -e "release/build/$part.sh" ] || fail "there is no part '$part'; the parts are: ${parts[*]}"
        start=$SECONDS
        echo "== build $part"
        source "release/build/$part.sh"
        "build_$part"
        echo "build $part: $((SECONDS - start)) s"
    done
    source release/build/verify.sh
    verify
}
