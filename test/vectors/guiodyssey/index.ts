import type { VectorSuite } from '../vector-suite.js';
import { aggregateRuns } from './aggregate-runs.js';
import { clickMatching, simpleDecode, steps, textMatching } from './steps.js';
import { rounding, roundingMean } from './rounding.js';

export const suites: readonly VectorSuite[] = [
  simpleDecode,
  steps,
  textMatching,
  clickMatching,
  rounding,
  roundingMean,
  aggregateRuns,
];
