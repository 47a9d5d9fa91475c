import { Complaint } from '../answer.js';
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
 * colon where it takes a value, then long ones as `long=l`.
 *
 * @throws {Complaint} with that status, of an option that it does not know
 */
export function readOptions({ words }: Pick<ToolCall, 'words'>, known: string, status = 1): Options {
  const [letters = '', ...longs] = known.split(' ');
  const longNames = new Map(longs.map((long) => long.split('=') as [string, string]));
  const found = new Map<string, string[]>();
  const rest: string[] = [];
  const add = (name: string, value: string): void => {
    const values = found.get(name);
    if (values) values.push(value);
    else found.set(name, [value]);
  };
  const refuse = (option: string): Complaint =>
    new Complaint(`Unknown option '${option}' (see "${words[0]} --help")`, status);
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
      if (!letter) throw refuse(word);
      const takesValue = letters.includes(`${letter}:`);
      if (takesValue && equals < 0) index += 1;
      add(letter, equals < 0 ? (takesValue ? (words[index] ?? '') : '') : word.slice(equals + 1));
      continue;
    }
    for (let position = 1; position < word.length; position += 1) {
      const letter = word[position]!;
      const at = letters.indexOf(letter);
      if (at < 0 || letter === ':') throw refuse(letter);
      if (letters[at + 1] !== ':') {
        add(letter, '');
        continue;
      }
      let value = word.slice(position + 1);
      if (!value) {
        index += 1;
        if (index >= words.length) throw new Complaint(`Missing argument to -${letter}`, status);
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
