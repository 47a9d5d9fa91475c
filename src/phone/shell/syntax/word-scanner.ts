import { ESCAPES } from './escapes.js';
import { ShellSyntaxError } from './shell-syntax-error.js';
import type { List, VariableOperator, Word, WordPart } from './syntax-tree.js';

/** How deep substitutions may lie in each other. */
const DEEPEST_SUBSTITUTION = 64;

/** Characters of an arithmetic expression. Bounds what is looked through again where brackets turn out to be none. */
const LONGEST_EXPRESSION = 10_000;

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const SPECIAL = '?$#@*!-0123456789';

/** Where a run of plain characters ends, by what surrounds it. */
const PLAIN = {
  word: /[^ \t\n;&|<>()'"\\$`]+/y,
  double: /[^"\\$`]+/y,
  text: /[^\\$`]+/y,
  // In braces (`${x:-word}`) a closing brace ends.
  braces: /[^}'"\\$`]+/y,
  quotedBraces: /[^}"\\$`]+/y,
};

/** What a backslash takes the meaning of inside double quotes; before anything else it stays. */
const ESCAPED_IN_QUOTES = new Set(['$', '`', '"', '\\', '\n']);

type Surrounding = keyof typeof PLAIN;

/**
 * Reads the words of a command line. Linear in the length of the line, but for substitutions, which are looked through once
 * for each substitution around them.
 *
 * Source: POSIX.1-2017 shell command language 2.2, 2.3 and 2.6; mksh(1).
 */
export abstract class WordScanner {
  protected readonly text: string;
  protected position = 0;
  /** Substitutions around this text. */
  protected readonly depth: number;

  constructor(text: string, depth: number) {
    if (depth > DEEPEST_SUBSTITUTION)
      throw new ShellSyntaxError('syntax error: too many nested substitutions');
    this.text = text;
    this.depth = depth;
  }

  /** Lines up to the `)` that closes a substitution; the position is behind it afterwards. */
  protected abstract commandsTo(text: string, start: number): { lines: readonly List[]; end: number };

  /** Lines of a text of its own. */
  protected abstract commandsOf(text: string): readonly List[];

  protected get next(): string {
    return this.text[this.position] ?? '';
  }

  /** The word that begins here. */
  protected word(): Word {
    const parts: WordPart[] = [];
    this.#parts(parts, 'word', false);
    return wordOf(parts);
  }

  /** All of this text, in which quotes mean nothing, as in a here-document or an arithmetic expression. */
  protected textWord(): Word {
    const parts: WordPart[] = [];
    this.#parts(parts, 'text', true);
    return wordOf(parts);
  }

  #parts(parts: WordPart[], surrounding: Surrounding, isQuoted: boolean): void {
    const { text } = this;
    while (this.position < text.length) {
      const plain = PLAIN[surrounding];
      plain.lastIndex = this.position;
      const run = plain.exec(text);
      if (run) {
        this.position = plain.lastIndex;
        addText(parts, run[0], isQuoted);
        continue;
      }
      const character = text[this.position]!;
      if (character === '\\') this.#backslash(parts, surrounding, isQuoted);
      else if (character === '$') this.#dollar(parts, surrounding, isQuoted);
      else if (character === '`') this.#backticks(parts, isQuoted);
      else if (character === "'" && !isQuoted) this.#singleQuotes(parts);
      else if (character === '"' && surrounding !== 'double') this.#doubleQuotes(parts);
      else return;
    }
  }

  #backslash(parts: WordPart[], surrounding: Surrounding, isQuoted: boolean): void {
    const next = this.text[this.position + 1];
    this.position += 2;
    if (next === undefined) {
      this.position -= 1;
      addText(parts, '\\', true);
    } else if (next === '\n') return;
    else if (isQuoted && !(ESCAPED_IN_QUOTES.has(next) && !(next === '"' && surrounding === 'text'))) {
      if (surrounding === 'quotedBraces' && next === '}') addText(parts, '}', true);
      else addText(parts, `\\${next}`, true);
    } else addText(parts, next, true);
  }

  #singleQuotes(parts: WordPart[]): void {
    const end = this.text.indexOf("'", this.position + 1);
    if (end < 0) throw new ShellSyntaxError('no closing quote', { isIncomplete: true });
    addText(parts, this.text.slice(this.position + 1, end), true);
    this.position = end + 1;
  }

  #doubleQuotes(parts: WordPart[]): void {
    this.position += 1;
    // An empty pair of quotes makes a word too.
    addText(parts, '', true);
    this.#parts(parts, 'double', true);
    if (this.next !== '"') throw new ShellSyntaxError('no closing quote', { isIncomplete: true });
    this.position += 1;
  }

  #dollar(parts: WordPart[], surrounding: Surrounding, isQuoted: boolean): void {
    const { text, position } = this;
    const next = text[position + 1] ?? '';
    if (next === '(') {
      if (text[position + 2] === '(') {
        const end = this.arithmeticEnd(position + 3);
        if (end >= 0) {
          parts.push({
            type: 'arithmetic',
            expression: this.expressionOf(text.slice(position + 3, end)),
            isQuoted,
          });
          this.position = end + 2;
          return;
        }
      }
      const { lines, end } = this.commandsTo(text, position + 2);
      parts.push({ type: 'command', lines, isQuoted });
      this.position = end;
    } else if (next === '{') this.#braces(parts, isQuoted);
    else if (next === "'" && surrounding === 'word') {
      this.position += 1;
      this.#escapedQuotes(parts);
    } else {
      NAME.lastIndex = position + 1;
      const name = NAME.exec(text)?.[0] ?? (next && SPECIAL.includes(next) ? next : '');
      if (!name) addText(parts, '$', isQuoted);
      else parts.push({ type: 'variable', name, isQuoted, operator: null, word: null });
      this.position += 1 + name.length;
    }
  }

  /** `$'…'`, with the escapes of C. */
  #escapedQuotes(parts: WordPart[]): void {
    const start = this.position + 1;
    let end = start;
    while (end < this.text.length && this.text[end] !== "'") end += this.text[end] === '\\' ? 2 : 1;
    if (end >= this.text.length) throw new ShellSyntaxError('no closing quote', { isIncomplete: true });
    addText(parts, unescape(this.text.slice(start, end)), true);
    this.position = end + 1;
  }

  #braces(parts: WordPart[], isQuoted: boolean): void {
    const { text } = this;
    let position = this.position + 2;
    const isLength = text[position] === '#' && text[position + 1] !== '}';
    if (isLength) position += 1;
    NAME.lastIndex = position;
    const name =
      NAME.exec(text)?.[0] ?? /[0-9]+|[?$#@*!-]/y.exec(text.slice(position, position + 20))?.[0] ?? '';
    position += name.length;
    if (!name) throw this.#badSubstitution(position);
    if (isLength || text[position] === '}') {
      if (text[position] !== '}') throw this.#badSubstitution(position);
      parts.push({ type: 'variable', name, isQuoted, operator: isLength ? 'length' : null, word: null });
      this.position = position + 1;
      return;
    }
    const operator = /:[-=+?]|##?|%%?|\/\/?|[-=+?:]/y.exec(text.slice(position, position + 2))?.[0];
    if (!operator) throw this.#badSubstitution(position);
    const inner: WordPart[] = [];
    this.position = position + operator.length;
    this.#parts(inner, isQuoted ? 'quotedBraces' : 'braces', isQuoted);
    if (this.next !== '}')
      throw new ShellSyntaxError('syntax error: unexpected EOF, no closing brace', { isIncomplete: true });
    this.position += 1;
    parts.push({
      type: 'variable',
      name,
      isQuoted,
      operator: operator as VariableOperator,
      word: wordOf(inner),
    });
  }

  #badSubstitution(position: number): ShellSyntaxError {
    const rest = this.text.slice(this.position, position + 10);
    return new ShellSyntaxError(`${rest}: bad substitution`, { isIncomplete: position >= this.text.length });
  }

  #backticks(parts: WordPart[], isQuoted: boolean): void {
    const { text } = this;
    let inner = '';
    let position = this.position + 1;
    let start = position;
    for (; text[position] !== '`'; position += 1) {
      if (position >= text.length) throw new ShellSyntaxError('no closing quote', { isIncomplete: true });
      if (text[position] !== '\\') continue;
      const next = text[position + 1] ?? '';
      if (next === '$' || next === '`' || next === '\\' || (isQuoted && next === '"')) {
        inner += text.slice(start, position) + next;
        start = position + 2;
      }
      position += 1;
    }
    inner += text.slice(start, position);
    this.position = position + 1;
    parts.push({ type: 'command', lines: this.commandsOf(inner), isQuoted });
  }

  /** Where the `))` lies that closes an arithmetic expression begun here; -1 when it is no expression. */
  protected arithmeticEnd(start: number): number {
    let open = 0;
    const last = Math.min(this.text.length, start + LONGEST_EXPRESSION);
    for (let position = start; position < last; position += 1) {
      const character = this.text[position];
      if (character === '(') open += 1;
      else if (character === ')') {
        if (open === 0) return this.text[position + 1] === ')' ? position : -1;
        open -= 1;
      } else if (character === '\\') position += 1;
      else if (character === "'" || character === '"') return -1;
    }
    return -1;
  }

  /** The text of an arithmetic expression, whose substitutions are made before it is calculated. */
  protected abstract expressionOf(text: string): Word;
}

/** Puts text to the end of a word; neighbours that are alike are one part. */
function addText(parts: WordPart[], text: string, isQuoted: boolean): void {
  const last = parts[parts.length - 1];
  if (last?.type === 'text' && last.isQuoted === isQuoted) {
    parts[parts.length - 1] = { type: 'text', text: last.text + text, isQuoted };
  } else parts.push({ type: 'text', text, isQuoted });
}

export function wordOf(parts: readonly WordPart[]): Word {
  const [only] = parts;
  if (!only) return { parts, literal: '' };
  if (parts.length === 1) return { parts, literal: only.type === 'text' ? only.text : null };
  let literal = '';
  for (const part of parts) {
    if (part.type !== 'text') return { parts, literal: null };
    literal += part.text;
  }
  return { parts, literal };
}

/** Puts the characters in place that the escapes of C stand for. */
function unescape(text: string): string {
  return text.replace(/\\(x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|[0-7]{1,3}|[\s\S])/g, (_, code: string) => {
    if (/^[xu]./.test(code)) return String.fromCodePoint(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return String.fromCodePoint(Number.parseInt(code, 8) & 0xff);
    return ESCAPES[code] ?? code;
  });
}
