import { awk } from './awk.js';
import { base64 } from './base64.js';
import { cat } from './cat.js';
import { chmod, cp, mkdir, mv, rm, rmdir, touch } from './change-files.js';
import { cut } from './cut.js';
import { date } from './date.js';
import { md5sum, sha1sum, sha256sum } from './digests.js';
import { echo } from './echo.js';
import { find } from './find.js';
import { toyboxOf, whichOf } from './find-programs.js';
import { grep } from './grep.js';
import { head } from './head.js';
import { id, uname, whoami } from './identity.js';
import { ls } from './ls.js';
import { basename, dirname, realpath } from './path-names.js';
import { printf } from './printf.js';
import { killall, pgrep, pidof, pkill, ps } from './processes.js';
import { env, nice, nohup, setsid, timeout } from './run-others.js';
import { sed } from './sed.js';
import { seq } from './seq.js';
import { sleep } from './sleep.js';
import { sort } from './sort.js';
import { stat } from './stat.js';
import { tail } from './tail.js';
import { tee } from './tee.js';
import { tr } from './tr.js';
import { uniq } from './uniq.js';
import { wc } from './wc.js';
import { xargs } from './xargs.js';
import type { Program } from '../program.js';

const plain: Readonly<Record<string, Program>> = {
  awk,
  base64,
  basename,
  cat,
  chmod,
  cp,
  cut,
  date,
  dirname,
  echo,
  egrep: grep,
  env,
  fgrep: grep,
  find,
  grep,
  head,
  id,
  killall,
  ls,
  md5sum,
  mkdir,
  mv,
  nice,
  nohup,
  pgrep,
  pidof,
  pkill,
  printf,
  ps,
  readlink: realpath,
  realpath,
  rm,
  rmdir,
  sed,
  seq,
  setsid,
  sha1sum,
  sha256sum,
  sleep,
  sort,
  stat,
  sync: () => 0,
  tail,
  tee,
  timeout,
  touch,
  tr,
  uname,
  uniq,
  wc,
  whoami,
  xargs,
};

/** Builtins of the shell that are programs too. */
const BUILTIN_PROGRAMS = ['false', 'kill', 'pwd', 'sh', 'test', 'true', '['];

/** The shell's own programs, as far as they are no builtins. Source: toybox and mksh as Android has them. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map<string, Program>([
  ...Object.entries(plain),
  ['which', whichOf((name) => PROGRAMS.has(name) || BUILTIN_PROGRAMS.includes(name))],
  ['toybox', toyboxOf(() => [...PROGRAMS.keys(), ...BUILTIN_PROGRAMS])],
]);
