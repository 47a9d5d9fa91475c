import { parseJavaPattern } from './parse-java-pattern.js';
import { parsePosixPattern } from './parse-posix-pattern.js';
import {
  PatternError,
  programOf,
  type Assertion,
  type CharacterSet,
  type Instruction,
  type PatternNode,
} from './pattern-program.js';

/** Where a pattern was found, in UTF-16 units. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** Start and end of each group in turn, from the first; -1 for one that took no part. */
  readonly groups: readonly number[];
}

export interface PatternOptions {
  /** `basic` and `extended` as POSIX has them, those of `java`, or just the text. */
  readonly syntax: 'basic' | 'extended' | 'java' | 'fixed';
  readonly ignoresCase?: boolean;
  /** Whether a match must be all of the text. */
  readonly isWhole?: boolean;
}

/** Steps that all searches of a pattern may take together. */
const MOST_STEPS = 30_000_000;

interface Thread {
  readonly at: number;
  /** Where the match began, then the ends of groups. */
  readonly slots: readonly number[];
}

/**
 * A regular expression, in whichever syntax, whose searches take time in the length of the text times that of the pattern, however hostile both
 * are. Finds the first match, and of those that begin there the longest.
 *
 * Deviation: groups are chosen as backtracking engines do it, where POSIX asks for the longest from the left.
 */
export class Pattern {
  readonly #program: readonly Instruction[];
  readonly #groups: number;
  readonly #ignoresCase: boolean;
  /** The text that the pattern is, where it is just that. */
  readonly #literal: string | null;
  #steps = 0;
  /** In which round an instruction was last reached. */
  readonly #reached: Uint32Array;
  #round = 0;
  /** Which ASCII characters a match can begin with; null where it can be empty. */
  readonly #firsts: Uint8Array | null;

  /** @throws {PatternError} when the text is no pattern, or one that is too large */
  constructor(text: string, { syntax, ignoresCase: isFolded = false, isWhole = false }: PatternOptions) {
    const parsed = parsedOf(text, syntax);
    const { groups } = parsed;
    const ignoresCase = isFolded || parsed.ignoresCase;
    const node = isWhole ? wholly(parsed.node) : parsed.node;
    this.#literal = ignoresCase ? null : literalOf(node);
    this.#program = this.#literal === null ? programOf(node) : [];
    this.#groups = groups;
    this.#ignoresCase = ignoresCase;
    this.#reached = new Uint32Array(this.#program.length);
    this.#firsts = this.#program.length ? this.#firstCharacters() : null;
  }

  test(text: string): boolean {
    if (this.#literal !== null) return text.includes(this.#literal);
    return this.#run(text, 0, true) !== null;
  }

  /** The first match that begins at `from` or later. @throws {PatternError} when the searches took too long */
  search(text: string, from = 0): PatternMatch | null {
    if (this.#literal === null) return this.#run(text, from, false);
    const start = text.indexOf(this.#literal, from);
    return start < 0 ? null : { start, end: start + this.#literal.length, groups: [] };
  }

  #run(text: string, from: number, isTest: boolean): PatternMatch | null {
    let threads: Thread[] = [];
    let best: PatternMatch | null = null;
    for (let position = from; position <= text.length;) {
      if (!best && !threads.length && this.#firsts) {
        position = this.#skip(text, position, this.#firsts);
        if (position >= text.length) return null;
      }
      if (!best) this.#follow(threads, { at: 0, slots: [position] }, text, position, threads.length === 0);
      else if (!threads.length) break;
      const code = position < text.length ? (text.codePointAt(position) ?? 0) : -1;
      const next: Thread[] = [];
      const behind = position + (code > 0xffff ? 2 : 1);
      let isNew = true;
      for (const thread of threads) {
        this.#steps += 1;
        const start = thread.slots[0] ?? 0;
        if (best && start > best.start) break;
        const instruction = this.#program[thread.at]!;
        if (instruction.type === 'match') {
          if (!best || start < best.start || position > best.end) {
            best = { start, end: position, groups: this.#groupsOf(thread.slots) };
            if (isTest) return best;
          }
        } else if (code >= 0 && this.#takes(instruction, code)) {
          this.#follow(next, { at: thread.at + 1, slots: thread.slots }, text, behind, isNew);
          isNew = false;
        }
      }
      if (this.#steps > MOST_STEPS) throw new PatternError('regular expression takes too long');
      // A round of `follow` must not know what was reached in the one before.
      if (isNew) this.#round += 1;
      threads = next;
      position = behind;
    }
    return best;
  }

  /** The next position that a match can begin at. */
  #skip(text: string, from: number, firsts: Uint8Array): number {
    let position = from;
    for (; position < text.length; position += 1) {
      const code = text.charCodeAt(position);
      if (code >= firsts.length || firsts[code]) break;
    }
    return position;
  }

  #firstCharacters(): Uint8Array | null {
    const firsts = new Uint8Array(128);
    const seen = new Set<number>();
    const open = [0];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const instruction = this.#program[at]!;
      if (instruction.type === 'match') return null;
      if (instruction.type === 'jump') open.push(instruction.to);
      else if (instruction.type === 'split') open.push(instruction.first, instruction.second);
      else if (instruction.type === 'save' || instruction.type === 'assertion') open.push(at + 1);
      else for (const code of firsts.keys()) if (this.#takes(instruction, code)) firsts[code] = 1;
    }
    return firsts;
  }

  #groupsOf(slots: readonly number[]): readonly number[] {
    return Array.from({ length: this.#groups * 2 }, (_, index) => slots[index + 2] ?? -1);
  }

  /**
   * Continues from an instruction to all that take a character, the preferred way first; each is reached once per
   * round.
   */
  #follow(into: Thread[], first: Thread, text: string, position: number, isNewRound: boolean): void {
    if (isNewRound) this.#round += 1;
    const open = [first];
    for (let thread = open.pop(); thread; thread = open.pop()) {
      const { at, slots } = thread;
      if (this.#reached[at] === this.#round) continue;
      this.#reached[at] = this.#round;
      this.#steps += 1;
      const instruction = this.#program[at]!;
      switch (instruction.type) {
        case 'jump':
          open.push({ at: instruction.to, slots });
          break;
        case 'split':
          open.push({ at: instruction.second, slots }, { at: instruction.first, slots });
          break;
        case 'save': {
          const saved = slots.slice();
          while (saved.length <= instruction.slot) saved.push(-1);
          saved[instruction.slot] = position;
          this.#steps += saved.length;
          open.push({ at: at + 1, slots: saved });
          break;
        }
        case 'assertion':
          if (holds(instruction.assertion, text, position)) open.push({ at: at + 1, slots });
          break;
        default:
          into.push(thread);
      }
    }
  }

  #takes(instruction: Instruction, code: number): boolean {
    switch (instruction.type) {
      case 'any':
        return true;
      case 'character':
        return instruction.code === code || (this.#ignoresCase && lower(instruction.code) === lower(code));
      case 'set':
        if (!this.#ignoresCase) return isIn(instruction.set, code) !== instruction.set.isNegated;
        return (
          (isIn(instruction.set, code) ||
            isIn(instruction.set, lower(code)) ||
            isIn(instruction.set, upper(code))) !== instruction.set.isNegated
        );
      default:
        return false;
    }
  }
}

function parsedOf(
  text: string,
  syntax: PatternOptions['syntax'],
): { readonly node: PatternNode; readonly groups: number; readonly ignoresCase: boolean } {
  switch (syntax) {
    case 'fixed':
      return { node: fixed(text), groups: 0, ignoresCase: false };
    case 'java':
      return { ...parseJavaPattern(text), groups: 0 };
    default:
      return { ...parsePosixPattern(text, syntax), ignoresCase: false };
  }
}

function wholly(node: PatternNode): PatternNode {
  return {
    type: 'sequence',
    nodes: [
      { type: 'assertion', assertion: 'line-start' },
      node,
      { type: 'assertion', assertion: 'line-end' },
    ],
  };
}

function fixed(text: string): PatternNode {
  const nodes = Array.from(text, (character) => ({
    type: 'character' as const,
    code: character.codePointAt(0) ?? 0,
  }));
  return { type: 'sequence', nodes };
}

function literalOf(node: PatternNode): string | null {
  if (node.type === 'character') return String.fromCodePoint(node.code);
  if (node.type !== 'sequence') return null;
  let text = '';
  for (const part of node.nodes) {
    if (part.type !== 'character') return null;
    text += String.fromCodePoint(part.code);
  }
  return text;
}

function isIn(set: CharacterSet, code: number): boolean {
  for (const [first, last] of set.ranges) if (first <= code && code <= last) return true;
  return false;
}

function lower(code: number): number {
  return String.fromCodePoint(code).toLowerCase().codePointAt(0) ?? code;
}

function upper(code: number): number {
  return String.fromCodePoint(code).toUpperCase().codePointAt(0) ?? code;
}

function holds(assertion: Assertion, text: string, position: number): boolean {
  if (assertion === 'line-start') return position === 0;
  if (assertion === 'line-end') return position === text.length;
  const before = isWord(text.charCodeAt(position - 1));
  const behind = isWord(text.charCodeAt(position));
  switch (assertion) {
    case 'word-start':
      return !before && behind;
    case 'word-end':
      return before && !behind;
    case 'word-edge':
      return before !== behind;
    case 'no-word-edge':
      return before === behind;
    default:
      return assertion satisfies never;
  }
}

function isWord(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
  );
}
