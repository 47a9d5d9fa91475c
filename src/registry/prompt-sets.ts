import { APPAGENT_EXPLORE_SET, APPAGENT_SET } from '../agents/appagent/appagent-prompt-sets.js';
import { M3A_SET, T3A_SET } from '../agents/m3a/m3a-sets.js';
import { MOBILE_AGENT_E_SET } from '../agents/mobile-agent-e/mobile-agent-e-set.js';
import { MOBILE_AGENT_V2_SET } from '../agents/mobile-agent-v2/mobile-agent-v2-set.js';
import { MOBILE_AGENT_V3_SET } from '../agents/mobile-agent-v3/mobile-agent-v3-set.js';
import { SEEACT_SET } from '../agents/seeact/seeact-set.js';
import { SEEACT_V_SET } from '../agents/seeact-v/seeact-v-set.js';
import { ANDROIDCONTROL_SETS } from '../benchmarks/androidcontrol/prompt-sets/androidcontrol-sets.js';
import { MULTI_AGENT_SET } from '../benchmarks/colorbench/prompt-sets/multi-agent-set.js';
import { PLANNER_SET } from '../benchmarks/colorbench/prompt-sets/planner-set.js';
import { SINGLE_AGENT_SETS } from '../benchmarks/colorbench/prompt-sets/single-agent-sets.js';
import { GUIODYSSEY_SETS } from '../benchmarks/guiodyssey/prompt-sets/guiodyssey-sets.js';
import {
  SPHINX_APPAGENT_EXPLORE_SET,
  SPHINX_APPAGENT_SET,
} from '../benchmarks/sphinx/prompt-sets/appagent-set.js';
import { PLANNER_SETS } from '../benchmarks/sphinx/prompt-sets/planner-set.js';
import { REACT_SETS } from '../benchmarks/sphinx/prompt-sets/react-sets.js';
import { REFLEXION_SETS } from '../benchmarks/sphinx/prompt-sets/reflexion-sets.js';
import {
  AGENTCPM_EVALUATION_SETS,
  QWEN25_EVALUATION_SETS,
} from '../models/prompt-sets/agentcpm-evaluation/agentcpm-evaluation-sets.js';
import { AGENTCPM_SETS } from '../models/prompt-sets/agentcpm/agentcpm-sets.js';
import { AGUVIS_SETS } from '../models/prompt-sets/aguvis/aguvis-sets.js';
import { AUTOGLM_SETS } from '../models/prompt-sets/autoglm/autoglm-sets.js';
import { COGAGENT_SETS } from '../models/prompt-sets/cogagent/cogagent-sets.js';
import { GLM_V_SETS } from '../models/prompt-sets/glm-v/glm-v-sets.js';
import { GUI_OWL_V1_SETS } from '../models/prompt-sets/gui-owl/gui-owl-v1-sets.js';
import { GUI_OWL_V15_SETS } from '../models/prompt-sets/gui-owl/gui-owl-v15-sets.js';
import { OS_ATLAS_SETS } from '../models/prompt-sets/os-atlas/os-atlas-data-set.js';
import type { PromptSet } from '../models/prompt-sets/prompt-set.js';
import { QWEN_SETS } from '../models/prompt-sets/qwen/qwen-sets.js';
import { UGROUND_SETS } from '../models/prompt-sets/uground/uground-sets.js';
import { UI_AGILE_SETS } from '../models/prompt-sets/r1/r1-sets.js';
import { UI_TARS_SETS } from '../models/prompt-sets/ui-tars/ui-tars-sets.js';
import { UI_VENUS_SETS } from '../models/prompt-sets/ui-venus/ui-venus-sets.js';

/** Those that a vendor asks its own models in, whatever the benchmark. */
const VENDOR_SETS: readonly PromptSet[] = [
  ...UI_TARS_SETS,
  ...UGROUND_SETS,
  ...QWEN_SETS,
  ...GUI_OWL_V1_SETS,
  ...GUI_OWL_V15_SETS,
  ...OS_ATLAS_SETS,
  ...AGUVIS_SETS,
  ...UI_VENUS_SETS,
  ...AGENTCPM_SETS,
  ...UI_AGILE_SETS,
  ...COGAGENT_SETS,
  ...AUTOGLM_SETS,
  ...GLM_V_SETS,
];

const SETS: readonly PromptSet[] = [
  ...SINGLE_AGENT_SETS,
  PLANNER_SET,
  MULTI_AGENT_SET,
  ...REACT_SETS,
  ...REFLEXION_SETS,
  ...PLANNER_SETS,
  SPHINX_APPAGENT_SET,
  SPHINX_APPAGENT_EXPLORE_SET,
  APPAGENT_SET,
  APPAGENT_EXPLORE_SET,
  MOBILE_AGENT_V2_SET,
  MOBILE_AGENT_E_SET,
  MOBILE_AGENT_V3_SET,
  M3A_SET,
  T3A_SET,
  SEEACT_SET,
  SEEACT_V_SET,
  ...VENDOR_SETS,
  ...GUIODYSSEY_SETS,
  ...ANDROIDCONTROL_SETS,
  ...evaluatedOn(['guiodyssey', 'androidcontrol'], AGENTCPM_EVALUATION_SETS.high),
  ...evaluatedOn(['androidcontrol'], AGENTCPM_EVALUATION_SETS.low),
  ...evaluatedOn(['androidcontrol'], [QWEN25_EVALUATION_SETS.high, QWEN25_EVALUATION_SETS.low]),
];

/** Every published way of asking that Touchstone can repeat, by name. */
export const PROMPT_SETS: ReadonlyMap<string, PromptSet> = new Map(SETS.map((set) => [set.name, set]));

function evaluatedOn(benchmarks: readonly string[], sets: readonly PromptSet[]): PromptSet[] {
  return sets.map((set) => ({ ...set, benchmarks }));
}
