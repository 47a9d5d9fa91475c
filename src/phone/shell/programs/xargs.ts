import { Complaint } from '../answer.js';
import { Input } from '../input.js';
import { allLinesOf } from './lines.js';
import type { Program } from '../program.js';

/** Characters of the arguments of one call. */
const MOST_CHARACTERS = 128 * 1024;

/** Exit statuses. Source: POSIX.1-2017 `xargs`. */
const [SOME_FAILED, NOT_FOUND] = [123, 127];

/** Calls a program with arguments from standard input. */
export const xargs: Program = async (call) => {
  const words = call.words.slice(1);
  let most = Infinity;
  let placeholder: string | null = null;
  let isEmptyRun = true;
  let isNul = false;
  // Options end where the program begins, whose own must not be read.
  for (; words[0]?.startsWith('-'); words.shift()) {
    const word = words[0];
    const value = (): string => (word.length > 2 ? word.slice(2) : (words.splice(1, 1)[0] ?? ''));
    if (word.startsWith('-n') || word.startsWith('-L')) most = Math.max(1, Number(value()) || 1);
    else if (word.startsWith('-I')) placeholder = value();
    else if (word.startsWith('-P') || word.startsWith('-s')) value();
    else if (word === '-0') isNul = true;
    else if (word === '-r') isEmptyRun = false;
    else if (word !== '-t' && word !== '-o') throw new Complaint(`Unknown option '${word.slice(1, 40)}'`);
  }
  const command = words.length ? words : ['echo'];
  const lines = await allLinesOf(call.stdin);
  if (!lines) throw new Complaint('too many arguments');
  const text = lines.join('\n');
  const items =
    placeholder !== null
      ? lines.map((line) => line.trim()).filter(Boolean)
      : isNul
        ? text.split('\0').filter(Boolean)
        : argumentsOf(text);
  let status = 0;
  const run = async (all: readonly string[]): Promise<boolean> => {
    const result = await call.run(all, { stdin: Input.empty() });
    if (result) status = result === NOT_FOUND ? NOT_FOUND : SOME_FAILED;
    return result !== NOT_FOUND && !call.signal.aborted;
  };
  if (placeholder !== null) {
    for (const item of items)
      if (!(await run(command.map((word) => word.replaceAll(placeholder, () => item))))) break;
    return status;
  }
  if (!items.length && isEmptyRun) await run(command);
  for (let start = 0; start < items.length;) {
    let size = 0;
    let end = start;
    for (; end < items.length && end - start < most; end += 1) {
      size += items[end]!.length + 1;
      if (size > MOST_CHARACTERS && end > start) break;
    }
    if (!(await run([...command, ...items.slice(start, end)]))) break;
    start = end;
  }
  return status;
};

/** Words, with quotes and backslashes. */
function argumentsOf(text: string): string[] {
  const items: string[] = [];
  for (const match of text.matchAll(/(?:[^\s"'\\]|\\[\s\S]|"[^"\n]*"|'[^'\n]*'|["'\\])+/g)) {
    items.push(
      match[0].replace(
        /\\([\s\S])|"([^"\n]*)"|'([^'\n]*)'/g,
        (_, a?: string, b?: string, c?: string) => a ?? b ?? c ?? '',
      ),
    );
  }
  return items;
}
