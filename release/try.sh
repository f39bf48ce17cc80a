# shellcheck shell=bash
# Tries each artifact as a user installs it, in a bare system of Debian that has neither Rust nor this repository.

# The Debian that is stable, and one before it. Godot is in none of the two.
roots=(trixie bookworm)
# Each part is a file in release/try.
tries=(python npm c csharp lua love command windows godot crates)

try() {
    local part start name failed=()
    [ "$(id -u)" = 0 ] || fail "try needs root, which alone may make and enter other systems"
    need debootstrap unshare chroot
    source release/try/roots.sh
    not_tried=()
    rm -f "$lines"
    mkdir -p "${lines%/*}"
    [ $# -gt 0 ] || set -- "${tries[@]}"
    for part in "$@"; do
        [ -e "release/try/$part.sh" ] || fail "there is no part '$part'; the parts are: ${tries[*]}"
        start=$SECONDS
        echo "== try $part"
        source "release/try/$part.sh"
        # A subshell would lose the list of what was not tried, and `if` switches `set -e` off in the function.
        "try_$part" || failed+=("$part")
        echo "try $part: $((SECONDS - start)) s"
    done
    echo "== what was tried"
    [ ! -e "$lines" ] || cat "$lines"
    echo "== what was NOT tried"
    not_tried+=("macOS, arm64 and all that the workflows build: only there"
        "Visual Studio, and .NET's own tools for the NuGet package: neither is here"
        "hitmask-bevy compiled from a registry: only its version requirements are resolved"
        "uploads: they need the accounts")
    printf 'NOT TRIED: %s\n' "${not_tried[@]}"
    [ ${#failed[@]} = 0 ] || fail "these parts failed: ${failed[*]}"
}
