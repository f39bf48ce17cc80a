# shellcheck shell=bash
# The package for npm.

build_npm() {
    need node npm rustup
    (
        cd integrations/web
        npm ci --silent --no-audit --no-fund
        npm run build
        npm pack --silent --pack-destination "$artifacts" ./dist
    )
}
