# shellcheck shell=bash
# What commands need, and how to get it. README.md names the same, and a test compares the two. A need is a program, or one of
# these: `python>=3.11`, `python-venv`, `node>=20`, `target=TRIPLE` of Rust, and `disk=15`, in GB.

needs_of_try=(debootstrap unshare chroot)

# Ends if something is missing, with a list of all that is missing and the commands that get it.
need() {
    local missing
    missing=$(missing_of "$@")
    [ -z "$missing" ] || fail "$(printf 'this is missing:\n%s' "$(how_to_get "$missing")")"
}

# Prints the needs that are not there, one a line.
missing_of() {
    local wanted
    for wanted in "$@"; do is_there "$wanted" || echo "$wanted"; done | sort -u
}

is_there() {
    local wanted=$1
    case $wanted in
    'python>='*) python3 -c "import sys; sys.exit(sys.version_info < tuple(map(int, '${wanted#*=}'.split('.'))))" 2>/dev/null ;;
    python-venv) python3 -c 'import ensurepip, venv' 2>/dev/null ;;
    'node>='*) [ "$(node --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/')0" -ge "${wanted#*=}0" ] 2>/dev/null ;;
    target=*) rustup target list --installed 2>/dev/null | grep -qx "${wanted#*=}" ;;
    # What an earlier run has made counts: this one makes it again, in its place.
    disk=*) [ -e target/release-build ] || [ "$(df --output=avail --block-size=1G . | tail -n 1)" -ge "${wanted#*=}" ] ;;
    chromium) [ -n "${CHROMIUM:-}" ] || command -v chromium google-chrome >/dev/null ;;
    *) command -v "$wanted" >/dev/null ;;
    esac
}

# Prints the needs of the list $1, with the commands that get them on Debian and Ubuntu.
how_to_get() {
    local wanted packages=() targets=()
    while read -r wanted; do
        case $wanted in
        cargo | rustup) echo "  $wanted: https://rustup.rs" ;;
        'python>='*) echo "  Python ${wanted#*=} or newer, as python3: https://www.python.org/downloads" ;;
        'node>='*) echo "  Node ${wanted#*=} or newer: https://nodejs.org" ;;
        npm) echo "  npm: https://nodejs.org" ;;
        disk=*) echo "  ${wanted#*=} GB of disk" ;;
        target=*) echo "  Rust's target ${wanted#*=}" && targets+=("${wanted#*=}") ;;
        *) echo "  $wanted" && packages+=("$(package_of "$wanted")") ;;
        esac
    done <<<"$1"
    [ ${#packages[@]} = 0 ] || echo "sudo apt-get install $(printf '%s\n' "${packages[@]}" | sort -u | paste -sd ' ')"
    [ ${#targets[@]} = 0 ] || echo "rustup target add ${targets[*]}"
}

# Prints the package of Debian and Ubuntu that has a program.
package_of() {
    case $1 in
    python-venv) echo python3-venv ;;
    strip | objdump) echo binutils ;;
    x86_64-w64-mingw32-gcc) echo gcc-mingw-w64-x86-64 ;;
    unshare) echo util-linux ;;
    chroot) echo coreutils ;;
    *) echo "$1" ;;
    esac
}
