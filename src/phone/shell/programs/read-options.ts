import { complain } from '../program.js';
import type { ToolCall } from '../tool.js';

/** Options and other arguments of a call. */
export interface Options {
  has(name: string): boolean;
  /** The value of the last one of that name. */
  value(name: string): string | undefined;
  values(name: string): readonly string[];
  readonly arguments: readonly string[];
}

/**
 * Reads options as `getopt` does, in any order with arguments; `--` ends them. `known` has their letters, each followed by a
 * colon where it takes a value, then long ones as `long=l`. Says what it does not know, and gives null.
 */
export async function readOptions(
  call: Pick<ToolCall, 'words' | 'stderr'>,
  known: string,
): Promise<Options | null> {
  const [letters = '', ...longs] = known.split(' ');
  const longNames = new Map(longs.map((long) => long.split('=') as [string, string]));
  const found = new Map<string, string[]>();
  const rest: string[] = [];
  const add = (name: string, value: string): void => {
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  };
  const { words } = call;
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index]!;
    if (word === '--') {
      rest.push(...words.slice(index + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      rest.push(word);
      continue;
    }
    if (word.startsWith('--')) {
      const equals = word.indexOf('=');
      const letter = longNames.get(word.slice(2, equals < 0 ? undefined : equals));
      if (!letter) return refuse(call, word);
      const takesValue = letters.includes(`${letter}:`);
      if (takesValue && equals < 0) index += 1;
      add(letter, equals < 0 ? (takesValue ? (words[index] ?? '') : '') : word.slice(equals + 1));
      continue;
    }
    for (let position = 1; position < word.length; position += 1) {
      const letter = word[position]!;
      const at = letters.indexOf(letter);
      if (at < 0 || letter === ':') return refuse(call, letter);
      if (letters[at + 1] !== ':') {
        add(letter, '');
        continue;
      }
      let value = word.slice(position + 1);
      if (!value) {
        index += 1;
        if (index >= words.length) {
          await complain(call, `Missing argument to -${letter}`);
          return null;
        }
        value = words[index]!;
      }
      add(letter, value);
      break;
    }
  }
  return {
    has: (name) => found.has(name),
    value: (name) => found.get(name)?.at(-1),
    values: (name) => found.get(name) ?? [],
    arguments: rest,
  };
}

async function refuse(call: Pick<ToolCall, 'words' | 'stderr'>, option: string): Promise<null> {
  await complain(call, `Unknown option '${option}' (see "${call.words[0]} --help")`);
  return null;
}
