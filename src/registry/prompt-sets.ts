import { COLORBENCH_PROMPT_SETS } from '../benchmarks/colorbench/prompt-sets/colorbench-prompt-sets.js';
import type { PromptSet } from '../models/prompt-sets/prompt-set.js';

const SETS: readonly PromptSet[] = [...COLORBENCH_PROMPT_SETS];

/** Every published way of asking that Touchstone can repeat, by name. */
export const PROMPT_SETS: ReadonlyMap<string, PromptSet> = new Map(SETS.map((set) => [set.name, set]));
