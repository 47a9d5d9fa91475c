import type { ProofRow, ProofSize } from '../proof.js';
import { proveMergeF1 } from './merge-f1.js';
import { proveMergeReplays } from './merge-replays.js';
import { proveMergedPocket } from './merged-pocket.js';
import { provePlantedMerges } from './planted-merges.js';

/** Part of the proof of the builder: which screens are one state, and the worlds that follow from it. */
export async function proveMerge(
  size: ProofSize,
  note: (text: string) => void,
  seed = 1,
): Promise<readonly ProofRow[]> {
  note('screens that are one state');
  const rows = [...(await proveMergeF1(size, seed)), ...(await provePlantedMerges(size, seed))];
  note('worlds of episodes and recordings');
  rows.push(...(await proveMergeReplays(size, seed, note)));
  if (size === 'small') return rows;
  note('a world of a whole survey');
  return [...rows, ...(await proveMergedPocket())];
}
