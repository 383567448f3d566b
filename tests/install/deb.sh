#!/usr/bin/env bash
# deb.sh BUILD VERSION COMPILER [FLAGS...]: the Debian packages of a build, installed into an empty root, do what they are
# for. Exits with 77, and one line, where there are no tools to make them.
set -euo pipefail
build=$1 version=$2
shift 2
source=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1" >&2; exit 1; }

# The wheel of python/package is also one for the Python of Debian if both have the same minor version.
minor() { "$1" -c 'import sys; print(sys.version_info[:2])'; }
python=$build/python/environment/bin/python
wheel=$(compgen -G "$build/python/wheel/*.whl" || true)
if [ -n "$wheel" ] && [ "$(minor "$python")" = "$(minor /usr/bin/python3)" ]; then
    "$source/scripts/deb" --python-wheel "$wheel" --fast "$build" "$work/packages"
else
    echo "without the Python package: there is no wheel for the Python of Debian in $build/python"
    wheel=
    "$source/scripts/deb" --no-python --fast "$build" "$work/packages"
fi
field() { dpkg-deb -f "$(echo "$work/packages/$1"_*.deb)" "$2"; }
for package in polhode libpolhode-dev; do
    [ "$(field "$package" Version)" = "$version-1" ] || fail "$package: version $(field "$package" Version)"
done
for library in libc6 libstdc++6; do
    field polhode Depends | grep -qF "$library (>= " || fail "polhode does not depend on $library"
done
field polhode Depends | grep -qE 'mpi|hdf5' && fail "polhode depends on what its modules need"
field libpolhode-dev Depends | grep -q 'libeigen3-dev (>= 3.4)' || fail "libpolhode-dev does not depend on Eigen"

# dpkg itself finds files that two packages have, but works for root only.
root=$work/root
mkdir -p "$root"/var/lib/dpkg/{info,updates}
touch "$root"/var/lib/dpkg/{status,available}
if [ "$(id -u)" = 0 ]; then
    # CPack has ldconfig called after modules, by a script
    interpreter=$(realpath /bin/sh)
    # shellcheck disable=SC2046
    cp --parents -L $(ldd "$interpreter" | grep -o '/[^ ]*') "$root"
    mkdir -p "$root"/{bin,sbin,etc}
    cp "$interpreter" "$root/bin/sh"
    cp /sbin/ldconfig "$root/sbin"
    dpkg --root="$root" --force-depends --log=/dev/null -i "$work"/packages/*.deb >"$work/dpkg.log" 2>&1 ||
        { cat "$work/dpkg.log"; fail "dpkg could not install the packages"; }
    [ -z "$(dpkg --root="$root" -V polhode)" ] || fail "dpkg -V polhode finds other files"
else
    for package in "$work"/packages/*.deb; do dpkg-deb -x "$package" "$root"; done
fi

cd "$work"
# a shared library would be found in /usr/lib
polhode() { env -i PATH=/usr/bin:/bin LD_LIBRARY_PATH="$root/usr/lib" "$root/usr/bin/polhode" "$@"; }
[ "$(polhode --version)" = "polhode $version" ] || fail "the program has another version"
run="run --problem slow-top --end 2 --hash"
# shellcheck disable=SC2086
[ "$(polhode $run)" = "$("$build/polhode" $run)" ] || fail "the installed program finds something else"
polhode run --problem slow-top --end 2 --out top --quiet
grep -q '</html>' top/report.html || fail "no report"
if [ -e "$root/usr/lib/polhode/polhode-hdf5.so" ]; then
    field polhode-modules Depends | grep -q hdf5 || fail "polhode-modules does not depend on HDF5"
    field polhode-modules Depends | grep -q "polhode (= $version-1)" || fail "polhode-modules goes with any polhode"
    polhode ensemble --problem slow-top --count 3 --steps 4 --set output.format=hdf5 --out cloud --quiet
    [ -s cloud/final.h5 ] || fail "the module for HDF5 was not found"
fi
if [ -n "$wheel" ]; then
    field python3-polhode Depends | grep -q 'python3-numpy' || fail "python3-polhode does not depend on NumPy"
    # NumPy from the environment of the tests, polhode from the package
    found=$(env -i PATH=/usr/bin:/bin PYTHONPATH="$root/usr/lib/python3/dist-packages" "$python" -B -c '
import polhode
print(polhode.__file__, polhode.__version__)
top = polhode.problem("slow-top")
print(polhode.solve(top.body, top.torque, top.initial, (0, 2), method="se", step=0.01).attitude[-1])')
    [[ $found == "$root/usr/lib/python3/dist-packages/polhode/__init__.py $version"*"["*"]" ]] ||
        fail "the Python package of Debian does not do its work: $found"
fi
share=$root/usr/share
gzip -t "$share/man/man1/polhode.1.gz" || fail "no manual page"
for file in bash-completion/completions/polhode zsh/vendor-completions/_polhode fish/vendor_completions.d/polhode.fish \
    doc/polhode/CITATION.cff doc/polhode/polhode.cdx.json doc/polhode/examples/first_program.cpp; do
    [ -s "$share/$file" ] || fail "there is no /usr/share/$file"
done
for package in "$work"/packages/*.deb; do
    name=$(dpkg-deb -f "$package" Package)
    grep -q 'MIT License' "$share/doc/$name/copyright" || fail "$name: no licence"
    gzip -t "$share/doc/$name/changelog.gz" || fail "$name: no changes"
    if dpkg-deb -c "$package" | awk '{ print $1, $2, $6 }' | grep -vE '^[^ ]+ root/root \./(usr/.*)?$'; then
        fail "$name: files of others than root, or outside of /usr"
    fi
done
LD_LIBRARY_PATH=$root/usr/lib "$source/tests/install/pkg_config.sh" "$root/usr/lib" "$version" "$source/tests/install/main.cpp" "$@"

if [ "$(id -u)" = 0 ]; then
    names=$(for package in "$work"/packages/*.deb; do dpkg-deb -f "$package" Package; done)
    # shellcheck disable=SC2086
    dpkg --root="$root" --force-depends --log=/dev/null -P $names >"$work/dpkg.log" 2>&1 ||
        { cat "$work/dpkg.log"; fail "dpkg could not remove the packages"; }
    left=$({ find "$root/usr" -type f 2>/dev/null || true; } | head)
    [ -z "$left" ] || fail "left after the packages were removed: $left"
fi
