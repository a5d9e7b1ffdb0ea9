#!/bin/sh
# Uses the jar as strangers do: outside this tree, on the module path and on the class path, and with the native library from
# each of the places where it is looked for.
# Usage: consumer.sh JAVA JAVAC JAR NATIVE_LIBRARY
set -eu
java=$1
javac=$2
here=$(dirname "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tmp" "$folder/elsewhere"
cp "$3" "$folder/onemodel.jar"
cp "$here/Consumer.java" "$here/module-info.java" "$folder"
# The first program of the README, as it stands there.
sed -n '/^```java$/,/^```$/{/^```java$/d;/^```$/q;p}' "$here/../README.md" >"$folder/First.java"
cp "$4" "$folder/elsewhere"
cd "$folder"

fail() {
  echo "FAILED: $1"
  exit 1
}

# Runs java with temporary files in a folder that must be empty afterwards.
run() {
  output=$("$java" "-Djava.io.tmpdir=$folder/tmp" "$@") || fail "$*"
  [ -z "$(ls tmp)" ] || fail "$* leaves temporary files: $(ls tmp)"
}

run -cp onemodel.jar First.java
[ "$output" = "[3.0, 2.0, 1.0, 6.0, 5.0, 4.0]" ] || fail "First.java prints $output"

"$javac" -Xlint:all -Werror -p onemodel.jar -d module module-info.java Consumer.java
run -p onemodel.jar:module -m consumer/consumer.Consumer
"$javac" -Xlint:all -Werror -cp onemodel.jar -d classes Consumer.java
run -cp onemodel.jar:classes consumer.Consumer
echo "$output"

# Where nothing can be unpacked, the library must come from the place that is named.
library=$(basename "$4")
run -Djava.io.tmpdir=/dev/null "-Dorg.onemodel.library=elsewhere/$library" -cp onemodel.jar:classes consumer.Consumer
run -Djava.io.tmpdir=/dev/null -Djava.library.path=elsewhere -cp onemodel.jar:classes consumer.Consumer
if "$java" -Djava.io.tmpdir=/dev/null -cp onemodel.jar:classes consumer.Consumer >refusal 2>&1; then
  fail "the library was found where it cannot be"
fi
if "$java" -Dorg.onemodel.library=elsewhere/none.so -cp onemodel.jar:classes consumer.Consumer >refusal 2>&1; then
  fail "a path that is wrong was passed over"
fi
