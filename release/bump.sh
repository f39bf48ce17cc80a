# shellcheck shell=bash
# Sets the version, or the address of the project or of its site, in every file that has it.

bump() {
    case ${1:-} in
    --repository) set_address "${2:?--repository needs an address}" ;;
    --site) set_site "${2:?--site needs an address}" ;;
    [0-9]*.[0-9]*.[0-9]*) set_version "$1" ;;
    *) fail "bump: expected a version such as 0.2.0, --repository URL or --site URL" ;;
    esac
}

# Lists the manifests of our packages, without fuzz targets and the stand-ins for crates of others.
manifests() {
    git ls-files '*Cargo.toml' | grep -v -e '^\(.*/\)\?fuzz/' -e '^integrations/bevy/tests/' -e '^integrations/web/crc32fast/'
}

# Prints FILE:VERSION for each place of a version.
versions() {
    local path
    for path in $(manifests); do
        # Packages of ours, and what requires them.
        sed -n -e '/^\[\(workspace\.\)\?package\]/,/^$/s/^version = "\(.*\)".*/\1/p' \
            -e 's/.*package = "hitmask[a-z-]*", .*version = "=\?\([^"]*\)".*/\1/p' "$path" | sed "s|^|$path:|"
    done
    # Names of files on pages, and examples of versions.
    for path in "${pages[@]}"; do
        grep -o 'hitmask-[0-9]*\.[0-9]*\.[0-9]*\.t\|Hitmask\.[0-9]*\.[0-9]*\.[0-9]*\.nupkg\|such as "[0-9.]*"\|Python [0-9.]*, W' "$path" |
            grep -o '[0-9]\+\.[0-9]\+\.[0-9]\+' | sed "s|^|$path:|" || true
    done
}

pages=(.github/ISSUE_TEMPLATE/bug.yml integrations/web/README.md integrations/python/docs/wheels.md integrations/c/docs/library.md integrations/c/src/lib.rs
    integrations/c/include/hitmask.h integrations/c/csharp/Hitmask.cs)

set_version() {
    local path old=${version//./\\.} new=$1 lock
    for path in $(manifests); do
        sed -i -e "/^\[\(workspace\.\)\?package\]/,/^\$/s/^version = \"$old\"/version = \"$new\"/" \
            -e "s/\(package = \"hitmask[a-z-]*\", .*version = \"=\?\)$old\"/\1$new\"/" "$path"
    done
    for path in "${pages[@]}"; do
        sed -i "s/\(hitmask-\|Hitmask\.\|such as \"\|Python \)$old\(\.t\|\.nupkg\|\"\|, W\)/\1$new\2/" "$path"
    done
    # Requirements of CMake, which name the first two numbers.
    sed -i "s/find_package(hitmask [0-9.]* REQUIRED)/find_package(hitmask ${new%.*} REQUIRED)/" integrations/c/docs/library.md \
        integrations/c/tests/cmake/CMakeLists.txt
    for lock in $(git ls-files '*Cargo.lock'); do
        cargo update --quiet --workspace --offline --manifest-path "${lock%.lock}.toml"
    done
    echo "version $new; CHANGELOG.md needs a section '## $new'"
}

# The root has the address for its crates and for npm and NuGet. The others cannot inherit it.
set_address() {
    local url=${1%/}
    sed -i "/^\[workspace\.package\]/,/^\$/s|^repository = .*|repository = \"$url\"|" Cargo.toml
    sed -i "/^\[package\]/,/^\$/s|^repository = .*|repository = \"$url\"|" integrations/bevy/Cargo.toml
    sed -i -e '/^\[project\.urls\]/,/^$/{/^Repository = /d}' -e "s|^\[project\.urls\]|&\nRepository = \"$url\"|" integrations/python/pyproject.toml
    echo "the address is $url"
}

# The book's site: the homepage of the packages (npm's build reads that of the root), and the address of links in published pages.
set_site() {
    local url=${1%/} old path
    old=$(workspace_value homepage)
    sed -i "/^\[workspace\.package\]/,/^\$/s|^homepage = .*|homepage = \"$url\"|" Cargo.toml
    sed -i -e '/^\[project\.urls\]/,/^$/{/^Homepage = /d}' -e "s|^\[project\.urls\]|&\nHomepage = \"$url\"|" integrations/python/pyproject.toml
    if [ -n "$old" ]; then
        for path in $(git ls-files '*.md'); do
            sed -i "s|](${old//./\\.}/|]($url/|g" "$path"
        done
    fi
    echo "the site is $url"
}
