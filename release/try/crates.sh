# shellcheck shell=bash
# The crates in new projects, from a registry of files: what the lock file of this repository names, and our crates as they were
# packaged. So each version requirement is met by what will be published. The system gets this system's Rust.

try_crates() {
    local registry=$PWD/target/release-try/registry folder
    make_registry "$registry"
    folder=$(prepare trixie crates examples/scene/ship.png)
    mkdir "$folder/registry"
    cp -al "$registry/." "$folder/registry/" # the same file system: no second copy
    awk '/^```rust/ { inside = 1; next } /^```/ { inside = 0 } inside' README.md >"$folder/main.rs"
    local with_rust
    with_rust=$(rustc --print sysroot)
    hit trixie crates <<'SCRIPT'
export PATH=/opt/rust/bin:$PATH CARGO_HOME=$PWD/home CARGO_NET_OFFLINE=true
mkdir home
printf '[source.crates-io]\nreplace-with = "files"\n[source.files]\ndirectory = "%s/registry"\n' "$PWD" >home/config.toml
cargo new --quiet game && cd game
cargo add --quiet hitmask --features image
cargo add --quiet image@0.25 --no-default-features --features png
mv ../main.rs src/main.rs && mv ../ship.png .
cargo run --quiet >../out.txt
cd ..
# Less optimized than a user's: it is only tried.
CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_TARGET_DIR=$PWD/target cargo install --quiet --locked --root . --all-features hitmask-cli
bin/hitmask --version
rm -rf target game/target registry
echo "$(cargo --version | cut -d ' ' -f 1-2): $(grep -w hit out.txt | tail -n 1); cargo install: $(bin/hitmask --version)"
SCRIPT
    folder=$(prepare trixie bevy)
    for name in hitmask-bevy hitmask-mask hitmask-world hitmask-sheets; do
        tar xf "$artifacts/$name-$version.crate" -C "$folder"
    done
    hit trixie bevy <<'SCRIPT'
export PATH=/opt/rust/bin:$PATH CARGO_HOME=$PWD/home
cargo new --quiet game && cd game
printf 'hitmask-bevy = { path = "%s", features = ["sheets"] }\n[patch.crates-io]\n' ../hitmask-bevy-* >>Cargo.toml
for name in mask world sheets; do printf 'hitmask-%s = { path = "%s" }\n' $name "$(echo ../hitmask-$name-*)" >>Cargo.toml; done
cargo generate-lockfile --quiet
cargo tree --depth 2 --prefix none | grep -c '^hitmask-\(mask\|world\|sheets\) ' >/dev/null
echo "hitmask-bevy: each version that it requires is found, not compiled: no hit"
SCRIPT
}

make_registry() {
    local name folder sum
    if [ ! -e "$1/ready" ] || [ Cargo.lock -nt "$1/ready" ]; then
        rm -rf "$1" && mkdir -p "${1%/*}"
        cargo vendor --quiet --locked --versioned-dirs "$1" >/dev/null
        touch "$1/ready"
    fi
    for name in "${crates[@]}"; do
        folder=$1/$name-$version
        rm -rf "$folder"
        tar xf "$artifacts/$name-$version.crate" -C "$1"
        sum=$(sha256sum "$artifacts/$name-$version.crate" | cut -d ' ' -f 1)
        echo "{\"files\":{},\"package\":\"$sum\"}" >"$folder/.cargo-checksum.json"
    done
}
