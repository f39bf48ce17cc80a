# shellcheck shell=bash
# The package for npm.

build_npm() {
    (
        cd integrations/web
        [ -z "${from_nothing:-}" ] || export CARGO_TARGET_DIR=$built/web
        npm ci --silent --no-audit --no-fund
        npm run build
        (cd ../.. && cargo xtask notices integrations/web --out integrations/web/dist/THIRD-PARTY.txt)
        npm pack --silent --pack-destination "$artifacts" ./dist
    )
    # npm uploads an archive as it is, and zopfli makes it a twentieth smaller.
    "$tools/bin/python" release/recompress.py "$artifacts/hitmask-$version.tgz"
}
