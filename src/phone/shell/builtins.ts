import { FAULT_TEXT } from '../files/fault-text.js';
import { ArithmeticError, calculate } from './arithmetic.js';
import { Input } from './input.js';
import { ShellFailure } from './shell-state.js';
import { SIGNALS, signalOf } from './signals.js';
import { testWords } from './test-condition.js';
import type { Shell, Streams } from './shell.js';

/** Ends the shell. Never leaves it, as those below. */
export class Exit extends Error {
  readonly status: number;

  constructor(status: number) {
    super('exit');
    this.status = status & 0xff;
  }
}

/** Ends a function or a script. */
export class Return extends Error {
  readonly status: number;

  constructor(status: number) {
    super('return');
    this.status = status & 0xff;
  }
}

/** Ends loops, or continues with the next run of the outermost of them. */
export class Break extends Error {
  /** Loops that it ends; counted down on its way. */
  levels: number;
  readonly goesOn: boolean;

  constructor(levels: number, goesOn: boolean) {
    super('break');
    this.levels = levels;
    this.goesOn = goesOn;
  }
}

type Builtin = (words: readonly string[], streams: Streams, shell: Shell) => Promise<number> | number;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Longest line that `read` takes. */
const LONGEST_LINE = 1024 * 1024;

const nothing: Builtin = () => 0;

/** Commands that work on the shell itself. Source: mksh(1). */
export const BUILTINS: ReadonlyMap<string, Builtin> = new Map(
  Object.entries<Builtin>({
    ':': nothing,
    true: nothing,
    false: () => 1,
    trap: nothing,
    umask: nothing,
    ulimit: nothing,
    alias: nothing,
    unalias: nothing,
    jobs: nothing,
    times: nothing,
    cd: changeFolder,
    pwd: (_, streams, shell) => say(streams, `${shell.state.folder}\n`),
    exit: (words, _, shell) => {
      throw new Exit(statusOf(words, shell));
    },
    return: (words, _, shell) => {
      throw new Return(statusOf(words, shell));
    },
    break: breakOut,
    continue: breakOut,
    exec: runInPlace,
    eval: (words, streams, shell) => runEval(words.slice(1).join(' '), streams, shell),
    '.': runSource,
    source: runSource,
    sh: runShell,
    mksh: runShell,
    test: (words, streams, shell) => runTest(words.slice(1), words, streams, shell),
    '[': runBracket,
    let: runLet,
    export: declare,
    readonly: declare,
    typeset: declare,
    declare,
    local: declare,
    unset,
    set: setPositional,
    shift,
    read,
    command: runCommand,
    builtin: runCommand,
    type: describe,
    whence: describe,
    wait,
    kill,
  }),
);

/** Builtins that other programs may call, such as `xargs`. */
export const CALLABLE = new Set(['sh', 'mksh', 'test', '[', 'true', 'false', 'kill', 'pwd', ':']);

async function say(streams: Streams, text: string): Promise<number> {
  await streams.output(text);
  return 0;
}

async function complain(streams: Streams, text: string, status = 1): Promise<number> {
  await streams.errors(`/system/bin/sh: ${text}\n`);
  return status;
}

function breakOut(words: readonly string[]): never {
  throw new Break(Math.max(1, Number(words[1]) || 1), words[0] === 'continue');
}

function statusOf(words: readonly string[], shell: Shell): number {
  return words[1] === undefined ? shell.state.status : Number(words[1]) || 0;
}

async function changeFolder(words: readonly string[], streams: Streams, shell: Shell): Promise<number> {
  const { state } = shell;
  const { files } = shell.context.system;
  const given = words.slice(1).find((word) => word !== '-P' && word !== '-L' && word !== '--');
  const target = given === '-' ? (state.get('OLDPWD') ?? state.folder) : (given ?? state.get('HOME') ?? '/');
  const path = files.resolve(target, state.folder);
  const stat = files.stat(path);
  const fault = typeof stat === 'string' ? stat : stat.type === 'file' ? 'ENOTDIR' : null;
  if (fault) return complain(streams, `cd: ${target}: ${FAULT_TEXT[fault]}`, 2);
  state.set('OLDPWD', state.folder);
  state.folder = path;
  return given === '-' ? say(streams, `${path}\n`) : 0;
}

async function runInPlace(words: readonly string[], streams: Streams, shell: Shell): Promise<number> {
  if (words.length === 1) return 0;
  const name = words[1] ?? '';
  const program = CALLABLE.has(name) ? BUILTINS.get(name) : undefined;
  throw new Exit(
    await (program ?? ((rest) => shell.runProgram(rest, streams)))(words.slice(1), streams, shell),
  );
}

async function runEval(text: string, streams: Streams, shell: Shell): Promise<number> {
  return shell.context.budget.nested(() => shell.runHere(text, streams));
}

async function runSource(words: readonly string[], streams: Streams, shell: Shell): Promise<number> {
  const { files, budget } = { ...shell.context.system, ...shell.context };
  const name = words[1] ?? '';
  const bytes = files.read(files.resolve(name, shell.state.folder));
  if (typeof bytes === 'string') throw new ShellFailure(`.: ${name}: ${FAULT_TEXT[bytes]}`);
  try {
    return await budget.nested(() => shell.runHere(Buffer.from(bytes).toString(), streams));
  } catch (error) {
    if (error instanceof Return) return error.status;
    throw error;
  }
}

/** `sh -c TEXT [NAME [ARGUMENT…]]`, `sh FILE [ARGUMENT…]`, or commands on standard input. */
async function runShell(words: readonly string[], streams: Streams, shell: Shell): Promise<number> {
  let index = 1;
  let isText = false;
  for (; words[index]?.startsWith('-') && words[index] !== '-'; index += 1)
    isText ||= words[index]!.includes('c');
  const rest = words.slice(index);
  const [first] = rest;
  if (isText) {
    if (first === undefined) return complain(streams, '-c: requires argument', 2);
    return shell.runShell(first, rest.length > 1 ? rest.slice(1) : ['sh'], streams);
  }
  if (first !== undefined && first !== '-') {
    const { files } = shell.context.system;
    const bytes = files.read(files.resolve(first, shell.state.folder));
    if (typeof bytes === 'string') return complain(streams, `${first}: ${FAULT_TEXT[bytes]}`, 127);
    return shell.runShell(Buffer.from(bytes).toString(), rest, streams);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of streams.input) {
    size += bytes.length;
    if (size > LONGEST_LINE) return complain(streams, 'command line too long');
    chunks.push(bytes);
  }
  return shell.runShell(Buffer.concat(chunks).toString(), ['sh'], { ...streams, input: Input.empty() });
}

async function runTest(args: readonly string[], words: readonly string[], streams: Streams, shell: Shell) {
  const result = testWords(args, shell.context.system.files, shell.state.folder);
  if (typeof result === 'boolean') return result ? 0 : 1;
  return complain(streams, `${words[0]}: ${result.problem}`, 2);
}

async function runBracket(words: readonly string[], streams: Streams, shell: Shell): Promise<number> {
  if (words.at(-1) !== ']' || words.length < 2) return complain(streams, '[: missing ]', 2);
  return runTest(words.slice(1, -1), words, streams, shell);
}

function runLet(words: readonly string[], _: Streams, shell: Shell): number {
  let value = 0;
  try {
    for (const word of words.slice(1)) value = calculate(word, shell.state);
  } catch (error) {
    if (error instanceof ArithmeticError) throw new ShellFailure(error.message);
    throw error;
  }
  return value ? 0 : 1;
}

async function declare(words: readonly string[], streams: Streams, shell: Shell): Promise<number> {
  const { state } = shell;
  const isExport = words[0] === 'export' || words.slice(1).some((word) => /^-[a-z]*x/.test(word));
  const names = words.slice(1).filter((word) => !word.startsWith('-'));
  if (!names.length && words[0] === 'export') {
    const lines = [...state.exported].sort().map((name) => `export ${name}=${state.get(name) ?? ''}\n`);
    return say(streams, lines.join(''));
  }
  for (const word of names) {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word : word.slice(0, equals);
    if (!NAME.test(name)) return complain(streams, `${words[0]}: ${name.slice(0, 40)}: is not an identifier`);
    if (equals >= 0) state.set(name, word.slice(equals + 1));
    if (isExport) state.exported.add(name);
  }
  return 0;
}

function unset(words: readonly string[], _: Streams, { state }: Shell): number {
  for (const name of words.slice(1)) {
    if (name === '-f' || name === '-v') continue;
    state.unset(name);
    state.functions.delete(name);
  }
  return 0;
}

function setPositional(
  words: readonly string[],
  streams: Streams,
  { state }: Shell,
): Promise<number> | number {
  if (words.length === 1) {
    return say(streams, [...state.variables].map(([name, value]) => `${name}=${value}\n`).join(''));
  }
  const start = words.findIndex((word, index) => index > 0 && !/^[-+]./.test(word));
  const end = words.indexOf('--');
  if (end > 0) state.positional = words.slice(end + 1);
  else if (start > 0) state.positional = words.slice(start);
  return 0;
}

function shift(words: readonly string[], streams: Streams, { state }: Shell): Promise<number> | number {
  const count = words[1] === undefined ? 1 : Number(words[1]);
  if (!(count >= 0 && count <= state.positional.length)) return complain(streams, 'shift: nothing to shift');
  state.positional = state.positional.slice(count);
  return 0;
}

/** Reads one line and cuts it into variables; the last one gets the rest. */
async function read(words: readonly string[], streams: Streams, { state }: Shell): Promise<number> {
  const names = words.slice(1).filter((word) => !word.startsWith('-'));
  const isRaw = words.some((word) => /^-[a-z]*r/.test(word));
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  for (let bytes = await streams.input.next(); bytes; bytes = await streams.input.next()) {
    const end = bytes.indexOf(10);
    chunks.push(end < 0 ? bytes : bytes.subarray(0, end));
    size += bytes.length;
    if (end >= 0) {
      streams.input.unread(bytes.subarray(end + 1));
      isWhole = true;
      break;
    }
    if (size > LONGEST_LINE) throw new ShellFailure('read: line too long');
  }
  let line = Buffer.concat(chunks).toString();
  if (!isRaw) line = line.replace(/\\(.)/g, '$1');
  const separators = state.get('IFS') ?? ' \t\n';
  let position = 0;
  const skip = (isSeparator: boolean): void => {
    while (position < line.length && separators.includes(line[position]!) === isSeparator) position += 1;
  };
  const targets = names.length ? names : ['REPLY'];
  for (const [index, name] of targets.entries()) {
    skip(true);
    const start = position;
    if (index < targets.length - 1) {
      skip(false);
      state.set(name, line.slice(start, position));
    } else {
      let end = line.length;
      while (end > start && separators.includes(line[end - 1]!)) end -= 1;
      state.set(name, line.slice(start, end));
    }
  }
  return isWhole ? 0 : 1;
}

async function runCommand(words: readonly string[], streams: Streams, shell: Shell): Promise<number> {
  if (words[1] === '-v' || words[1] === '-V') return describe(words.slice(1), streams, shell);
  const rest = words.slice(words[1] === '-p' ? 2 : 1);
  const name = rest[0];
  if (name === undefined) return 0;
  const builtin = BUILTINS.get(name);
  return builtin ? builtin(rest, streams, shell) : shell.runProgram(rest, streams);
}

/** Says what a name means: `type`, `whence`, `command -v`. */
async function describe(words: readonly string[], streams: Streams, shell: Shell): Promise<number> {
  const isLong = words[0] === 'type' || words[0] === '-V';
  let status = 0;
  for (const name of words.slice(1).filter((word) => !word.startsWith('-'))) {
    const isFunction = shell.state.functions.has(name);
    if (isFunction || BUILTINS.has(name)) {
      await streams.output(
        isLong ? `${name} is a ${isFunction ? 'function' : 'shell builtin'}\n` : `${name}\n`,
      );
    } else if (shell.hasProgram(name)) {
      const path = name.startsWith('/') ? name : `/system/bin/${name}`;
      await streams.output(isLong ? `${name} is ${path}\n` : `${path}\n`);
    } else {
      if (isLong) await streams.output(`${name} not found\n`);
      status = 1;
    }
  }
  return status;
}

async function wait(_: readonly string[], _streams: Streams, shell: Shell): Promise<number> {
  await shell.waitForJobs();
  return 0;
}

async function kill(words: readonly string[], streams: Streams, shell: Shell): Promise<number> {
  let signal = 15;
  let status = 0;
  const rest = words.slice(1);
  if (rest[0] === '-l') return say(streams, `${Object.keys(SIGNALS).join(' ')}\n`);
  if (rest[0] === '-s') rest.splice(0, 1, `-${rest.splice(1, 1)[0] ?? ''}`);
  if (rest[0]?.startsWith('-')) signal = signalOf(rest.shift()!.slice(1)) ?? 15;
  for (const word of rest) {
    const problem = /^[0-9]+$/.test(word)
      ? shell.context.system.processes.kill(Number(word), signal)
      : 'No such process';
    if (problem) status = await complain(streams, `kill: ${word}: ${problem}`);
  }
  return status;
}
