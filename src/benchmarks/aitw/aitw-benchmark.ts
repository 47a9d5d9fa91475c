import type { BenchmarkDefinition } from '../benchmark.js';
import { EVALUATOR_OPTION } from '../stepwise/choose-step-rule.js';
import { AITW_SPLITS } from './aitw-splits.js';
import { AITW_DATA } from './aitw-data.js';
import { openAitw } from './open-aitw.js';

/**
 * Android in the Wild: recorded gestures on emulated phones, each predicted from its recorded screen. Setting: `history`
 * `recorded`, `own` or `none`; option `evaluator`.
 *
 * Source: Android in the Wild paper and repository; from public descriptions, unverified.
 */
export const aitwBenchmark: BenchmarkDefinition = {
  name: 'aitw',
  title: 'Android in the Wild: recorded episodes, scored step by step (unverified)',
  protocol: 'stepwise',
  defaultMode: 'reference',
  splits: AITW_SPLITS,
  needsData: true,
  options: EVALUATOR_OPTION,
  open: openAitw,
  data: AITW_DATA,
};
