import * as gzip from './archives/gzip.js';
import { tar } from './archives/tar.js';
import { awk } from './awk.js';
import { base64 } from './base64.js';
import { cat } from './cat.js';
import * as changeFiles from './change-files.js';
import { cmp } from './cmp.js';
import { cut } from './cut.js';
import { date } from './date.js';
import { dd } from './dd.js';
import * as digests from './digests.js';
import { echo } from './echo.js';
import { find } from './find.js';
import { toyboxOf, whichOf } from './find-programs.js';
import { grep } from './grep.js';
import { head } from './head.js';
import * as identity from './identity.js';
import { ls } from './ls.js';
import { df, du } from './machine/space.js';
import * as machine from './machine/status.js';
import * as pathNames from './path-names.js';
import { printf } from './printf.js';
import * as processes from './processes.js';
import * as runOthers from './run-others.js';
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
  ...runOthers,
  ...processes,
  ...pathNames,
  ...identity,
  ...digests,
  ...changeFiles,
  ...machine,
  awk,
  base64,
  cat,
  cmp,
  cut,
  date,
  dd,
  df,
  du,
  echo,
  egrep: grep,
  fgrep: grep,
  find,
  grep,
  gunzip: gzip.gunzip,
  gzip: gzip.gzip,
  head,
  ls,
  printf,
  readlink: pathNames.realpath,
  sed,
  seq,
  sleep,
  sort,
  stat,
  sync: () => 0,
  tail,
  tar,
  tee,
  tr,
  uniq,
  wc,
  xargs,
  zcat: gzip.zcat,
};

/** Builtins of the shell that are programs too. */
const BUILTIN_PROGRAMS = ['false', 'kill', 'pwd', 'sh', 'test', 'true', '['];

/** The shell's own programs, as far as they are no builtins. Source: toybox and mksh as Android has them. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map<string, Program>([
  ...Object.entries(plain),
  ['which', whichOf((name) => PROGRAMS.has(name) || BUILTIN_PROGRAMS.includes(name))],
  ['toybox', toyboxOf(() => [...PROGRAMS.keys(), ...BUILTIN_PROGRAMS])],
]);
