import { Pattern } from '../../pattern/pattern.js';
import { PatternError } from '../../pattern/pattern-program.js';

/** Which lines a command is for. */
export type SedAddress =
  | { readonly type: 'line'; readonly line: number }
  | { readonly type: 'step'; readonly first: number; readonly step: number }
  | { readonly type: 'last' }
  | { readonly type: 'pattern'; readonly pattern: Pattern };

interface Addressed {
  readonly from: SedAddress | null;
  readonly to: SedAddress | null;
  readonly isNegated: boolean;
}

export type SedCommand = Addressed &
  (
    | {
        readonly name: 's';
        readonly pattern: Pattern;
        /** Text, and numbers of groups; 0 is the whole match. */
        readonly replacement: readonly (string | number)[];
        readonly isGlobal: boolean;
        readonly prints: boolean;
        /** The first match that is replaced, from 1. */
        readonly which: number;
      }
    | { readonly name: 'y'; readonly characters: ReadonlyMap<string, string> }
    | { readonly name: 'p' | 'd' | 'q' | '=' }
    | { readonly name: 'a' | 'i' | 'c'; readonly text: string }
  );

/** Commands of a script may be at most this many. */
const MOST_COMMANDS = 1000;

/** Reads a script. @throws {PatternError} when it cannot be read */
export function parseSedScript(script: string, syntax: 'basic' | 'extended'): readonly SedCommand[] {
  const reader = new ScriptReader(script, syntax);
  const commands: SedCommand[] = [];
  for (let command = reader.command(); command; command = reader.command()) {
    commands.push(command);
    if (commands.length > MOST_COMMANDS) throw new PatternError('script too long');
  }
  return commands;
}

class ScriptReader {
  readonly #script: string;
  readonly #syntax: 'basic' | 'extended';
  #position = 0;
  /** The last pattern, which an empty one stands for. */
  #last: Pattern | null = null;

  constructor(script: string, syntax: 'basic' | 'extended') {
    this.#script = script;
    this.#syntax = syntax;
  }

  command(): SedCommand | null {
    this.#skip(/[;\s]/);
    if (this.#position >= this.#script.length) return null;
    if (this.#script[this.#position] === '#') {
      this.#line();
      return this.command();
    }
    const from = this.#address();
    let to: SedAddress | null = null;
    this.#skip(/[ \t]/);
    if (from && this.#script[this.#position] === ',') {
      this.#position += 1;
      this.#skip(/[ \t]/);
      to = this.#address();
      if (!to) throw this.#bad();
    }
    this.#skip(/[ \t]/);
    const isNegated = this.#script[this.#position] === '!';
    if (isNegated) this.#position += 1;
    this.#skip(/[ \t]/);
    const name = this.#script[this.#position] ?? '';
    this.#position += 1;
    const addressed = { from, to, isNegated };
    switch (name) {
      case 's':
        return this.#substitution(addressed);
      case 'y': {
        const delimiter = this.#delimiter();
        const [a, b] = [Array.from(this.#until(delimiter)), Array.from(this.#until(delimiter))];
        if (a.length !== b.length) throw this.#bad();
        this.#end();
        return {
          ...addressed,
          name,
          characters: new Map(a.map((character, index) => [character, b[index] ?? ''])),
        };
      }
      case 'p':
      case 'd':
      case 'q':
      case '=':
        this.#end();
        return { ...addressed, name };
      case 'a':
      case 'i':
      case 'c':
        return { ...addressed, name, text: this.#line().replace(/^[ \t]*\\?\n?[ \t]*/, '') };
      default:
        throw this.#bad();
    }
  }

  #bad(): PatternError {
    return new PatternError(
      `bad pattern '${this.#script.slice(0, 60)}'@${Math.min(this.#position, this.#script.length)}`,
    );
  }

  #skip(what: RegExp): void {
    while (this.#position < this.#script.length && what.test(this.#script[this.#position]!))
      this.#position += 1;
  }

  #line(): string {
    const end = this.#script.indexOf('\n', this.#position);
    const line = this.#script.slice(this.#position, end < 0 ? undefined : end);
    this.#position = end < 0 ? this.#script.length : end;
    return line;
  }

  #end(): void {
    this.#skip(/[ \t]/);
    const next = this.#script[this.#position];
    if (next !== undefined && next !== ';' && next !== '\n') throw this.#bad();
  }

  #address(): SedAddress | null {
    const number = /[0-9]{1,9}(?:~[0-9]{1,9})?/y;
    number.lastIndex = this.#position;
    const digits = number.exec(this.#script)?.[0];
    if (digits) {
      this.#position += digits.length;
      const [first = 0, step] = digits.split('~').map(Number);
      return step ? { type: 'step', first, step } : { type: 'line', line: first };
    }
    const next = this.#script[this.#position];
    if (next === '$') {
      this.#position += 1;
      return { type: 'last' };
    }
    if (next !== '/' && next !== '\\') return null;
    this.#position += next === '/' ? 0 : 1;
    const text = this.#until(this.#delimiter());
    const ignoresCase = this.#script[this.#position] === 'I';
    if (ignoresCase) this.#position += 1;
    return { type: 'pattern', pattern: this.#pattern(text, ignoresCase) };
  }

  #pattern(text: string, ignoresCase: boolean): Pattern {
    if (text || !this.#last) this.#last = new Pattern(text, { syntax: this.#syntax, ignoresCase });
    return this.#last;
  }

  #delimiter(): string {
    const delimiter = this.#script[this.#position];
    if (delimiter === undefined || delimiter === '\n' || delimiter === '\\') throw this.#bad();
    this.#position += 1;
    return delimiter;
  }

  /** Text up to the delimiter, which a backslash before it takes for itself. */
  #until(delimiter: string): string {
    let text = '';
    let isInBrackets = false;
    for (; this.#position < this.#script.length; this.#position += 1) {
      const character = this.#script[this.#position]!;
      if (character === '\\') {
        const next = this.#script[this.#position + 1] ?? '';
        text += next === delimiter ? delimiter : character + next;
        this.#position += 1;
      } else if (character === delimiter && !isInBrackets) {
        this.#position += 1;
        return text;
      } else {
        if (character === '[') isInBrackets = this.#script.indexOf(']', this.#position) > 0;
        else if (character === ']') isInBrackets = false;
        text += character;
      }
    }
    throw new PatternError(`unterminated pattern '${this.#script.slice(0, 60)}'`);
  }

  #substitution(addressed: Addressed): SedCommand {
    const delimiter = this.#delimiter();
    const text = this.#until(delimiter);
    const replacement = replacementOf(this.#replacement(delimiter));
    const flags = /[gpiI0-9]*/y;
    flags.lastIndex = this.#position;
    const found = flags.exec(this.#script)?.[0] ?? '';
    this.#position += found.length;
    this.#end();
    return {
      ...addressed,
      name: 's',
      pattern: this.#pattern(text, /[iI]/.test(found)),
      replacement,
      isGlobal: found.includes('g'),
      prints: found.includes('p'),
      which: Math.max(1, Number(/[0-9]+/.exec(found)?.[0] ?? 1)),
    };
  }

  #replacement(delimiter: string): string {
    let text = '';
    for (; this.#position < this.#script.length; this.#position += 1) {
      const character = this.#script[this.#position]!;
      if (character === '\\') {
        text += character + (this.#script[this.#position + 1] ?? '');
        this.#position += 1;
      } else if (character === delimiter) {
        this.#position += 1;
        return text;
      } else text += character;
    }
    throw new PatternError(`unterminated pattern '${this.#script.slice(0, 60)}'`);
  }
}

function replacementOf(text: string): (string | number)[] {
  const pieces: (string | number)[] = [];
  for (const match of text.matchAll(/\\([\s\S])|&|[^\\&]+|\\$/g)) {
    const escaped = match[1];
    if (match[0] === '&') pieces.push(0);
    else if (escaped === undefined) pieces.push(match[0]);
    else if (/[0-9]/.test(escaped)) pieces.push(Number(escaped));
    else pieces.push(escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped);
  }
  return pieces;
}
