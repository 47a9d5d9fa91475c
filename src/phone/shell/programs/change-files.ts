import { Complaint } from '../answer.js';
import { FAULT_TEXT } from '../../files/fault-text.js';
import { readOptions } from './read-options.js';
import type { FileFault } from '../../files/virtual-files.js';
import type { Program, ProgramCall } from '../program.js';

/** Files that one copy may make. */
const MOST_COPIES = 100_000;

/** Does the same to each file; says which it could not be done to. */
async function each(
  call: ProgramCall,
  names: readonly string[],
  act: (path: string, name: string) => FileFault | null,
  text: (name: string, fault: FileFault) => string = (name, fault) => `${name}: ${FAULT_TEXT[fault]}`,
): Promise<void> {
  if (!names.length) throw new Complaint(`Needs 1 argument (see "${call.words[0]} --help")`);
  for (const name of names) {
    const fault = act(call.system.files.resolve(name, call.folder), name);
    if (fault) await call.complain(text(name, fault));
  }
}

export const rm: Program = async (call) => {
  const options = readOptions(call, 'frRivd');
  const isForced = options.has('f');
  if (isForced && !options.arguments.length) return 0;
  const recursive = options.has('r') || options.has('R');
  const { files } = call.system;
  return each(call, options.arguments, (path) => {
    const stat = files.stat(path);
    if (isForced && stat === 'ENOENT') return null;
    if (typeof stat !== 'string' && stat.type === 'folder' && !recursive && !options.has('d'))
      return 'EISDIR';
    return files.remove(path, { recursive });
  });
};

export const rmdir: Program = async (call) => {
  const options = readOptions(call, 'p');
  const { files } = call.system;
  return each(call, options.arguments, (path) => {
    const stat = files.stat(path);
    return typeof stat === 'string' ? stat : stat.type === 'file' ? 'ENOTDIR' : files.remove(path);
  });
};

export const mkdir: Program = async (call) => {
  const options = readOptions(call, 'pvm: parents=p');
  const parents = options.has('p');
  const text = (name: string, fault: FileFault): string => `'${name}': ${FAULT_TEXT[fault]}`;
  return each(call, options.arguments, (path) => call.system.files.createFolder(path, { parents }), text);
};

export const touch: Program = async (call) => {
  const options = readOptions(call, 'cd:t:r:amh');
  const { files, clock } = call.system;
  const given = Date.parse(options.value('d') ?? '');
  const mtime = Math.floor((Number.isNaN(given) ? clock.now : given) / 1000);
  const text = (name: string, fault: FileFault): string => `'${name}': ${FAULT_TEXT[fault]}`;
  return each(
    call,
    options.arguments,
    (path) => (options.has('c') && files.stat(path) === 'ENOENT' ? null : files.touch(path, mtime)),
    text,
  );
};

export const chmod: Program = async (call) => {
  // A mode may begin with a dash (`-x`), which is no option.
  const words = call.words.slice(1).filter((word) => word !== '-R');
  const [mode = '', ...names] = words;
  if (!/^(?:[0-7]{1,4}|[ugoa]*[-+=][rwxXst]*(?:,[ugoa]*[-+=][rwxXst]*)*)$/.test(mode))
    throw new Complaint(`bad mode '${mode}'`);
  const { files } = call.system;
  return each(call, names, (path) => {
    const stat = files.stat(path);
    return typeof stat === 'string' ? stat : files.changeMode(path, changedMode(stat.mode, mode));
  });
};

function changedMode(before: number, mode: string): number {
  if (/^[0-7]+$/.test(mode)) return Number.parseInt(mode, 8);
  let result = before & 0o7777;
  for (const clause of mode.split(',')) {
    const [, who = '', operator = '', letters = ''] = /^([ugoa]*)([-+=])(.*)$/.exec(clause) ?? [];
    const whose = who === '' || who.includes('a') ? 'ugo' : who;
    for (const [index, person] of ['o', 'g', 'u'].entries()) {
      if (!whose.includes(person)) continue;
      const bits =
        (letters.includes('r') ? 4 : 0) | (letters.includes('w') ? 2 : 0) | (/[xX]/.test(letters) ? 1 : 0);
      const shifted = bits << (index * 3);
      if (operator === '=') result = (result & ~(7 << (index * 3))) | shifted;
      else result = operator === '+' ? result | shifted : result & ~shifted;
    }
  }
  return result;
}

export const cp: Program = (call) => transfer(call, 'cp');
export const mv: Program = (call) => transfer(call, 'mv');

/** Copies or moves files to a file, or into a folder. */
async function transfer(call: ProgramCall, what: 'cp' | 'mv'): Promise<void> {
  const options = readOptions(call, 'rRfianpvTLdt:');
  const { files } = call.system;
  const names = options.arguments.slice();
  const target = options.value('t') ?? (names.length > 1 ? names.pop() : undefined);
  if (target === undefined || !names.length) throw new Complaint(`Needs 2 arguments (see "${what} --help")`);
  const to = files.resolve(target, call.folder);
  const stat = files.stat(to);
  const isFolder = typeof stat !== 'string' && stat.type === 'folder';
  if (names.length > 1 && !isFolder) throw new Complaint(`'${target}' not directory`);
  const isWhole = options.has('r') || options.has('R') || options.has('a');
  return each(
    call,
    names,
    (path) => {
      const goal = isFolder ? `${to}/${path.slice(path.lastIndexOf('/') + 1)}` : to;
      if (options.has('n') && typeof files.stat(goal) !== 'string') return null;
      return what === 'mv' ? files.rename(path, goal) : copy(call, path, goal, isWhole);
    },
    (name, fault) => `bad '${name}': ${FAULT_TEXT[fault]}`,
  );
}

function copy(call: ProgramCall, from: string, to: string, isWhole: boolean): FileFault | null {
  const { files } = call.system;
  const open = [[from, to] as const];
  // Listed before anything is copied, so that a copy into itself comes to an end.
  for (let index = 0; index < open.length; index += 1) {
    const [source] = open[index]!;
    const names = files.list(source);
    if (typeof names === 'string') continue;
    if (!isWhole) return 'EISDIR';
    if (open.length + names.length > MOST_COPIES) return 'ENOSPC';
    for (const name of names) open.push([`${source}/${name}`, `${open[index]![1]}/${name}`]);
  }
  for (const [source, target] of open) {
    const stat = files.stat(source);
    if (typeof stat === 'string') return stat;
    const bytes = files.read(source);
    const fault =
      typeof bytes === 'string'
        ? files.createFolder(target, { parents: true })
        : files.write(target, bytes, { mode: stat.mode });
    if (fault) return fault;
  }
  return null;
}
