import type { VectorSuite } from '../vector-suite.js';
import { aggregateRuns } from './aggregate-runs.js';
import { decodeAction } from './decode-action.js';
import { annotations, chatExports, chatSubsets, evalPrompts, pyReprList } from './exports.js';
import { agentcpmRuns, agentcpmSteps } from './foreign-agentcpm.js';
import { guiR1Runs, guiR1Steps } from './foreign-gui-r1.js';
import { atlasRuns, atlasSteps } from './foreign-os-atlas.js';
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
  chatSubsets,
  evalPrompts,
  annotations,
  atlasSteps,
  atlasRuns,
  agentcpmSteps,
  agentcpmRuns,
  guiR1Steps,
  guiR1Runs,
];
