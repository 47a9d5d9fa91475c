import { APPAGENT_SET } from '../agents/appagent/appagent-prompt-sets.js';
import { MULTI_AGENT_SET } from '../benchmarks/colorbench/prompt-sets/multi-agent-set.js';
import { PLANNER_SET } from '../benchmarks/colorbench/prompt-sets/planner-set.js';
import { SINGLE_AGENT_SETS } from '../benchmarks/colorbench/prompt-sets/single-agent-sets.js';
import { SPHINX_APPAGENT_SET } from '../benchmarks/sphinx/prompt-sets/appagent-set.js';
import { REACT_SETS } from '../benchmarks/sphinx/prompt-sets/react-sets.js';
import type { PromptSet } from '../models/prompt-sets/prompt-set.js';

const SETS: readonly PromptSet[] = [
  ...SINGLE_AGENT_SETS,
  PLANNER_SET,
  MULTI_AGENT_SET,
  ...REACT_SETS,
  SPHINX_APPAGENT_SET,
  APPAGENT_SET,
];

/** Every published way of asking that Touchstone can repeat, by name. */
export const PROMPT_SETS: ReadonlyMap<string, PromptSet> = new Map(SETS.map((set) => [set.name, set]));
