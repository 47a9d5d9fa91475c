import { DIGITS, ranges, SPACE, WORD, type CharacterRange } from './character-ranges.js';
import { PatternError, type Assertion, type CharacterSet, type PatternNode } from './pattern-program.js';

/** Most times that an interval may name. Source: POSIX `RE_DUP_MAX`. */
const MOST_REPEATS = 255;

const DEEPEST = 100;

const CLASSES: Readonly<Record<string, readonly CharacterRange[]>> = {
  alpha: ranges('AZaz'),
  digit: DIGITS,
  alnum: ranges('09AZaz'),
  upper: ranges('AZ'),
  lower: ranges('az'),
  space: SPACE,
  blank: ranges('\t\t  '),
  punct: ranges('!/:@[`{~'),
  xdigit: ranges('09AFaf'),
  cntrl: ranges('\0\x1f\x7f\x7f'),
  print: ranges(' ~\xa0\u{10ffff}'),
  graph: ranges('!~\xa1\u{10ffff}'),
};

const ESCAPED_SETS: Readonly<Record<string, CharacterSet>> = {
  w: { isNegated: false, ranges: WORD },
  W: { isNegated: true, ranges: WORD },
  s: { isNegated: false, ranges: SPACE },
  S: { isNegated: true, ranges: SPACE },
};

const ESCAPED_PLACES: Readonly<Record<string, Assertion>> = {
  '<': 'word-start',
  '>': 'word-end',
  b: 'word-edge',
  B: 'no-word-edge',
};

const ESCAPED_CHARACTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/**
 * Reads a basic or an extended regular expression. `\|`, `\+` and `\?` are operators of basic ones too. References back to
 * groups are refused: nothing linear can match them.
 *
 * Source: POSIX.1-2017 base definitions 9.3 and 9.4.
 * @throws {PatternError}
 */
export function parsePosixPattern(
  text: string,
  syntax: 'basic' | 'extended',
): { node: PatternNode; groups: number } {
  return new PosixParser(text, syntax).pattern();
}

class PosixParser {
  readonly #characters: readonly string[];
  readonly #isExtended: boolean;
  #position = 0;
  #groups = 0;
  #depth = 0;

  constructor(text: string, syntax: 'basic' | 'extended') {
    this.#characters = Array.from(text);
    this.#isExtended = syntax === 'extended';
  }

  pattern(): { node: PatternNode; groups: number } {
    const node = this.#either();
    if (this.#position < this.#characters.length) throw new PatternError('parentheses not balanced');
    return { node, groups: this.#groups };
  }

  /** The operator that begins here, in the words of extended expressions; empty where there is none. */
  get #operator(): string {
    const next = this.#characters[this.#position];
    if (this.#isExtended) return next !== undefined && '()|*+?{'.includes(next) ? next : '';
    if (next === '*') return '*';
    const escaped = next === '\\' ? this.#characters[this.#position + 1] : undefined;
    return escaped !== undefined && '()|+?{'.includes(escaped) ? escaped : '';
  }

  #skipOperator(): void {
    this.#position += this.#isExtended || this.#characters[this.#position] === '*' ? 1 : 2;
  }

  #either(): PatternNode {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new PatternError('parentheses nested too deeply');
    const nodes = [this.#sequence()];
    while (this.#operator === '|') {
      this.#skipOperator();
      nodes.push(this.#sequence());
    }
    this.#depth -= 1;
    return nodes.length === 1 ? nodes[0]! : { type: 'either', nodes };
  }

  #sequence(): PatternNode {
    const nodes: PatternNode[] = [];
    while (this.#position < this.#characters.length) {
      const operator = this.#operator;
      if (operator === '|' || (operator === ')' && (this.#depth > 1 || !this.#isExtended))) break;
      const atom = this.#atom(nodes.length === 0);
      nodes.push(this.#repeated(atom));
    }
    return nodes.length === 1 ? nodes[0]! : { type: 'sequence', nodes };
  }

  #repeated(atom: PatternNode): PatternNode {
    let node = atom;
    for (;;) {
      const operator = this.#operator;
      if (operator === '*' || operator === '+' || operator === '?') {
        // `^*` of a basic expression is a star.
        if (!this.#isExtended && node.type === 'assertion' && node.assertion === 'line-start') return node;
        this.#skipOperator();
        // Runs of stars are one star: `a****` must not nest.
        const most = operator === '?' ? 1 : Infinity;
        const least = operator === '+' ? 1 : 0;
        if (node.type === 'repeat' && node.most === Infinity && node.least <= 1) {
          node = { ...node, least: Math.min(node.least, least) };
        } else node = { type: 'repeat', node, least, most };
      } else if (operator === '{') {
        const interval = this.#interval();
        if (!interval) return node;
        node = { type: 'repeat', node, ...interval };
      } else return node;
    }
  }

  #interval(): { least: number; most: number } | null {
    const start = this.#position;
    this.#skipOperator();
    const text = this.#characters.slice(this.#position, this.#position + 12).join('');
    const match = (this.#isExtended ? /^(\d*)(,?)(\d*)\}/ : /^(\d*)(,?)(\d*)\\\}/).exec(text);
    if (!match || (!match[1] && !match[2])) {
      if (!this.#isExtended) throw new PatternError('invalid repetition count(s)');
      this.#position = start;
      return null;
    }
    this.#position += match[0].length;
    const least = Number(match[1] || 0);
    const most = match[3] ? Number(match[3]) : match[2] ? Infinity : least;
    if (least > MOST_REPEATS || (most !== Infinity && most > MOST_REPEATS) || least > most) {
      throw new PatternError('invalid repetition count(s)');
    }
    return { least, most };
  }

  #atom(isFirst: boolean): PatternNode {
    const operator = this.#operator;
    if (operator === '(') return this.#group();
    const character = this.#characters[this.#position]!;
    // An operator with nothing before it is a plain character, as is one that is no operator here.
    if (operator && operator !== ')') {
      if (!isFirst || this.#isExtended || operator === '*') {
        this.#position += 1;
        return plain(character);
      }
      this.#position += 2;
      return plain(operator);
    }
    this.#position += 1;
    switch (character) {
      case '.':
        return { type: 'any' };
      case '[':
        return this.#bracket();
      case '^':
        return this.#isExtended || isFirst ? { type: 'assertion', assertion: 'line-start' } : plain('^');
      case '$':
        return this.#isExtended || this.#isSequenceEnd()
          ? { type: 'assertion', assertion: 'line-end' }
          : plain('$');
      case '\\':
        return this.#escape();
      default:
        return plain(character);
    }
  }

  #isSequenceEnd(): boolean {
    return this.#position >= this.#characters.length || this.#operator === ')' || this.#operator === '|';
  }

  #group(): PatternNode {
    this.#skipOperator();
    this.#groups += 1;
    const index = this.#groups;
    const node = this.#either();
    if (this.#operator !== ')') throw new PatternError('parentheses not balanced');
    this.#skipOperator();
    return { type: 'group', index, node };
  }

  #escape(): PatternNode {
    const character = this.#characters[this.#position];
    if (character === undefined) throw new PatternError('trailing backslash (\\)');
    this.#position += 1;
    if (/[1-9]/.test(character)) throw new PatternError('back references are not supported');
    const set = ESCAPED_SETS[character];
    if (set) return { type: 'set', set };
    const assertion = ESCAPED_PLACES[character];
    if (assertion) return { type: 'assertion', assertion };
    return plain(ESCAPED_CHARACTERS[character] ?? character);
  }

  #bracket(): PatternNode {
    const characters = this.#characters;
    const isNegated = characters[this.#position] === '^';
    if (isNegated) this.#position += 1;
    const found: CharacterRange[] = [];
    for (let isFirst = true; ; isFirst = false) {
      const character = characters[this.#position];
      if (character === undefined) throw new PatternError('brackets ([ ]) not balanced');
      if (character === ']' && !isFirst) break;
      if (character === '[' && characters[this.#position + 1] === ':') {
        const name =
          characters
            .slice(this.#position + 2, this.#position + 11)
            .join('')
            .split(':]', 1)[0] ?? '';
        const named = CLASSES[name];
        if (!named) throw new PatternError('invalid character class');
        found.push(...named);
        this.#position += name.length + 4;
        continue;
      }
      const first = this.#bracketCharacter();
      const last = characters[this.#position + 1];
      if (characters[this.#position] === '-' && last !== undefined && last !== ']') {
        this.#position += 1;
        const end = this.#bracketCharacter();
        if (end < first) throw new PatternError('invalid character range');
        found.push([first, end]);
      } else found.push([first, first]);
    }
    this.#position += 1;
    return { type: 'set', set: { isNegated, ranges: found } };
  }

  #bracketCharacter(): number {
    const character = this.#characters[this.#position] ?? '';
    this.#position += 1;
    const escaped =
      character === '\\' ? ESCAPED_CHARACTERS[this.#characters[this.#position] ?? ''] : undefined;
    if (escaped) this.#position += 1;
    return (escaped ?? character).codePointAt(0) ?? 0;
  }
}

function plain(character: string): PatternNode {
  return { type: 'character', code: character.codePointAt(0) ?? 0 };
}
