import { instructionWords, lexicalOverlap } from './lexical-overlap.js';

/** From this overlap on two instructions are near-duplicates, unless another limit is asked for. */
export const NEAR_DUPLICATE = 0.7;

/** Most words of an instruction that are compared; bounds the work of a hostile file. */
const MOST_WORDS = 400;

/** What is compared: instructions of one language. */
export interface Instruction {
  readonly id: string;
  readonly language: string;
  readonly instruction: string;
}

/** A candidate that is too much like one that was kept. */
export interface NearDuplicate<T extends Instruction> {
  readonly candidate: T;
  /** Id of the one kept that it overlaps most; the first of several. */
  readonly of: string;
  /** 0–1, see `lexicalOverlap`. */
  readonly overlap: number;
}

/**
 * Keeps candidates, in the order given, that overlap with none kept before them; the same for the same order, without chance.
 *
 * @param options.against instructions that are there already, such as seeds and accepted tasks
 */
export function withoutNearDuplicates<T extends Instruction>(
  candidates: readonly T[],
  options: { readonly against?: readonly Instruction[]; readonly limit?: number } = {},
): { readonly kept: readonly T[]; readonly removed: readonly NearDuplicate<T>[] } {
  const { against = [], limit = NEAR_DUPLICATE } = options;
  const kept: T[] = [];
  const removed: NearDuplicate<T>[] = [];
  const seen = against.map(withWords);
  for (const candidate of candidates) {
    const one = withWords(candidate);
    let closest: { readonly of: string; readonly overlap: number } | null = null;
    for (const other of seen) {
      if (other.language !== candidate.language) continue;
      const overlap = other.text === one.text ? 1 : lexicalOverlap(one.words, other.words);
      if (overlap >= limit && overlap > (closest?.overlap ?? 0)) closest = { of: other.id, overlap };
    }
    if (closest === null) {
      kept.push(candidate);
      seen.push(one);
    } else {
      removed.push({ candidate, ...closest });
    }
  }
  return { kept, removed };
}

interface Compared {
  readonly id: string;
  readonly language: string;
  readonly text: string;
  readonly words: readonly string[];
}

function withWords({ id, language, instruction }: Instruction): Compared {
  const words = instructionWords(instruction).slice(0, MOST_WORDS);
  return { id, language, text: instruction.trim(), words };
}
