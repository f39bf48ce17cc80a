# shellcheck shell=bash
# The wheel for Linux and the source distribution, for PyPI.

build_python() {
    rm -f "$artifacts"/hitmask-*.whl "$artifacts/hitmask-$version.tar.gz"
    (
        cd integrations/python
        CARGO_TARGET_DIR=$built/python RUSTFLAGS=$remap \
            maturin build --release --locked --target "$linux" --zig --compatibility "manylinux_${glibc/./_}" --out "$artifacts"
        "$tools/bin/python" tools/sdist.py "$artifacts"
    )
}
