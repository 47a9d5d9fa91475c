import type { UncomparedRun } from './report-comparison.js';

/** Why a run is compared with no other, its name before it. */
export const UNCOMPARED_WORDS: Readonly<Record<UncomparedRun['why'], string>> = {
  oracle:
    'compared with no other: it is shown the way and the success rule, so it is an upper bound and no competitor.',
  baseline: 'compared with no other: two agents or more are compared with each other alone.',
  alone: 'compared with no other: no other run here is of the same benchmark, data and mode.',
  parts: 'compared with no other: what it measures apart could not be read, or no other run measures it.',
  fork: 'compared with no other: it is a fork, which begins with the steps of another run.',
};
