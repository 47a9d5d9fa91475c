import type { BenchmarkItem } from '../benchmark.js';
import { navigationTags } from '../dimensions/navigation-row.js';
import { pairId, type SphinxPair } from './saved-runs/pair.js';

/** Steps that SPHINX gives a task. */
export const MAX_STEPS = 20;

/** A navigation task of SPHINX, the same over recordings and on phones; rules of its own score it. */
export function navigationItem(pair: SphinxPair, goal: string | null): BenchmarkItem {
  const id = `navigation/${pairId(pair)}`;
  return {
    id,
    task: {
      id,
      start: undefined,
      instructions: { en: goal ?? '' },
      apps: [pair.app],
      tags: navigationTags(pair.app),
      maxSteps: MAX_STEPS,
      milestones: [],
      evaluators: [],
    },
  };
}
