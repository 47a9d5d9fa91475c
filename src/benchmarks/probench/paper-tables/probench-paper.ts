import type { PaperRow } from '../../paper-tables/paper-table.js';
import type { Recipe, RecipeSettings } from '../../paper-tables/recipe.js';

/** As tables name it. */
export const PAPER = 'ProBench (arXiv 2511.09157)';

/** What its tables take. */
export const NEEDS: readonly string[] = [
  'tasks.en.json and tasks.zh.json (--data): `touchstone data check probench DIR`',
  'phones or emulators of the adb server that have the apps (`touchstone devices`); for the Chinese apps with a keyboard for adb',
  "a model that judges: success is left to ProBench's judge",
];

/** What holds of every row. */
export const CONDITIONS: readonly string[] = [
  'Neither code nor data are public: the paper prints the 75 English tasks, and the 142 Chinese ones are not printed.',
  'At most 15 steps, that which says that the task is done included; five equal operations in a row end a task as uncompleted.',
  'Gemini 2.5 Pro judged in the paper, told of clicks by the structure description converter; until a run is judged (`touchstone judge RUN --judge probench`), tasks that were said to be done are left out of its numbers.',
  'The paper cleared the history of each app by hand before each task; android.json of the data says what is reset here.',
];

/** What holds of a table's rows on phones. */
export function phoneConditions(table: string): string {
  return `\`touchstone reproduce ${table} --row ROW --device SERIAL --data DIR --model NAME --base-url URL\` runs a row, with \`--dry-run\` it prints the command. Apps are of the versions that the phones have.`;
}

type Asked = Pick<RecipeSettings, 'dialect' | 'dialectOptions' | 'coordinates'>;

const CALL: Asked = { dialect: 'generic_call@probench' };
const LIST: Asked = { dialect: 'gui_r1@probench' };
/** Pixels of the picture as the processor of Qwen2.5-VL has it. */
const QWEN25 = 'smart_resize:28:3136:12845056';

interface PublishedModel {
  readonly ids: readonly string[];
  readonly asked: Asked;
  readonly conditions?: readonly string[];
}

/** The paper's models by its own names, and the prompt family and range of coordinates of each. Source: ProBench paper, section 4.1, appendix B. */
const MODELS: Readonly<Record<string, PublishedModel>> = {
  'GPT-4o': { ids: ['gpt-4o'], asked: CALL },
  'Claude 4 Sonnet': { ids: ['claude-sonnet-4-20250514', 'claude-sonnet-4-0'], asked: CALL },
  'Gemini 2.5 Pro': { ids: ['gemini-2.5-pro'], asked: { ...CALL, coordinates: 'norm:1000' } },
  'Qwen2.5-VL-7B': { ids: ['Qwen/Qwen2.5-VL-7B-Instruct'], asked: LIST },
  'Qwen2.5-VL-32B': {
    ids: ['Qwen/Qwen2.5-VL-32B-Instruct'],
    asked: { ...CALL, coordinates: QWEN25 },
    conditions: [
      'The paper asked this model for its call within answer tags; here it is asked for one behind `Action:`, and both are read.',
    ],
  },
  'Qwen2.5-VL-72B': { ids: ['Qwen/Qwen2.5-VL-72B-Instruct'], asked: { ...CALL, coordinates: QWEN25 } },
  'InternVL3-8B': { ids: ['OpenGVLab/InternVL3-8B'], asked: { dialect: 'gui_r1@probench_permille' } },
  'UI-TARS-1.5-7B': {
    ids: ['ByteDance-Seed/UI-TARS-1.5-7B'],
    asked: { dialect: 'ui_tars@1.5', dialectOptions: { history: 'text' } },
  },
  'UI-R1-E-3B': {
    ids: ['LZXzju/Qwen2.5-VL-3B-UI-R1-E'],
    asked: { dialect: 'ui_r1@probench' },
    conditions: ['This model never says that a task is done, so that every task is uncompleted.'],
  },
  'GUI-R1-3B': { ids: ['ritzzai/GUI-R1-3B'], asked: LIST },
};

/** A model's run on phones. There is no list of forbidden actions in the paper. */
function recipeOf(asked: Asked): Recipe {
  return {
    benchmark: 'probench',
    settings: { agent: 'direct', ...asked, mode: 'reference', split: 'all', env: 'android', forbid: [] },
    prompts: { type: 'paper', where: 'appendix B' },
    sampling: { paper: null, code: null },
  };
}

/** A name as an id: `GPT-4o` is `gpt-4o`. */
function rowId(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-');
}

/** A model's row, done on phones. @param runOf table whose row of the same model is the same run */
export function phoneRow(
  heads: readonly string[],
  published: readonly number[],
  runOf: string | null = null,
): PaperRow {
  const name = heads.at(-1) ?? '';
  const id = rowId(name);
  const { ids = [], asked = CALL, conditions } = MODELS[name] ?? {};
  const run = recipeOf(asked);
  return {
    id,
    heads,
    status: 'phones',
    model: { name, ids },
    runs: [runOf === null ? run : { ...run, runOf: { table: runOf, row: id } }],
    published,
    ...(conditions === undefined ? {} : { conditions }),
  };
}

/** A row that nothing can be run for. */
export function unreleasedRow(heads: readonly string[], published: readonly number[], why: string): PaperRow {
  return { id: rowId(heads.at(-1) ?? ''), heads, status: 'data-unreleased', why, runs: [], published };
}
