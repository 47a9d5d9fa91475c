/** Whether a text as a whole fits a pattern. */
export type Matches = (text: string) => boolean;

/** Longest pattern, most states that it may come to, and most characters of a text that are looked at. */
const LONGEST_PATTERN = 500;
const MOST_STATES = 1_000;
const LONGEST_TEXT = 1_000;

/** Which characters a step takes. */
type Takes = (character: string) => boolean;

/** A state of the automaton: it takes a character, or goes on without one. */
interface State {
  readonly takes: Takes | null;
  readonly anchor: 'start' | 'end' | null;
  readonly next: number[];
}

/** Part of the automaton under construction: where it begins, and the states that lead out of it. */
interface Part {
  readonly start: number;
  readonly ends: readonly number[];
}

/**
 * Compiles a regular expression of Java to an automaton that reads a text once, so that no pattern, however written, takes
 * long. Known are characters, `.`, classes, `\d \w \s` and their opposites, groups, `|`, `* + ? {n,m}` with or without `?`
 * or `+` behind, `^`, `$`, `\Q…\E` and `(?i)` at the beginning; null for anything else, such as references back.
 */
export function compilePattern(pattern: string): Matches | null {
  if (pattern.length > LONGEST_PATTERN) return null;
  const compiler = new Compiler(pattern);
  try {
    const part = compiler.compile();
    return (text) => run(compiler.states, part, Array.from(text.slice(0, LONGEST_TEXT)));
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

class Unsupported extends Error {}

function run(states: readonly State[], { start, ends }: Part, characters: readonly string[]): boolean {
  const accepted = new Set(ends);
  let current = reach([start], states, 0, characters.length);
  for (const [index, character] of characters.entries()) {
    const next: number[] = [];
    for (const id of current) {
      const state = states[id];
      if (state?.takes?.(character) === true) next.push(...state.next);
    }
    if (next.length === 0) return false;
    current = reach(next, states, index + 1, characters.length);
  }
  for (const id of current) if (accepted.has(id) && states[id]?.takes === null) return true;
  return false;
}

/** The states that can be reached from these without taking a character. */
function reach(from: readonly number[], states: readonly State[], at: number, length: number): Set<number> {
  const seen = new Set<number>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    const state = states[id];
    if (state === undefined) continue;
    if (state.anchor === 'start' && at !== 0) continue;
    if (state.anchor === 'end' && at !== length) continue;
    seen.add(id);
    if (state.takes === null) waiting.push(...state.next);
  }
  return seen;
}

const CLASSES: Readonly<Record<string, RegExp>> = { d: /^\d$/, w: /^\w$/, s: /^[ \t\n\v\f\r]$/ };
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' };
const DEEPEST_GROUP = 50;

class Compiler {
  readonly states: State[] = [];
  readonly #characters: readonly string[];
  #at = 0;
  #ignoresCase = false;
  #depth = 0;

  constructor(pattern: string) {
    this.#characters = Array.from(pattern);
  }

  compile(): Part {
    if (this.#takeAll('(?i)')) this.#ignoresCase = true;
    const part = this.#alternatives();
    if (this.#at < this.#characters.length) throw new Unsupported();
    const end = this.#state(null);
    this.#lead(part.ends, end);
    return { start: part.start, ends: [end] };
  }

  #alternatives(): Part {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    const [first] = parts;
    if (parts.length === 1 && first !== undefined) return first;
    const start = this.#state(null);
    this.#lead([start], ...parts.map((part) => part.start));
    return { start, ends: parts.flatMap((part) => part.ends) };
  }

  #sequence(): Part {
    const start = this.#state(null);
    let ends: readonly number[] = [start];
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek()) {
      const part = this.#repeated();
      this.#lead(ends, part.start);
      ({ ends } = part);
    }
    return { start, ends };
  }

  /** A thing and how often it may stand; repeats of `{n,m}` are written out. */
  #repeated(): Part {
    const from = this.#at;
    const depth = this.#depth;
    const once = this.#thing();
    const to = this.#at;
    const [least, most] = this.#quantifier();
    if (least === 1 && most === 1) return once;
    const after = this.#at;
    const again = (): Part => {
      this.#at = from;
      this.#depth = depth;
      const part = this.#thing();
      if (this.#at !== to) throw new Unsupported();
      return part;
    };
    const start = this.#state(null);
    let ends: readonly number[] = [start];
    let made = 0;
    const skipped: number[] = [];
    const count = most === Infinity ? Math.max(least, 1) : most;
    for (; made < count; made += 1) {
      const part = made === 0 ? once : again();
      if (made >= least) skipped.push(...ends);
      this.#lead(ends, part.start);
      ({ ends } = part);
      if (most === Infinity && made === count - 1) this.#lead(ends, part.start);
    }
    this.#at = after;
    const end = this.#state(null);
    this.#lead([...ends, ...skipped], end);
    return { start, ends: [end] };
  }

  #quantifier(): readonly [least: number, most: number] {
    const bounds = this.#bounds();
    // What is taken first makes no difference to whether the whole fits.
    if (bounds !== null && !this.#take('?')) this.#take('+');
    return bounds ?? [1, 1];
  }

  #bounds(): readonly [least: number, most: number] | null {
    if (this.#take('*')) return [0, Infinity];
    if (this.#take('+')) return [1, Infinity];
    if (this.#take('?')) return [0, 1];
    if (this.#peek() !== '{') return null;
    const end = this.#characters.indexOf('}', this.#at);
    const inside = /^(\d{1,4})(,(\d{0,4}))?$/.exec(this.#characters.slice(this.#at + 1, end).join(''));
    if (end < 0 || inside === null) throw new Unsupported();
    this.#at = end + 1;
    const least = Number(inside[1]);
    const most = inside[2] === undefined ? least : inside[3] === '' ? Infinity : Number(inside[3]);
    if (most < least) throw new Unsupported();
    return [least, most];
  }

  #thing(): Part {
    const character = this.#next();
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return this.#single(this.#characterClass());
      case '.':
        return this.#single((each) => each !== '\n' && each !== '\r');
      case '^':
        return this.#anchored('start');
      case '$':
        return this.#anchored('end');
      case '\\':
        return this.#escaped();
      case '*':
      case '+':
      case '?':
      case '{':
        throw new Unsupported();
      default:
        return this.#single(this.#literal(character));
    }
  }

  #group(): Part {
    this.#depth += 1;
    if (this.#depth > DEEPEST_GROUP) throw new Unsupported();
    if (this.#take('?') && !this.#take(':')) throw new Unsupported();
    const part = this.#alternatives();
    if (!this.#take(')')) throw new Unsupported();
    this.#depth -= 1;
    return part;
  }

  #escaped(): Part {
    const character = this.#next();
    if (character !== 'Q') return this.#single(this.#escapedTakes(character));
    const start = this.#state(null);
    let ends: readonly number[] = [start];
    while (this.#at < this.#characters.length && !this.#takeAll(String.raw`\E`)) {
      const part = this.#single(this.#literal(this.#next()));
      this.#lead(ends, part.start);
      ({ ends } = part);
    }
    return { start, ends };
  }

  #escapedTakes(character: string): Takes {
    const known = CLASSES[character.toLowerCase()];
    if (known !== undefined) {
      const isOpposite = character !== character.toLowerCase();
      return (each) => known.test(each) !== isOpposite;
    }
    const control = CONTROLS[character];
    if (control !== undefined) return this.#literal(control);
    if (/^[a-zA-Z0-9]$/.test(character)) throw new Unsupported();
    return this.#literal(character);
  }

  #characterClass(): Takes {
    const isOpposite = this.#take('^');
    const takes: Takes[] = [];
    while (!this.#take(']')) {
      const character = this.#next();
      if (character === '[' || (character === '&' && this.#peek() === '&')) throw new Unsupported();
      if (character === '\\') {
        takes.push(this.#escapedTakes(this.#next()));
      } else if (this.#peek() === '-' && this.#characters[this.#at + 1] !== ']') {
        this.#next();
        takes.push(this.#range(character, this.#next()));
      } else {
        takes.push(this.#literal(character));
      }
    }
    return (each) => takes.some((one) => one(each)) !== isOpposite;
  }

  #range(from: string, to: string): Takes {
    const [first, last] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
    if (to === '\\' || last < first) throw new Unsupported();
    const isIn = (each: string): boolean => {
      const code = each.codePointAt(0) ?? 0;
      return code >= first && code <= last;
    };
    return this.#ignoresCase ? (each) => isIn(each.toLowerCase()) || isIn(each.toUpperCase()) : isIn;
  }

  #literal(character: string): Takes {
    const folded = character.toLowerCase();
    return this.#ignoresCase ? (each) => each.toLowerCase() === folded : (each) => each === character;
  }

  #single(takes: Takes): Part {
    const start = this.#state(takes);
    const end = this.#state(null);
    this.#lead([start], end);
    return { start, ends: [end] };
  }

  #anchored(anchor: 'start' | 'end'): Part {
    const id = this.#state(null, anchor);
    return { start: id, ends: [id] };
  }

  #state(takes: Takes | null, anchor: State['anchor'] = null): number {
    if (this.states.length >= MOST_STATES) throw new Unsupported();
    return this.states.push({ takes, anchor, next: [] }) - 1;
  }

  #lead(from: readonly number[], ...to: readonly number[]): void {
    for (const id of from) this.states[id]?.next.push(...to);
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #next(): string {
    const character = this.#characters[this.#at];
    if (character === undefined) throw new Unsupported();
    this.#at += 1;
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  #takeAll(text: string): boolean {
    if (this.#characters.slice(this.#at, this.#at + text.length).join('') !== text) return false;
    this.#at += text.length;
    return true;
  }
}
