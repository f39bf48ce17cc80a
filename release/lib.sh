# shellcheck shell=bash
# What the commands of `release/run` share. The working directory is the root of the repository.

export LC_ALL=C.UTF-8
root=$PWD
artifacts=$PWD/target/release-artifacts
built=$PWD/target/release-build
tools=$PWD/target/release-tools
linux=x86_64-unknown-linux-gnu
windows=x86_64-pc-windows-gnu

# The newest C library that artifacts for Linux may need.
glibc=2.28

# The crates that are published, in an order in which each finds those that it needs.
crates=(hitmask-mask hitmask-world hitmask hitmask-sheets hitmask-tiles hitmask-cli)

# Prints a value of `[workspace.package]`, the one place that has it.
workspace_value() {
    sed -n '/^\[workspace\.package\]/,/^$/s/^'"$1"' = "\(.*\)"/\1/p' Cargo.toml | sed 's/".*//'
}

version=$(workspace_value version)
# Times of files in archives: that of the commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

fail() {
    echo "release: $*" >&2
    exit 1
}

source release/need.sh

# Makes the environment with the programs that link against an old C library.
need_tools() {
    if [ ! -x "$tools/bin/maturin" ]; then
        python3 -m venv "$tools"
        "$tools/bin/pip" install --quiet --disable-pip-version-check cargo-zigbuild==0.24.1 ziglang==0.17.1 maturin==1.16.0 zopfli==0.4.3
    fi
    export PATH=$tools/bin:$PATH
}

# Keeps the paths of this machine out of binaries.
remap="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src/= --remap-path-prefix=$root/="

compile() {
    RUSTFLAGS=$remap cargo "$@"
}

# Compiles for Linux. zig links against the symbols of an old C library, whatever this system has.
compile_linux() {
    compile zigbuild --release --locked --target "$linux.$glibc" "$@"
}

compile_windows() {
    compile build --release --locked --target "$windows" "$@"
}

# Makes the archive $1 of the folder $2: sorted, with one time for all files, so that equal folders become equal bytes.
pack() {
    python3 release/pack.py "$1" "$2"
}

# Copies the licenses, and the notices of the crates that the package in folder $1 links, to folder $2.
licenses() {
    cp LICENSE-MIT LICENSE-APACHE "$2/"
    cargo xtask notices "$1" --out "$2/THIRD-PARTY.txt"
}
