import { performance } from 'node:perf_hooks';
import { stop, tap, type Action } from '../src/domain/action.js';
import { randomStream } from '../src/domain/random.js';
import { STEP_PRESETS } from '../src/benchmarks/androidlens/step-presets.js';
import { stepMatcher, type ExpectedStep } from '../src/evaluators/step-match/step-matcher.js';
import type { BenchRow } from './bench-row.js';

const STEPS = 200_000;
const ROUNDS = 5;
const TARGET = 500_000;

/** Judging steps already in memory, under each preset; the best of five rounds. */
export async function run(): Promise<BenchRow[]> {
  const random = randomStream('step-match-bench', 1);
  const steps = Array.from({ length: STEPS }, (_, index): ExpectedStep & { readonly said: Action } => ({
    action: actionOf(index, random),
    said: actionOf(index + (index % 7 === 0 ? 1 : 0), random),
    alternatives: index % 4 === 0 ? [actionOf(index + 1, random)] : [],
    ...(index % 2 === 0 ? { box: [100, 100, 400, 300] as const } : {}),
    screen: { size: { width: 1080, height: 2400 } },
  }));
  return Object.values(STEP_PRESETS).map(({ protocol }) => {
    const matcher = stepMatcher(protocol);
    let best = Number.POSITIVE_INFINITY;
    let matches = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now();
      matches = 0;
      for (const step of steps) if (matcher.step(step.said, step).match) matches += 1;
      best = Math.min(best, performance.now() - startedAt);
    }
    const rate = Math.round(STEPS / (best / 1000));
    return {
      name: `steps judged by "${protocol.name}" (${matches} of ${STEPS} match)`,
      value: rate,
      unit: 'steps/s',
      target: `>= ${TARGET}`,
      ratio: `${(rate / TARGET).toFixed(1)}x`,
    };
  });
}

function actionOf(index: number, random: { below(end: number): number }): Action {
  switch (index % 6) {
    case 0:
      return { type: 'type', text: `What is typed at step ${index % 100} here` };
    case 1:
      return {
        type: 'swipe',
        direction: null,
        from: { x: random.below(1000), y: random.below(1000), space: 'permille' },
        to: { x: random.below(1000), y: random.below(1000), space: 'permille' },
      };
    case 2:
      return index % 5 === 0 ? stop() : { type: 'key', key: index % 2 === 0 ? 'BACK' : 'HOME' };
    default:
      return tap({ x: random.below(1080), y: random.below(2400), space: 'pixel' });
  }
}
