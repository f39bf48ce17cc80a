# shellcheck shell=bash
# Makes the artifacts. Each file of the folder build makes those of one registry, in the function `build_NAME`.

# In this order: the C library goes into the packages of NuGet and LÖVE.
parts=(crates python npm c command godot)

build() {
    local part start
    # All needs come first: the parts together take a quarter of an hour.
    needs_of_build "$@"
    [ $# -gt 0 ] || set -- "${parts[@]}"
    need_tools
    mkdir -p "$artifacts"
    if [ -n "$(git status --porcelain)" ]; then
        dirty=(--allow-dirty)
        echo "NOTE: there are changes without a commit; publish only what was built without this note"
    else
        dirty=()
    fi
    for part in "$@"; do
        start=$SECONDS
        echo "== build $part"
        source "release/build/$part.sh"
        "build_$part"
        echo "build $part: $((SECONDS - start)) s"
    done
    source release/build/verify.sh
    verify
}

# Ends if parts miss what they need. All parts together look also for what the next commands need, and only name it.
needs_of_build() {
    local part later all=("$@") needs=(cargo rustup git 'python>=3.11' python-venv objdump)
    local compilers=(x86_64-w64-mingw32-gcc "target=$linux" "target=$windows")
    [ $# -gt 0 ] || all=("${parts[@]}")
    for part in "${all[@]}"; do
        case $part in
        crates) ;;
        python) needs+=("target=$linux") ;;
        npm) needs+=('node>=20' npm target=wasm32-unknown-unknown) ;;
        c) needs+=(strip "${compilers[@]}") ;;
        command) needs+=("${compilers[@]}") ;;
        godot) [ -n "${GODOT_LIBRARIES:-}" ] || needs+=("${compilers[@]}") ;;
        *) fail "there is no part '$part'; the parts are: ${parts[*]}" ;;
        esac
    done
    if [ $# = 0 ]; then
        needs+=(disk=15)
        later=$(missing_of "${needs_of_try[@]}" chromium shellcheck)
        [ -z "$later" ] || printf 'NOTE: this is missing for the commands try and check:\n%s\n' "$(how_to_get "$later")" >&2
    fi
    need "${needs[@]}"
}
