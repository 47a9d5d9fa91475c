import { countInstructionFollowing } from '../../../domain/instruction-following.js';
import type { Task } from '../../../domain/task.js';
import { GraphEnvironment } from '../../../environments/graph/graph-environment.js';
import { instructionFollowingScore } from '../../dimensions/instruction-following-score.js';
import type { DimensionItem } from '../../dimensions/dimension-source.js';
import type { BenchmarkItem } from '../../benchmark.js';
import { NAVIGATION, navigationTags } from '../../dimensions/navigation-row.js';
import type { OpenSuiteSource, SuiteWorld } from './suite-world.js';

/** Navigation: the suite's tasks as they are, scored as ever. */
export const openNavigation: OpenSuiteSource = async (from) => ({
  dimension: NAVIGATION,
  warnings: [],
  files: () => [],
  async *items() {
    for await (const item of from.suite.items.list()) yield navigationItem(item, from);
  },
});

/** Whether an item is a task of the suite, and no question. */
export function isNavigation({ task }: BenchmarkItem): boolean {
  return task.tags[0] === NAVIGATION;
}

function navigationItem(inner: BenchmarkItem, { suite, world }: SuiteWorld): DimensionItem {
  const id = `${NAVIGATION}/${inner.id}`;
  const { task } = inner;
  return {
    item: { ...inner, id, task: { ...task, id, tags: navigationTags(appOf(task)) } },
    open: async () => new GraphEnvironment(world, { mode: suite.mode, startOf: () => task.start ?? null }),
    score: async (episode, mode, options) => {
      const scored = await suite.scorer.score(inner, episode, mode, options);
      const instructionFollowing = await countInstructionFollowing(episode.trajectory, options);
      const named = instructionFollowingScore({ left: false, ...instructionFollowing, coverage: null }, mode);
      return { ...scored, scores: [...scored.scores, named] };
    },
  };
}

/** The app that a task stays in. */
function appOf({ apps: [first, ...others] }: Task): string {
  if (first === undefined) return 'none';
  return others.length === 0 ? first : 'several';
}
