import { ArithmeticError, calculate } from './arithmetic.js';
import { Glob, type GlobText } from './glob.js';
import { ShellFailure, type ShellState } from './shell-state.js';
import type { List, Word, WordPart } from './syntax/syntax-tree.js';

/** Longest word that an expansion may come to, in characters. */
const LONGEST_WORD = 8 * 1024 * 1024;

const SEPARATORS = ' \t\n';

/** What the expansion of words needs. */
export interface Expansion {
  readonly state: ShellState;
  /** What these commands print, without the ends of lines at the end. */
  readonly output: (lines: readonly List[]) => Promise<string>;
}

/** The arguments that words come to: expanded, and split where they are not quoted. @throws {ShellFailure} */
export async function expandWords(words: readonly Word[], expansion: Expansion): Promise<string[]> {
  const fields: string[] = [];
  for (const word of words) {
    if (word.literal !== null) fields.push(withHome(word.literal, word, expansion.state));
    else await addFields(fields, word, expansion);
  }
  return fields;
}

/** The text that a word comes to without being split, as in an assignment. @throws {ShellFailure} */
export async function expandText(word: Word, expansion: Expansion): Promise<string> {
  if (word.literal !== null) return withHome(word.literal, word, expansion.state);
  let text = '';
  for (const part of word.parts)
    text = joined(text, part.type === 'text' ? part.text : await valueOf(part, expansion));
  return text;
}

/** The pattern that a word comes to. @throws {ShellFailure} */
export async function expandGlob(word: Word, expansion: Expansion): Promise<Glob> {
  const texts: GlobText[] = [];
  for (const part of word.parts) {
    const text = part.type === 'text' ? part.text : await valueOf(part, expansion);
    texts.push({ text, isQuoted: part.isQuoted });
  }
  return new Glob(texts);
}

/** The value of an arithmetic expression. @throws {ShellFailure} */
export async function expandNumber(word: Word, expansion: Expansion): Promise<number> {
  const text = await expandText(word, expansion);
  return numberOf(text, expansion.state);
}

function numberOf(text: string, state: ShellState): number {
  try {
    return calculate(text, state);
  } catch (error) {
    if (error instanceof ArithmeticError) throw new ShellFailure(error.message);
    throw error;
  }
}

function withHome(text: string, word: Word, state: ShellState): string {
  if (!text.startsWith('~') || word.parts[0]?.isQuoted) return text;
  return text === '~' || text[1] === '/' ? (state.get('HOME') ?? '~') + text.slice(1) : text;
}

async function addFields(fields: string[], word: Word, expansion: Expansion): Promise<void> {
  const separators = expansion.state.get('IFS') ?? SEPARATORS;
  let current: string | null = null;
  for (const [index, part] of word.parts.entries()) {
    if (part.type === 'text') {
      const next = word.parts[index + 1];
      // `"$@"` without arguments is no word at all.
      if (part.text === '' && next?.type === 'variable' && next.name === '@') continue;
      current = joined(current ?? '', part.text);
    } else if (part.type === 'variable' && part.name === '@' && !part.operator) {
      for (const [position, argument] of expansion.state.positional.entries()) {
        if (position > 0 && current !== null) {
          fields.push(current);
          current = null;
        }
        if (part.isQuoted || argument) current = joined(current ?? '', argument);
      }
    } else {
      const value = await valueOf(part, expansion);
      if (part.isQuoted) current = joined(current ?? '', value);
      else current = split(fields, current, value, separators);
    }
  }
  if (current !== null) fields.push(current);
}

/** Adds the fields of an unquoted value, but for the last one, which continues. */
function split(fields: string[], before: string | null, value: string, separators: string): string | null {
  let current = before;
  let start = 0;
  let afterSeparator = false;
  for (let position = 0; position <= value.length; position += 1) {
    const character = value[position];
    if (character !== undefined && !separators.includes(character)) continue;
    if (position > start) current = joined(current ?? '', value.slice(start, position));
    // A separator that is no blank ends an empty field too.
    const isBlank = character === undefined || SEPARATORS.includes(character);
    if (character !== undefined) {
      if (current !== null) {
        fields.push(current);
        current = null;
        afterSeparator = !isBlank;
      } else if (!isBlank) {
        if (afterSeparator || position === 0) fields.push('');
        afterSeparator = true;
      }
    }
    start = position + 1;
  }
  return current;
}

function joined(text: string, more: string): string {
  if (text.length + more.length > LONGEST_WORD) throw new ShellFailure('argument list too long');
  return text + more;
}

async function valueOf(part: Exclude<WordPart, { type: 'text' }>, expansion: Expansion): Promise<string> {
  switch (part.type) {
    case 'command':
      return expansion.output(part.lines);
    case 'arithmetic':
      return String(await expandNumber(part.expression, expansion));
    case 'variable':
      return variableOf(part, expansion);
    default:
      return part satisfies never;
  }
}

async function variableOf(part: WordPart & { type: 'variable' }, expansion: Expansion): Promise<string> {
  const { state } = expansion;
  const { name, operator, word } = part;
  const value = state.get(name);
  if (!operator) return value ?? '';
  if (operator === 'length') {
    return String(name === '@' || name === '*' ? state.positional.length : Array.from(value ?? '').length);
  }
  if (!word) return value ?? '';
  const isMissing = operator.startsWith(':') ? !value : value === undefined;
  switch (operator) {
    case '-':
    case ':-':
      return isMissing ? expandText(word, expansion) : (value ?? '');
    case '+':
    case ':+':
      return isMissing ? '' : expandText(word, expansion);
    case '=':
    case ':=': {
      if (!isMissing) return value ?? '';
      const text = await expandText(word, expansion);
      state.set(name, text);
      return text;
    }
    case '?':
    case ':?': {
      if (!isMissing) return value ?? '';
      throw new ShellFailure(
        `${name}: ${(await expandText(word, expansion)) || 'parameter null or not set'}`,
      );
    }
    case '#':
    case '##': {
      const glob = await expandGlob(word, expansion);
      return glob.withoutPrefix(value ?? '', operator === '#' ? 'shortest' : 'longest');
    }
    case '%':
    case '%%': {
      const glob = await expandGlob(word, expansion);
      return glob.withoutSuffix(value ?? '', operator === '%' ? 'shortest' : 'longest');
    }
    case '/':
    case '//':
      return replaced(value ?? '', await slashed(word, expansion), operator === '//');
    case ':':
      return sliced(value ?? '', await expandText(word, expansion), state);
    default:
      return operator satisfies never;
  }
}

/** The two texts of a word that a slash stands between, which is not quoted. */
async function slashed(word: Word, expansion: Expansion): Promise<readonly [text: string, other: string]> {
  let before: string | null = null;
  let text = '';
  for (const part of word.parts) {
    const piece = part.type === 'text' ? part.text : await valueOf(part, expansion);
    const slash: number = before === null && part.type === 'text' && !part.isQuoted ? piece.indexOf('/') : -1;
    if (slash < 0) text = joined(text, piece);
    else {
      before = text + piece.slice(0, slash);
      text = piece.slice(slash + 1);
    }
  }
  return before === null ? [text, ''] : [before, text];
}

/** `${name/text/other}`, for a text that is no pattern. */
function replaced(value: string, [text, other]: readonly [string, string], isEverywhere: boolean): string {
  if (!text) return value;
  if (!isEverywhere) return value.replace(text, () => other);
  const pieces = value.split(text);
  if (value.length + pieces.length * other.length > LONGEST_WORD)
    throw new ShellFailure('argument list too long');
  return pieces.join(other);
}

/** `${name:start:length}`. */
function sliced(value: string, word: string, state: ShellState): string {
  const [start = '', length] = word.split(':', 2);
  const characters = Array.from(value);
  const from = numberOf(start, state);
  const begin = from < 0 ? Math.max(0, characters.length + from) : from;
  if (length === undefined) return characters.slice(begin).join('');
  const count = numberOf(length, state);
  return characters.slice(begin, count < 0 ? count : begin + count).join('');
}
