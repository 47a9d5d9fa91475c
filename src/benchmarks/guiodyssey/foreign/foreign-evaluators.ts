import { agentCpm } from './agentcpm/agentcpm.js';
import type { ForeignEvaluator, ForeignEvaluatorName } from './foreign-evaluator.js';
import { guiR1 } from './gui-r1/gui-r1.js';
import { osAtlas } from './os-atlas/os-atlas.js';

/** How other projects score GUIOdyssey, by name. */
export const FOREIGN_EVALUATORS: Readonly<Record<ForeignEvaluatorName, ForeignEvaluator>> = {
  'os-atlas': osAtlas,
  agentcpm: agentCpm,
  'gui-r1': guiR1,
};
