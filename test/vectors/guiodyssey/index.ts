import type { VectorSuite } from '../vector-suite.js';
import { aggregateRuns } from './aggregate-runs.js';
import { decodeAction } from './decode-action.js';
import { chatExports, evalPrompts, pyReprList } from './exports.js';
import { judgedRuns } from './judged-runs.js';
import { clickMatching, simpleDecode, steps, textMatching } from './steps.js';
import { rounding, roundingMean } from './rounding.js';

export const suites: readonly VectorSuite[] = [
  decodeAction,
  simpleDecode,
  steps,
  textMatching,
  clickMatching,
  rounding,
  roundingMean,
  aggregateRuns,
  judgedRuns,
  pyReprList,
  chatExports,
  evalPrompts,
];
