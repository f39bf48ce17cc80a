# shellcheck shell=bash
# The crates for crates.io. `release/run try crates` compiles them from a registry; cargo would do it here a second time.

build_crates() {
    local target=$built/crates name arguments=()
    rm -rf "$target/package"
    for name in "${crates[@]}"; do arguments+=(-p "$name"); done
    cargo package --quiet --locked --no-verify "${dirty[@]}" --target-dir "$target" "${arguments[@]}"
    # A workspace of its own: cargo finds the crates of this one as if they were published already.
    local patches=()
    for name in mask world sheets; do patches+=(--config "patch.crates-io.hitmask-$name.path='$PWD/crates/$name'"); done
    cargo package --quiet --no-verify --exclude-lockfile "${dirty[@]}" "${patches[@]}" --manifest-path integrations/bevy/Cargo.toml \
        --target-dir "$target"
    rm -f "$artifacts"/*.crate
    cp "$target"/package/*.crate "$artifacts/"
}
