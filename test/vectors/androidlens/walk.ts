import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { USUAL_WALK, walkMilestones } from '../../../src/benchmarks/androidlens/dynamic/walk-milestones.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

const WalkSchema = z.object({
  id: z.string(),
  T: z.int(),
  W: z.int(),
  options: z.strictObject({
    groupAdvance: z.enum(['at', 'after']).default(USUAL_WALK.groupAdvance),
    restartFrom: z.enum(['groupStart', 'keep']).default(USUAL_WALK.restartFrom),
    stopAtFirstMiss: z.boolean().default(USUAL_WALK.stopAtFirstMiss),
  }),
  groups: z.array(z.array(z.object({ idx: z.int(), at: z.int().nullable() }))),
  asks: z.array(z.unknown()),
  completed: z.record(z.string(), z.int().nullable()),
  progress: z.number(),
  success: z.boolean(),
});

/** A walk in full: every question to the judge, its answer, and what came of it. */
async function checkWalk({ T, W, options, groups, ...expected }: z.infer<typeof WalkSchema>) {
  const at = new Map(groups.flat().map((milestone) => [milestone.idx, milestone.at]));
  const asks: unknown[] = [];
  const walked = await walkMilestones(
    groups.map((group) => group.map(({ idx }) => idx)),
    T,
    async (open, { start, end }) => {
      const judgements = open.map((index) => {
        const step = at.get(index) ?? null;
        const completed = step !== null && start <= step && step < end;
        return { index, completed, lastStep: completed ? step - start : -1 };
      });
      const answer = judgements.map(({ index, completed, lastStep }) => ({
        idx: index,
        state: completed ? 1 : 0,
        last_idx: lastStep,
      }));
      asks.push({ open: [...open], start, end, answer });
      return judgements;
    },
    { ...options, window: W },
  );
  const done = walked.filter(({ step }) => step !== null).length;
  const got = {
    asks,
    completed: Object.fromEntries(walked.map(({ index, step }) => [String(index), step])),
    progress: done / walked.length,
    success: done === walked.length,
  };
  const wanted = {
    asks: expected.asks,
    completed: expected.completed,
    progress: expected.progress,
    success: expected.success,
  };
  return isDeepStrictEqual(got, wanted)
    ? null
    : `${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`;
}

/** How milestones are looked for in a trajectory, piece by piece. */
export const walkSuite: VectorSuite = {
  system: 'androidlens',
  file: 'walk.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/androidlens/walk.jsonl'))) {
      const recorded = WalkSchema.parse(line);
      report(recorded.id, await checkWalk(recorded));
    }
  },
};
