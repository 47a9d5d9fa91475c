import { Complaint } from '../answer.js';
import { FAULT_TEXT } from '../../files/fault-text.js';
import { Glob } from '../glob.js';
import { nextTurn } from '../input.js';
import type { FileStat } from '../../files/virtual-files.js';
import type { Program } from '../program.js';

type Test = (path: string, stat: FileStat) => boolean;

/** Lists files below folders: `-name`, `-iname`, `-type`, `-maxdepth`, `-mindepth` and `-print`. */
export const find: Program = async (call) => {
  const words = call.words.slice(1);
  const start = words.findIndex((word) => word.startsWith('-'));
  const folders = start < 0 ? words : words.slice(0, start);
  const tests: Test[] = [];
  let [shallowest, deepest] = [0, Infinity];
  for (let index = start < 0 ? words.length : start; index < words.length; index += 2) {
    const option = words[index] ?? '';
    const value = words[index + 1] ?? '';
    if (option === '-print') index -= 1;
    else if (option === '-maxdepth') deepest = Number(value) || 0;
    else if (option === '-mindepth') shallowest = Number(value) || 0;
    else if (option === '-type')
      tests.push((_, stat) => (stat.type === 'folder' ? value === 'd' : value === 'f'));
    else if (option === '-name' || option === '-iname') tests.push(nameTest(value, option === '-iname'));
    else throw new Complaint(`bad arg '${option.slice(0, 40)}'`);
  }
  const { files } = call.system;
  let seen = 0;
  const open = (folders.length ? folders : ['.']).map((path) => ({ path, depth: 0 })).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, depth } = next;
    const resolved = files.resolve(path, call.folder);
    const stat = files.stat(resolved);
    if (typeof stat === 'string') {
      await call.complain(`${path}: ${FAULT_TEXT[stat]}`);
      continue;
    }
    seen += 1;
    if (seen % 1000 === 0) await nextTurn();
    if (depth >= shallowest && tests.every((test) => test(path, stat))) await call.stdout(`${path}\n`);
    const names = depth < deepest ? files.list(resolved) : [];
    if (typeof names === 'string') continue;
    const prefix = path.replace(/\/$/, '');
    open.push(...names.map((name) => ({ path: `${prefix}/${name}`, depth: depth + 1 })).reverse());
  }
};

function nameTest(pattern: string, ignoresCase: boolean): Test {
  const folded = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const glob = new Glob([{ text: folded(pattern), isQuoted: false }]);
  return (path) => glob.matches(folded(path.slice(path.lastIndexOf('/') + 1)));
}
