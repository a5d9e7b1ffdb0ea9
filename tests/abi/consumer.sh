#!/bin/sh
# Installs the library into a scratch folder, or takes it out of a package, and builds a program against it in the three ways
# there are: CMake's find_package, pkg-config, and a plain compiler call.
# usage: consumer.sh CMAKE COMPILER BUILD_DIR LIBDIR [deb | tgz]
set -eu
cmake=$1 compiler=$2 build=$3 libdir=$4 package=${5:-}
source=$(cd "$(dirname "$0")/consumer" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix

make_package() {
  (cd "$build" && "$(dirname "$cmake")/cpack" -G "$1" -B "$scratch" > "$scratch/cpack.log") || { cat "$scratch/cpack.log"; exit 1; }
}

case $package in
deb)
  if ! command -v dpkg-shlibdeps > /dev/null; then
    echo "SKIPPED: dpkg-dev is missing"
    exit 77
  fi
  make_package DEB
  dpkg-deb --field "$scratch"/*.deb Package Version Depends
  dpkg-deb --field "$scratch"/*.deb Depends | grep -q libc6
  dpkg-deb --extract "$scratch"/*.deb "$scratch/root"
  prefix=$scratch/root/usr
  ;;
tgz)
  make_package TGZ
  mkdir "$scratch/root"
  tar -xzf "$scratch"/*.tar.gz -C "$scratch/root"
  prefix=$(echo "$scratch"/root/*)
  if test -d "$prefix/usr"; then prefix=$prefix/usr; fi
  ;;
*)
  "$cmake" --install "$build" --prefix "$prefix" > "$scratch/install.log"
  ;;
esac
lib=$prefix/$libdir
test -f "$prefix/include/onemodel.h"
test -f "$prefix/share/onemodel/conformance/README.md"
export LD_LIBRARY_PATH="$lib"

echo "find_package"
"$cmake" -S "$source" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$compiler" > "$scratch/cmake.log"
"$cmake" --build "$scratch/build" > "$scratch/build.log"
"$scratch/build/consumer"

echo "compiler"
"$compiler" -std=c99 -I"$prefix/include" "$source/consumer.c" -L"$lib" -lonemodel -o "$scratch/plain"
"$scratch/plain"

# An installed program finds the library and the corpus without help.
if test -x "$prefix/bin/onemodel"; then
  echo "program"
  env -u LD_LIBRARY_PATH "$prefix/bin/onemodel" --version
  (cd "$scratch" && env -u LD_LIBRARY_PATH "$prefix/bin/onemodel" conformance run --filter slice/ | tail -n 1 | grep -q ' 0 failed')
fi

if ! command -v pkg-config > /dev/null; then
  echo "SKIPPED: pkg-config is missing"
  exit 77
fi
echo "pkg-config"
export PKG_CONFIG_PATH="$lib/pkgconfig"
# shellcheck disable=SC2046 # several words are meant
"$compiler" -std=c99 "$source/consumer.c" $(pkg-config --cflags --libs onemodel) -o "$scratch/packaged"
"$scratch/packaged"
