import { qwen25EvaluationSet } from '../../../models/prompt-sets/agentcpm-evaluation/agentcpm-evaluation-sets.js';
import { osAtlasDataSet } from '../../../models/prompt-sets/os-atlas/os-atlas-data-set.js';
import type { PromptSet } from '../../../models/prompt-sets/prompt-set.js';
import { guiR1Set } from '../../../models/prompt-sets/r1/r1-sets.js';
import { ODYSSEY_AGENT_SETS } from './odyssey-agent-set.js';

const BENCHMARKS = ['guiodyssey'];

/** How the paper and others ask models about GUIOdyssey, in prompts of this benchmark alone. */
export const GUIODYSSEY_SETS: readonly PromptSet[] = [
  ...ODYSSEY_AGENT_SETS,
  osAtlasDataSet(
    {
      name: 'osatlas.data.odyssey',
      title: 'OS-Atlas as its records of GUIOdyssey ask it, without earlier steps',
      benchmarks: BENCHMARKS,
      isDefault: true,
    },
    { text: 'osatlas.data.odyssey', tellsHistory: false },
  ),
  guiR1Set(
    {
      name: 'guir1.odyssey',
      title: 'GUI-R1 as its paper asks it about GUIOdyssey',
      dialect: 'gui_r1@guiodyssey',
      benchmarks: BENCHMARKS,
    },
    'guir1.odyssey',
  ),
  qwen25EvaluationSet(
    {
      name: 'agentcpm-eval.qwen25.odyssey',
      title: 'Qwen2.5-VL as the AgentCPM-GUI paper evaluates it on GUIOdyssey',
      benchmarks: BENCHMARKS,
    },
    // Source: AgentCPM-GUI repository, `eval/eval_data/process_odyssey.py`, for the way of a scroll.
    { template: 'agentcpm-eval.qwen25.odyssey', swipe: 0.1 },
  ),
];
