import { colorbenchCondition } from '../published-conditions.js';
import type { PaperModel, Recipe, RecipePrompts, RecipeSettings } from '../../paper-tables/recipe.js';

/** As tables name it. */
export const PAPER = 'ColorBench (arXiv 2510.14621)';

const REPOSITORY = 'MadeAgents/ColorBench';

export const DATA =
  'graph.json, tasks.json and graph_image/ (--data): `touchstone data check colorbench DIR`';

/** Source: ColorBench paper, appendix B.1; reference code, `graph_tools.py`. */
export const CONDITIONS: readonly string[] = [
  "The paper's seed 2025 draws among the pictures of a screen; the released graph has one picture a screen, and the released code draws among outcomes from one stream seeded with 42 (--chooser python-mt). Here each episode draws for itself, and requests carry seed 2025.",
  'Open models were served by vLLM 0.10.1 on A100 80 GB.',
];

/** Ids of the paper's models, by its own names. */
export const MODELS: Readonly<Record<string, readonly string[]>> = {
  'GPT-4o': ['gpt-4o'],
  'Qwen-VL Max': ['qwen-vl-max-latest', 'qwen-vl-max'],
  'GLM-4.5V': ['glm-4.5v'],
  'OS-Atlas-Pro-7B': ['OS-Atlas-Pro-7B'],
  'UI-TARS-1.5-7B': ['UI-TARS-1.5-7B'],
  'UI-TARS-7B-DPO': ['UI-TARS-7B-DPO'],
  'UI-TARS-72B-DPO': ['UI-TARS-72B-DPO'],
  'GUI-OWL-7B': ['GUI-Owl-7B'],
  'GUI-OWL-32B': ['GUI-Owl-32B'],
  'Qwen2.5-VL-7B': ['Qwen2.5-VL-7B-Instruct'],
  'Qwen2.5-VL-32B': ['Qwen2.5-VL-32B-Instruct'],
  'Qwen2.5-VL-72B': ['Qwen2.5-VL-72B-Instruct'],
  'Qwen3-VL-235B-A22B-Instruct': ['Qwen3-VL-235B-A22B-Instruct'],
};

/** The paper's model by its name there. */
export function paperModel(name: string): PaperModel {
  return { name, ids: MODELS[name] ?? [] };
}

/** How the paper's single agents and its multi-agent system were run, but for what `settings` says. */
export function recipe(
  settings: Omit<RecipeSettings, 'mode' | 'split' | 'seed' | 'repair'>,
  prompts: Omit<Extract<RecipePrompts, { type: 'official' }>, 'type' | 'repository'>,
  more: Pick<Recipe, 'roles'> = {},
): Recipe {
  return {
    benchmark: 'colorbench',
    settings: { ...settings, mode: 'reference', split: 'all', seed: 2025, repair: true },
    prompts: { type: 'official', repository: REPOSITORY, ...prompts },
    sampling: {
      paper: { temperature: 0.1, topP: 0.9, topK: 5, maxOutputTokens: 1024, seed: 2025 },
      code: { temperature: 0.1, maxOutputTokens: 1024 },
    },
    ...more,
  };
}

/** Prompt sets by family of models, as `published-conditions.ts` has them; null where the authors published none. */
const SETS: Readonly<Record<string, string | null>> = {
  'Qwen3-VL': 'colorbench.qwen3',
  'Qwen2.5-VL': 'colorbench.vanilla',
  'GUI-Owl': 'colorbench.vanilla',
  'UI-TARS-1.5': 'colorbench.tars',
  'UI-TARS-DPO': null,
  'OS-Atlas-Pro': 'colorbench.atlas',
};

/** How a model that acts alone was run, by its name in the paper; null for none that was. */
export function singleRecipe(model: string): Recipe | null {
  const condition = colorbenchCondition(model);
  if (condition === null) return null;
  const { family, agent, dialect, dialectOptions } = condition;
  const asks = { agent, dialect, ...(dialectOptions === undefined ? {} : { dialectOptions }) };
  const set = SETS[family];
  if (set === undefined) {
    return recipe(asks, { set: 'colorbench.api' }, { roles: { grounder: 'Qwen2.5-VL-7B-Instruct' } });
  }
  return recipe(
    asks,
    set === null ? { set, lacks: 'that of the DPO models is in no published file' } : { set },
  );
}

/** Modules of the multi-agent system that are switched on. */
export type Modules = Readonly<Record<'plan' | 'reflect' | 'memory', boolean>>;

/** How the multi-agent system was run. */
export function multiAgentRecipe(modules: Modules): Recipe {
  return recipe(
    {
      agent: 'colorbench-multi-agent',
      dialect: 'qwen25_mobile_use@colorbench_executor',
      agentOptions: modules,
    },
    { set: 'colorbench.multi' },
  );
}

/** A model's name as an id: `Qwen-VL Max` is `qwen-vl-max`. */
export function rowId(...words: readonly string[]): string {
  return words
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-');
}
