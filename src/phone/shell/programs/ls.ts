import { FAULT_TEXT } from '../../files/fault-text.js';
import { readOptions, type Options } from './read-options.js';
import { modeText, timeText } from './stat-text.js';
import type { FileStat } from '../../files/virtual-files.js';
import type { Program, ProgramCall } from '../program.js';

interface Entry {
  readonly name: string;
  readonly stat: FileStat;
}

/** Lists folders. Never in columns, since no terminal is behind it. */
export const ls: Program = async (call) => {
  const options = readOptions(call, 'alA1dhrtRSiFpogns color=C all=a');
  const { files } = call.system;
  const single: Entry[] = [];
  const folders: string[] = [];
  for (const name of options.arguments.length ? options.arguments : ['.']) {
    const stat = files.stat(files.resolve(name, call.folder));
    if (typeof stat === 'string') {
      await call.complain(`${name}: ${FAULT_TEXT[stat]}`);
    } else if (stat.type === 'folder' && !options.has('d')) folders.push(name);
    else single.push({ name, stat });
  }
  await print(call, options, single);
  const isNamed = folders.length + single.length > 1 || options.has('R');
  const open = folders.reverse();
  let isFirst = single.length === 0;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const path = files.resolve(folder, call.folder);
    const names = files.list(path);
    if (typeof names === 'string') continue;
    const entries = names.flatMap((name) => {
      if (name.startsWith('.') && !options.has('a') && !options.has('A')) return [];
      const stat = files.stat(`${path}/${name}`);
      return typeof stat === 'string' ? [] : [{ name, stat }];
    });
    if (isNamed) await call.stdout(`${isFirst ? '' : '\n'}${folder}:\n`);
    isFirst = false;
    const own = files.stat(path);
    const dots =
      options.has('a') && typeof own !== 'string' ? ['.', '..'].map((name) => ({ name, stat: own })) : [];
    if (options.has('l') || options.has('s'))
      await call.stdout(`total ${entries.reduce((sum, { stat }) => sum + blocksOf(stat), 0)}\n`);
    await print(call, options, [...dots, ...ordered(entries, options)]);
    if (options.has('R')) {
      const inner = entries.filter(({ stat }) => stat.type === 'folder');
      open.push(...inner.reverse().map(({ name }) => `${folder.replace(/\/$/, '')}/${name}`));
    }
  }
};

function ordered(entries: Entry[], options: Options): Entry[] {
  if (options.has('t')) entries.sort((a, b) => b.stat.mtime - a.stat.mtime);
  else if (options.has('S')) entries.sort((a, b) => b.stat.size - a.stat.size);
  return options.has('r') ? entries.reverse() : entries;
}

function blocksOf(stat: FileStat): number {
  return Math.ceil(stat.size / 4096) * 4;
}

async function print(call: ProgramCall, options: Options, entries: readonly Entry[]): Promise<void> {
  const widest = Math.max(0, ...entries.slice(0, 10_000).map(({ stat }) => sizeText(stat, options).length));
  let text = '';
  for (const { name, stat } of entries) {
    const mark = stat.type === 'folder' && (options.has('F') || options.has('p')) ? '/' : '';
    const inode = options.has('i') ? '1 ' : '';
    const shown = `${inode}${name}${mark}\n`;
    text += options.has('l')
      ? `${modeText(stat.mode)} ${stat.type === 'folder' ? 2 : 1} root sdcard_rw ${sizeText(stat, options).padStart(widest)} ${timeText(stat.mtime, call.system.clock.timeZone).text.slice(0, 16)} ${shown}`
      : shown;
    if (text.length < 64 * 1024) continue;
    await call.stdout(text);
    text = '';
  }
  if (text) await call.stdout(text);
}

function sizeText({ size }: FileStat, options: Options): string {
  if (!options.has('h') || size < 1024) return String(size);
  let value = size / 1024;
  let unit = 0;
  for (; value >= 1024; unit += 1) value /= 1024;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}${'KMGT'[unit]}`;
}
