#!/bin/sh
# Makes (or brings up to date) a virtual environment with Genie in it.
#
#   scripts/make_venv.sh DIRECTORY GROUP...     GROUP: a dependency group of pyproject.toml, such as dev
#
# Uses uv when it is there, else Python's own venv and pip. $PYTHON names the interpreter to start from.
set -eu

directory=$1
shift
minimum="3.11"

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

fail() {
    echo "genie: $*" >&2
    exit 1
}

groups=""
for group in "$@"; do
    groups="$groups --group $group"
done

# An old uv does not know --group in "uv pip"; pip does the work then.
if command -v uv >/dev/null 2>&1 && uv pip install --help 2>/dev/null | grep -q -e '--group'; then
    echo "genie: making $directory with uv"
    if [ ! -x "$directory/bin/python" ] || ! is_new_enough "$directory/bin/python"; then
        rm -rf "$directory"
        uv venv --quiet --python "${PYTHON:->=$minimum}" "$directory" ||
            fail "uv could not make a virtual environment with Python $minimum or newer."
    fi
    # shellcheck disable=SC2086  # one word per group
    exec uv pip install --quiet --compile-bytecode --python "$directory/bin/python" $groups --editable .
fi

python=""
for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do
    if is_new_enough "$candidate"; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] ||
    fail "Python $minimum or newer is needed, and ${PYTHON:-python3} is not that." \
        "Install one, or name it: make PYTHON=/path/to/python3.12"

echo "genie: making $directory with $("$python" --version) and pip"
if [ ! -x "$directory/bin/pip" ] || ! is_new_enough "$directory/bin/python"; then
    rm -rf "$directory"
    "$python" -m venv "$directory" ||
        fail "$python cannot make virtual environments; on Debian and Ubuntu: apt install python3-venv (or install uv)."
fi
# Python 3.11 comes with a pip that does not know dependency groups; 25.1 was the first that does.
"$directory/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
# shellcheck disable=SC2086  # one word per group
exec "$directory/bin/python" -m pip install --quiet --disable-pip-version-check $groups --editable .
