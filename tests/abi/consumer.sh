#!/bin/sh
# Installs the library into a scratch folder and builds a program against it in the three ways there are: CMake's
# find_package, pkg-config, and a plain compiler call.
# usage: consumer.sh CMAKE COMPILER BUILD_DIR LIBDIR
set -eu
cmake=$1 compiler=$2 build=$3 libdir=$4
source=$(cd "$(dirname "$0")/consumer" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix

"$cmake" --install "$build" --prefix "$prefix" > "$scratch/install.log"
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
fi

if ! command -v pkg-config > /dev/null; then
  echo "SKIPPED: pkg-config is missing"
  exit 77
fi
echo "pkg-config"
# The folder that was installed into is not the one that was configured.
pkg="pkg-config --define-variable=prefix=$prefix"
export PKG_CONFIG_PATH="$lib/pkgconfig"
$pkg --exists onemodel
# shellcheck disable=SC2046 # several words are meant
"$compiler" -std=c99 $($pkg --cflags onemodel) "$source/consumer.c" $($pkg --libs onemodel) -o "$scratch/packaged"
"$scratch/packaged"
