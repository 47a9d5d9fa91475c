import type { ReportModel } from '../../report/model.js';

/** Signs of one strip; more repeats are counted in words. */
export const MOST_SIGNS = 20;
/** Pixels of one sign with the gap after it, and of what stands around the signs of a strip. */
const SIGN = 22;
const AROUND = { letter: 30, counts: 44 };

/** Pixels of every strip of a report, so that those of one run stand below each other. */
export function stripWidth(model: ReportModel): number {
  const letter = model.runs.length > 1 ? AROUND.letter : 0;
  return letter + Math.min(MOST_SIGNS + 1, Math.max(1, model.mostRepeats)) * SIGN + AROUND.counts;
}
