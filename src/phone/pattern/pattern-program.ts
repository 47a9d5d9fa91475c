import type { CharacterRange } from './character-ranges.js';

/** A pattern that cannot be read or is too large. Its text is what a program says of it. */
export class PatternError extends Error {}

/** Characters. */
export interface CharacterSet {
  readonly isNegated: boolean;
  readonly ranges: readonly CharacterRange[];
}

/** A place between two characters that takes none. */
export type Assertion = 'line-start' | 'line-end' | 'word-start' | 'word-end' | 'word-edge' | 'no-word-edge';

/** The parts of a pattern. */
export type PatternNode =
  | { readonly type: 'character'; readonly code: number }
  | { readonly type: 'any' }
  | { readonly type: 'set'; readonly set: CharacterSet }
  | { readonly type: 'assertion'; readonly assertion: Assertion }
  | { readonly type: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly type: 'either'; readonly nodes: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly node: PatternNode; readonly least: number; readonly most: number }
  | { readonly type: 'group'; readonly index: number; readonly node: PatternNode };

/** One step of a machine that follows all ways through a pattern at once. */
export type Instruction =
  | { readonly type: 'character'; readonly code: number }
  | { readonly type: 'any' }
  | { readonly type: 'set'; readonly set: CharacterSet }
  | { readonly type: 'assertion'; readonly assertion: Assertion }
  /** Goes both ways, the first one first. */
  | { type: 'split'; first: number; second: number }
  | { type: 'jump'; to: number }
  | { readonly type: 'save'; readonly slot: number }
  | { readonly type: 'match' };

/** Instructions that a pattern may come to. */
const LARGEST_PROGRAM = 5000;

/** The machine of a pattern. Source: Cox 2007, "Regular Expression Matching Can Be Simple And Fast". @throws {PatternError} */
export function programOf(node: PatternNode): readonly Instruction[] {
  const program: Instruction[] = [];
  emit(program, node);
  program.push({ type: 'match' });
  return program;
}

function add<T extends Instruction>(program: Instruction[], instruction: T): T {
  if (program.length >= LARGEST_PROGRAM) throw new PatternError('regular expression too big');
  program.push(instruction);
  return instruction;
}

function emit(program: Instruction[], node: PatternNode): void {
  switch (node.type) {
    case 'character':
    case 'any':
    case 'set':
    case 'assertion':
      add(program, node);
      return;
    case 'sequence':
      for (const part of node.nodes) emit(program, part);
      return;
    case 'either': {
      const jumps: { type: 'jump'; to: number }[] = [];
      for (const [index, part] of node.nodes.entries()) {
        if (index === node.nodes.length - 1) {
          emit(program, part);
          break;
        }
        const split = add(program, { type: 'split' as const, first: program.length + 1, second: 0 });
        emit(program, part);
        jumps.push(add(program, { type: 'jump' as const, to: 0 }));
        split.second = program.length;
      }
      for (const jump of jumps) jump.to = program.length;
      return;
    }
    case 'repeat':
      emitRepeat(program, node);
      return;
    case 'group':
      add(program, { type: 'save', slot: node.index * 2 });
      emit(program, node.node);
      add(program, { type: 'save', slot: node.index * 2 + 1 });
      return;
    default:
      node satisfies never;
  }
}

function emitRepeat(program: Instruction[], { node, least, most }: PatternNode & { type: 'repeat' }): void {
  for (let count = 0; count < least; count += 1) {
    const before = program.length;
    emit(program, node);
    // What comes to nothing does so however often.
    if (program.length === before) break;
  }
  if (most === Infinity) {
    const split = add(program, { type: 'split' as const, first: program.length + 1, second: 0 });
    const start = program.length - 1;
    emit(program, node);
    add(program, { type: 'jump', to: start });
    split.second = program.length;
    return;
  }
  const splits: { type: 'split'; first: number; second: number }[] = [];
  for (let count = least; count < most; count += 1) {
    splits.push(add(program, { type: 'split' as const, first: program.length + 1, second: 0 }));
    emit(program, node);
  }
  for (const split of splits) split.second = program.length;
}
