import { complementOf, DIGITS, ranges, SPACE, WORD, type CharacterRange } from './character-ranges.js';
import { PatternError, type PatternNode } from './pattern-program.js';

/** Longest pattern, in characters. */
const LONGEST = 500;

const DEEPEST = 50;

const CLASSES: Readonly<Record<string, readonly CharacterRange[]>> = {
  d: DIGITS,
  D: complementOf(DIGITS),
  w: WORD,
  W: complementOf(WORD),
  s: SPACE,
  S: complementOf(SPACE),
};

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' };

const LINE_ENDS = ranges('\n\n\r\r\u0085\u0085\u2028\u2029');

/**
 * Reads a regular expression of Java: characters, `.`, classes, `\d \w \s` and their opposites, `\b \B`, groups, `|`,
 * `* + ? {n,m}` with or without `?` behind, `^`, `$`, `\Q…\E` and `(?i)` at the beginning. Anything else is refused, such as
 * references back, looking around and quantifiers that never give back: nothing linear can match them.
 *
 * Source: Java `java.util.regex.Pattern`. Deviation: groups are not distinguished, since nobody asks what they held.
 * @throws {PatternError}
 */
export function parseJavaPattern(text: string): {
  readonly node: PatternNode;
  readonly ignoresCase: boolean;
} {
  if (text.length > LONGEST) throw new PatternError('regular expression too big');
  const flag = '(?i)';
  const ignoresCase = text.startsWith(flag);
  return { node: new JavaParser(ignoresCase ? text.slice(flag.length) : text).pattern(), ignoresCase };
}

class JavaParser {
  readonly #characters: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#characters = Array.from(text);
  }

  pattern(): PatternNode {
    const node = this.#either();
    if (this.#at < this.#characters.length) throw new PatternError('parentheses not balanced');
    return node;
  }

  #either(): PatternNode {
    const nodes = [this.#sequence()];
    while (this.#take('|')) nodes.push(this.#sequence());
    return { type: 'either', nodes };
  }

  #sequence(): PatternNode {
    const nodes: PatternNode[] = [];
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek()) {
      nodes.push(this.#repeated());
    }
    return { type: 'sequence', nodes };
  }

  #repeated(): PatternNode {
    const node = this.#thing();
    const bounds = this.#bounds();
    if (bounds === null) return node;
    // What is tried first makes no difference to whether the whole fits; giving nothing back does.
    if (!this.#take('?') && this.#peek() === '+') throw unsupported('++');
    return { type: 'repeat', node, least: bounds[0], most: bounds[1] };
  }

  #bounds(): readonly [least: number, most: number] | null {
    if (this.#take('*')) return [0, Infinity];
    if (this.#take('+')) return [1, Infinity];
    if (this.#take('?')) return [0, 1];
    if (this.#peek() !== '{') return null;
    const end = this.#characters.indexOf('}', this.#at);
    const inside = /^(\d{1,4})(,(\d{0,4}))?$/.exec(this.#characters.slice(this.#at + 1, end).join(''));
    if (end < 0 || inside === null) throw unsupported('{');
    this.#at = end + 1;
    const least = Number(inside[1]);
    const most = inside[2] === undefined ? least : inside[3] === '' ? Infinity : Number(inside[3]);
    if (most < least) throw new PatternError('invalid repetition count(s)');
    return [least, most];
  }

  #thing(): PatternNode {
    const character = this.#next();
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '.':
        return { type: 'set', set: { isNegated: true, ranges: LINE_ENDS } };
      case '^':
        return { type: 'assertion', assertion: 'line-start' };
      case '$':
        return { type: 'assertion', assertion: 'line-end' };
      case '\\':
        return this.#escaped();
      case '*':
      case '+':
      case '?':
      case '{':
        throw unsupported(character);
      default:
        return plain(character);
    }
  }

  #group(): PatternNode {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new PatternError('parentheses nested too deeply');
    if (this.#take('?') && !this.#take(':')) throw unsupported('(?');
    const node = this.#either();
    if (!this.#take(')')) throw new PatternError('parentheses not balanced');
    this.#depth -= 1;
    return node;
  }

  #escaped(): PatternNode {
    const character = this.#next();
    switch (character) {
      case 'Q':
        return this.#quoted();
      case 'b':
        return { type: 'assertion', assertion: 'word-edge' };
      case 'B':
        return { type: 'assertion', assertion: 'no-word-edge' };
      default:
        return { type: 'set', set: { isNegated: false, ranges: rangesOfEscaped(character) } };
    }
  }

  #quoted(): PatternNode {
    const nodes: PatternNode[] = [];
    while (this.#at < this.#characters.length) {
      if (this.#peek() === '\\' && this.#characters[this.#at + 1] === 'E') {
        this.#at += 2;
        break;
      }
      nodes.push(plain(this.#next()));
    }
    return { type: 'sequence', nodes };
  }

  #class(): PatternNode {
    const isNegated = this.#take('^');
    const found: CharacterRange[] = [];
    while (!this.#take(']')) {
      const character = this.#next();
      if (character === '[' || (character === '&' && this.#peek() === '&')) throw unsupported(character);
      if (character === '\\') {
        found.push(...rangesOfEscaped(this.#next()));
      } else if (this.#peek() === '-' && this.#characters[this.#at + 1] !== ']') {
        this.#next();
        found.push(rangeOf(character, this.#next()));
      } else {
        found.push(rangeOf(character, character));
      }
    }
    if (found.length === 0) throw unsupported('[]');
    return { type: 'set', set: { isNegated, ranges: found } };
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #next(): string {
    const character = this.#characters[this.#at];
    if (character === undefined) throw new PatternError('regular expression ends early');
    this.#at += 1;
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }
}

function rangesOfEscaped(character: string): readonly CharacterRange[] {
  const known = CLASSES[character];
  if (known !== undefined) return known;
  const control = CONTROLS[character];
  if (control === undefined && /^[a-zA-Z0-9]$/.test(character)) throw unsupported(`\\${character}`);
  return [rangeOf(control ?? character, control ?? character)];
}

function rangeOf(from: string, to: string): CharacterRange {
  const [first, last] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
  if (from !== to && (to === '\\' || last < first)) throw new PatternError('invalid character range');
  return [first, last];
}

function plain(character: string): PatternNode {
  return { type: 'character', code: character.codePointAt(0) ?? 0 };
}

function unsupported(what: string): PatternError {
  return new PatternError(`${what} is not supported`);
}
