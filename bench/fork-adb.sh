#!/usr/bin/env bash
# fork-adb.sh ROUNDS NAME=PORT…: starts adb as a shell-script agent does, and prints `what microseconds` for every start.
# A shell is small, so that what starting a process costs is not that of copying a large parent's memory map.
set -euo pipefail
adb=$(readlink -f "$(command -v adb)")
rounds=$1
shift

tap() { "$adb" shell input tap 540 1200; }
screencap() { "$adb" exec-out screencap -p; }
round() { tap && screencap; }

timed() {
  local name=$1 from=${EPOCHREALTIME/[.,]/}
  shift
  "$@" >/dev/null
  echo "$name $((${EPOCHREALTIME/[.,]/} - from))"
}

# In turns, so that a busy second of the machine counts in all of them.
for ((index = 0; index < rounds; index += 1)); do
  timed version "$adb" version
  for server in "$@"; do
    export ANDROID_ADB_SERVER_PORT=${server#*=}
    for what in tap screencap round; do timed "${server%%=*}:$what" "$what"; done
  done
done
