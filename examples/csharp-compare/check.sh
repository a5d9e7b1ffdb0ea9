#!/bin/sh
# Builds this example and compares its results with the corpus. Leaves with 77 where there is no .NET SDK.
#
#   check.sh PROGRAM CORPUS FOLDER        PROGRAM: onemodel; FOLDER: for what is built
set -eu
program=$1
corpus=$2
folder=$3
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

if ! command -v dotnet >/dev/null || [ -z "$(dotnet --list-sdks)" ]; then
  echo "SKIPPED: no .NET SDK"
  exit 77
fi
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_SKIP_FIRST_TIME_EXPERIENCE=1
dotnet build "$here/csharp-compare.csproj" --configuration Release --artifacts-path "$folder" --nologo --verbosity quiet
dotnet "$folder"/bin/csharp-compare/release/csharp-compare.dll "$corpus" "$folder/results.jsonl"
"$program" conformance compare "$folder/results.jsonl" "$corpus/operators/slice.json" "$corpus/operators/squeeze.json"
