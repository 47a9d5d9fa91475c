import { Complaint } from '../answer.js';
import { SIGNALS, signalOf } from '../signals.js';
import { Pattern } from '../../pattern/pattern.js';
import { readOptions } from './read-options.js';
import type { PhoneProcess } from '../../processes/process-table.js';
import type { Program, ProgramCall } from '../program.js';

/** Characters that Linux keeps of a program's name. */
const COMM = 15;

const COLUMNS: Readonly<Record<string, (process: PhoneProcess) => string>> = {
  USER: ({ user }) => user,
  PID: ({ pid }) => String(pid),
  PPID: ({ parent }) => String(parent),
  VSZ: () => '10860352',
  RSS: () => '4096',
  WCHAN: () => '0',
  ADDR: () => '0',
  S: () => 'S',
  NAME: ({ name }) => name,
  CMD: ({ name }) => name.slice(0, COMM),
  ARGS: ({ args }) => args,
  CMDLINE: ({ args }) => args,
  COMM: ({ name }) => name.slice(0, COMM),
};

/** Lists programs that run: those of the client with no option, all with `-A` or `-e`. */
export const ps: Program = async (call) => {
  const options = readOptions(call, 'AeflTZwo:p:u:');
  const names = (options.value('o') ?? 'USER,PID,PPID,VSZ,RSS,WCHAN,ADDR,S,NAME')
    .split(',')
    .map((name) => name.replace(/[:=].*$/, '').toUpperCase());
  const unknown = names.find((name) => !COLUMNS[name]);
  if (unknown !== undefined) throw new Complaint(`bad -o '${unknown.slice(0, 40)}'`);
  const pids = options.value('p')?.split(',').map(Number);
  const isAll = options.has('A') || options.has('e') || options.has('f');
  // Older programs call `ps NAME`.
  const named = options.arguments;
  const rows = call.system.processes.list().filter((process) => {
    if (pids) return pids.includes(process.pid);
    if (named.length) return named.some((name) => process.name.includes(name));
    return isAll || process.user === 'shell';
  });
  const cells = [names, ...rows.map((row) => names.map((name) => COLUMNS[name]?.(row) ?? ''))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join(' ');
  await call.stdout(cells.map((row) => `${line(row)}\n`).join(''));
};

/** The numbers of programs by their names. */
export const pidof: Program = async (call) => {
  const names = call.words.slice(1).filter((word) => !word.startsWith('-'));
  const found = others(call).filter(
    ({ name }) => names.includes(name) || names.includes(name.replace(/^.*\//, '')),
  );
  if (!found.length) return 1;
  const pids = found.map(({ pid }) => pid).reverse();
  return `${(call.words.includes('-s') ? pids.slice(0, 1) : pids).join(' ')}\n`;
};

export const pgrep: Program = (call) => find(call, false);
export const pkill: Program = (call) => find(call, true);

/** Ends programs of a name. */
export const killall: Program = async (call) => {
  const words = call.words.slice(1);
  const signal = words[0]?.startsWith('-') ? (signalOf(words.shift()!.slice(1)) ?? 15) : 15;
  for (const name of words) {
    const found = others(call).filter((process) => process.name === name);
    const problem = found.length
      ? found.map(({ pid }) => call.system.processes.kill(pid, signal)).find(Boolean)
      : 'No such process';
    if (problem) await call.complain(`${name}: ${problem}`);
  }
};

const SIGNAL_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(SIGNALS).map(([name, number]) => [number, name]),
);

async function find(call: ProgramCall, kills: boolean): Promise<number> {
  let signal = 15;
  const words: string[] = [];
  for (const word of call.words.slice(1)) {
    const number = word.startsWith('-') ? signalOf(word.slice(1)) : undefined;
    if (number === undefined) words.push(word);
    else signal = number;
  }
  const options = readOptions({ words: [call.words[0] ?? '', ...words] }, 'afxlonvu:s:L:P:');
  signal = signalOf(options.value('s') ?? options.value('L') ?? '') ?? signal;
  const [text] = options.arguments;
  if (text === undefined) throw new Complaint('No PATTERN');
  const pattern = new Pattern(options.has('x') ? `^(${text})$` : text, { syntax: 'extended' });
  const found = others(call).filter(({ name, args }) => pattern.test(options.has('f') ? args : name));
  const shown = SIGNAL_NAMES.get(signal) ?? String(signal);
  for (const { pid, name, args } of found) {
    const problem = kills ? call.system.processes.kill(pid, signal) : null;
    if (problem !== null) await call.complain(`${shown}->${pid}: ${problem}`);
    const line = options.has('a') ? ` ${args}` : options.has('l') ? ` ${name}` : '';
    if (!kills) await call.stdout(`${pid}${line}\n`);
  }
  if (call.hasComplained) return 1;
  return found.length ? 0 : 1;
}

/** All programs but the one that asks. */
function others(call: ProgramCall): readonly PhoneProcess[] {
  return call.system.processes.list().filter(({ name }) => name !== call.words[0]);
}
