# shellcheck shell=bash
# Tries each artifact as a user installs it, in a bare system of Debian that has neither Rust nor this repository.

# The Debian that is stable, and one before it. Godot is in none of the two.
roots=(trixie bookworm)
# Each part is a file in release/try.
tries=(python npm c csharp lua command windows godot crates)

try() {
    local part start name failed=()
    [ "$(id -u)" = 0 ] || fail "try needs root, which alone may make and enter other systems"
    need "${needs_of_try[@]}"
    source release/try/roots.sh
    rm -f "$lines" "$notes"
    mkdir -p "${lines%/*}"
    [ $# -gt 0 ] || set -- "${tries[@]}"
    for part in "$@"; do
        [ -e "release/try/$part.sh" ] || fail "there is no part '$part'; the parts are: ${tries[*]}"
        start=$SECONDS
        echo "== try $part"
        # A process of its own: `||` would switch `set -e` off in a function.
        release/run try-part "$part" || { failed+=("$part") && echo "FAILED: $part" >>"$lines"; }
        echo "try $part: $((SECONDS - start)) s"
    done
    echo "== what was tried"
    [ ! -e "$lines" ] || cat "$lines"
    echo "== what was NOT tried"
    not_tried "macOS, arm64 and all that the workflows build: only there"
    not_tried "a real Windows, Visual Studio, and .NET's own tools for the NuGet package: none is here"
    not_tried "hitmask-bevy compiled from a registry: only its version requirements are resolved"
    not_tried "the source distribution of Python: integrations/python/run sdist builds a wheel of it"
    not_tried "uploads: they need the accounts"
    sed 's/^/NOT TRIED: /' "$notes"
    [ ${#failed[@]} = 0 ] || fail "these parts failed: ${failed[*]}"
}

not_tried() {
    echo "$*" >>"$notes"
}

# One part, for `try`.
try_part() {
    source release/try/roots.sh
    source "release/try/$1.sh"
    "try_$1"
}
