#!/bin/sh
# Makes the raw layer, onemodel.go and onemodel_wrap.c, in FOLDER.
#
#   generate.sh FOLDER
set -eu
folder=$(CDPATH='' cd -- "$1" && pwd)
cd "$(dirname "$0")/../swig"
exec swig -go -cgo -intgosize 64 -package raw -I../../include -outdir "$folder" -o "$folder/onemodel_wrap.c" onemodel.i
