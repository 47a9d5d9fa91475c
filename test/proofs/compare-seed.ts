import type { Mode } from '../../src/domain/mode.js';
import { compareWithBruteForce, type Comparison } from '../../src/testing/worlds/compare-prover.js';
import { randomTask, type RandomTask } from '../../src/testing/worlds/random-task.js';

/** What proving and trying the world of one seed came to, in both modes. */
export interface SeedComparison {
  readonly seed: number;
  readonly traits: RandomTask['traits'];
  readonly modes: readonly (Comparison & { readonly mode: Mode })[];
}

export async function compareSeed(seed: number): Promise<SeedComparison> {
  const random = randomTask(seed);
  const modes: SeedComparison['modes'][number][] = [];
  for (const mode of ['reference', 'corrected'] as const) {
    modes.push({ mode, ...(await compareWithBruteForce(random, mode)) });
  }
  return { seed, traits: random.traits, modes };
}
