import type { TrajectoryStep } from '../domain/trajectory.js';
import { deedKey } from './action-key.js';
import { screenKey } from './same-screen.js';
import { defineScanner, type ScannerFinding } from './scanner.js';

/** Times that a round must be gone through: twice is a second try. */
const FEWEST_ROUNDS = 3;
/** Steps of the longest round that is looked for. */
const LONGEST_ROUND = 6;

/** The same actions on the same screens, again and again. */
export const loopScanner = defineScanner({
  name: 'loop',
  version: '1',
  title: 'the same actions on the same screens three times or more in a row',
  readsScreens: false,
  scan({ trajectory }) {
    const deeds = deedsOf(trajectory.steps);
    const findings: ScannerFinding[] = [];
    let from = 0;
    while (from < deeds.length) {
      const loop = longestLoop(deeds, from);
      if (loop === null) {
        from += 1;
        continue;
      }
      const rounds = Math.floor(loop.length / loop.period);
      const what = loop.period === 1 ? 'The same action' : `The same ${loop.period} actions`;
      findings.push({
        message: `${what} on the same ${loop.period === 1 ? 'screen' : 'screens'}, ${rounds} times in a row`,
        steps: Array.from({ length: loop.length }, (_, step) => from + step),
      });
      from += loop.length;
    }
    return findings;
  },
});

/** What was done on screens that are seen often enough: actions of the others are in no loop, and are not put into words. */
function deedsOf(steps: readonly TrajectoryStep[]): readonly (string | null)[] {
  const screens = steps.map(screenKey);
  const seen = new Map<string | null, number>();
  for (const screen of screens) seen.set(screen, (seen.get(screen) ?? 0) + 1);
  return steps.map((step, place) =>
    (seen.get(screens[place] ?? null) ?? 0) < FEWEST_ROUNDS ? null : deedKey(step),
  );
}

/** The loop that begins at a step and covers most; of two that cover as much the one with the shorter round. */
function longestLoop(
  deeds: readonly (string | null)[],
  from: number,
): { readonly period: number; readonly length: number } | null {
  let best: { period: number; length: number } | null = null;
  for (let period = 1; period <= LONGEST_ROUND; period += 1) {
    let length = 0;
    while (from + length < deeds.length) {
      const deed = deeds[from + length];
      if (deed === null || (length >= period && deed !== deeds[from + length - period])) break;
      length += 1;
    }
    if (length < period * FEWEST_ROUNDS) continue;
    if (best === null || length > best.length) best = { period, length };
  }
  return best;
}
