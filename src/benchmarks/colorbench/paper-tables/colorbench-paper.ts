import type { PaperModel } from '../../paper-tables/paper-table.js';
import type { Recipe, RecipePrompts, RecipeSettings } from '../../paper-tables/recipe.js';

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
  settings: Omit<RecipeSettings, 'mode' | 'seed' | 'repair'>,
  prompts: Omit<Extract<RecipePrompts, { type: 'official' }>, 'type' | 'repository'>,
  more: Pick<Recipe, 'roles'> = {},
): Recipe {
  return {
    benchmark: 'colorbench',
    settings: { ...settings, mode: 'reference', seed: 2025, repair: true },
    prompts: { type: 'official', repository: REPOSITORY, ...prompts },
    sampling: {
      paper: { temperature: 0.1, topP: 0.9, topK: 5, maxOutputTokens: 1024, seed: 2025 },
      code: { temperature: 0.1, maxOutputTokens: 1024 },
    },
    ...more,
  };
}

const QWEN = recipe(
  { agent: 'direct', dialect: 'qwen25_mobile_use@colorbench' },
  { set: 'colorbench.vanilla' },
);
// Its code shows the current screen alone, and earlier steps as text.
const TARS = recipe(
  { agent: 'direct', dialect: 'ui_tars@1.5', historyPictures: 0 },
  { set: 'colorbench.tars' },
);
const TARS_DPO = recipe(
  { agent: 'direct', dialect: 'ui_tars@1.0', historyPictures: 0 },
  { set: 'colorbench.tars', lacks: 'the prompt of the DPO models is in no published file' },
);
const API = recipe(
  { agent: 'planner-grounder', dialect: 'colorbench_api' },
  { set: 'colorbench.api' },
  { roles: { grounder: 'Qwen2.5-VL-7B-Instruct' } },
);

/** How each single model was asked; the code takes GUI-OWL for a Qwen2.5-VL. */
export const SINGLE_RECIPES: Readonly<Record<string, Recipe>> = {
  'GPT-4o': API,
  'Qwen-VL Max': API,
  'GLM-4.5V': API,
  'OS-Atlas-Pro-7B': recipe({ agent: 'direct', dialect: 'os_atlas' }, { set: 'colorbench.atlas' }),
  'UI-TARS-1.5-7B': TARS,
  'UI-TARS-7B-DPO': TARS_DPO,
  'UI-TARS-72B-DPO': TARS_DPO,
  'GUI-OWL-7B': QWEN,
  'GUI-OWL-32B': QWEN,
  'GUI-OWL-7B-RL': QWEN,
  'GUI-OWL-32B-RL': QWEN,
  'Qwen2.5-VL-7B': QWEN,
  'Qwen2.5-VL-32B': QWEN,
  'Qwen2.5-VL-72B': QWEN,
  'Qwen3-VL-235B-A22B-Instruct': recipe(
    { agent: 'direct', dialect: 'qwen3_mobile_use@colorbench' },
    { set: 'colorbench.qwen3' },
  ),
};

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
