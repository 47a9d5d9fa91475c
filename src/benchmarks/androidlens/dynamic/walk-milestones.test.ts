import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { USUAL_WALK, walkMilestones, type SegmentJudge, type WalkSegment } from './walk-milestones.js';

/** A judge who sees a milestone at its step; notes what it was asked. */
function knowing(
  at: Readonly<Record<number, number | null>>,
  asked: { open: readonly number[]; segment: WalkSegment }[] = [],
): SegmentJudge {
  return async (open, segment) => {
    asked.push({ open, segment });
    return open.map((index) => {
      const step = at[index] ?? null;
      const completed = step !== null && step >= segment.start && step < segment.end;
      return { index, completed, lastStep: completed ? step - segment.start : -1 };
    });
  };
}

describe('walkMilestones', () => {
  it('walks as the worked example', async () => {
    const asked: { open: readonly number[]; segment: WalkSegment }[] = [];
    const judge = knowing({ 0: 6, 1: 18, 2: 30, 3: 20 }, asked);
    const walked = await walkMilestones([[0], [1], [2, 3]], 33, judge);
    expect(walked.map(({ step }) => step)).toEqual([6, 18, 30, 20]);
    expect(asked.map(({ open, segment: { start, end } }) => [open.join(), start, end])).toEqual([
      ['0', 0, 10],
      ['1', 7, 17],
      ['1', 16, 26],
      ['2,3', 19, 29],
      ['2', 20, 30],
      ['2', 29, 33],
    ]);
  });

  it('looks on where an answer cannot be used, and says so of the milestone', async () => {
    const judge = knowing({ 0: 12, 1: 3 });
    const first: SegmentJudge = async (open, segment) => (segment.start === 0 ? null : judge(open, segment));
    const [late, early] = await walkMilestones([[0, 1]], 15, first);
    expect(late).toMatchObject({ step: 12, unanswered: 1 });
    expect(early).toMatchObject({ step: null, unanswered: 1 });
  });

  it('finds nothing in a trajectory without steps, and asks nobody', async () => {
    const [milestone] = await walkMilestones([[0]], 0, () => Promise.reject(new Error('asked')));
    expect(milestone).toEqual({ index: 0, step: null, segments: [], unanswered: 0 });
  });

  it('ends, goes back to the start of a missed group alone, and believes no step outside of a piece', async () => {
    const shape = fc.record({
      sizes: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 5 }),
      steps: fc.integer({ min: 0, max: 25 }),
      rules: fc.record({
        window: fc.integer({ min: 1, max: 12 }),
        groupAdvance: fc.constantFrom('at' as const, 'after' as const),
        restartFrom: fc.constantFrom('groupStart' as const, 'keep' as const),
        stopAtFirstMiss: fc.boolean(),
      }),
      answers: fc.infiniteStream(fc.option(fc.nat(40), { nil: null })),
    });
    await fc.assert(
      fc.asyncProperty(shape, async ({ sizes, steps, rules, answers }) => {
        let next = 0;
        const groups = sizes.map((size) => Array.from({ length: size }, () => next++));
        const asks: { group: number; segment: WalkSegment }[] = [];
        const walked = await walkMilestones(
          groups,
          steps,
          async (open, segment) => {
            const group = groups.findIndex((one) => open.every((index) => one.includes(index)));
            expect(group).toBeGreaterThanOrEqual(0);
            asks.push({ group, segment });
            return open.map((index) => {
              const drawn = answers.next().value ?? null;
              const length = segment.end - segment.start;
              const completed = drawn !== null && drawn < length;
              return { index, completed, lastStep: completed ? drawn : -1 };
            });
          },
          rules,
        );
        expect(walked.map(({ index }) => index)).toEqual(groups.flat());
        for (const [at, { group, segment }] of asks.entries()) {
          expect(segment.end - segment.start).toBeGreaterThan(0);
          expect(segment.end - segment.start).toBeLessThanOrEqual(rules.window);
          const before = asks[at - 1];
          if (before?.group === group) expect(segment.start).toBeGreaterThan(before.segment.start);
          else if (before !== undefined) {
            const began = asks.find((one) => one.group === before.group)?.segment.start ?? 0;
            const wasMissed = groups[before.group]?.some((index) => walked[index]?.step === null) === true;
            const mayGoBack = wasMissed && rules.restartFrom === 'groupStart';
            expect(segment.start).toBeGreaterThanOrEqual(mayGoBack ? began : before.segment.start);
          }
        }
        for (const { step, segments } of walked) {
          const last = segments.at(-1);
          if (step === null) continue;
          expect(step).toBeGreaterThanOrEqual(last?.start ?? Infinity);
          expect(step).toBeLessThan(last?.end ?? 0);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('takes ten steps at once unless told otherwise', () => {
    expect(USUAL_WALK.window).toBe(10);
  });
});
