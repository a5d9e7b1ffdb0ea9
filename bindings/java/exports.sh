#!/bin/sh
# The native library needs the C library alone, and exports the natives of Java alone.
# Usage: exports.sh NATIVE_LIBRARY
command -v nm >/dev/null && command -v readelf >/dev/null || { echo "SKIPPED: nm or readelf is missing"; exit 77; }
exported=$(nm -D --defined-only "$1" | awk '{print $NF}')
echo "$exported" | grep -q '^Java_org_onemodel_internal_RawJNI_om_1slice$' || { echo "om_slice is not exported"; exit 1; }
if echo "$exported" | grep -v '^Java_org_onemodel_internal_RawJNI_' | grep -vx JNI_OnLoad; then
  echo "is exported, too"
  exit 1
fi
if readelf -d "$1" | grep NEEDED | grep -v -e 'libc\.so' -e 'libm\.so' -e 'ld-linux'; then
  echo "is needed, too"
  exit 1
fi
