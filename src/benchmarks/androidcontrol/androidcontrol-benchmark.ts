import type { BenchmarkDefinition } from '../benchmark.js';
import { EVALUATOR_OPTION } from '../stepwise/choose-step-rule.js';
import { CONTROL_SPLITS } from './control-splits.js';
import { ANDROIDCONTROL_DATA } from './androidcontrol-data.js';
import { openControl } from './open-androidcontrol.js';

/**
 * AndroidControl: recorded episodes in apps of every kind, each step of which is predicted from its recorded screen.
 * Settings: `level` `high` (the episode's goal) or `low` (with the step's instruction next to it), `history`
 * `recorded`, `own` or `none`; option `evaluator`.
 *
 * Source: AndroidControl paper and repository (description of the format); from public descriptions, unverified.
 */
export const androidcontrolBenchmark: BenchmarkDefinition = {
  name: 'androidcontrol',
  title: 'AndroidControl: recorded episodes, scored step by step (unverified)',
  protocol: 'stepwise',
  defaultMode: 'reference',
  splits: CONTROL_SPLITS,
  needsData: true,
  options: EVALUATOR_OPTION,
  open: openControl,
  data: ANDROIDCONTROL_DATA,
};
