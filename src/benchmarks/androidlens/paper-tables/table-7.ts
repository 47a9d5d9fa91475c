import type { PaperColumn, PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import type { PaperModel, Recipe, RecipePrompts, RecipeSettings } from '../../paper-tables/recipe.js';
import { INCONSISTENT_LENS, PUBLISHED_LENS } from '../published-lens.js';

/** As tables name it. */
export const PAPER = 'AndroidLens (arXiv 2512.21302)';

export const DATA =
  'test/en and test/zh (--data): `touchstone data check androidlens DIR`; a mapping file where its fields have other names';

/** Parts of a row: level of instructions, and what the paper's headings call it. */
const LEVELS = [
  ['low', 'LL'],
  ['high', 'HL'],
] as const;

/** Languages in the order of a published row and of the paper's columns, as our own table calls them. */
const LANGUAGES = ['Chinese', 'English', 'Total'] as const;

/** The paper's order: of each language low, then high. */
const COLUMNS = LANGUAGES.flatMap((language, place) =>
  LEVELS.flatMap(([level, short]) =>
    (['AMS', 'TM'] as const).map((title, measure) => ({
      level,
      /** Place in a published row. */
      index: 2 * place + measure,
      column: {
        title,
        group: `${language}-${short}`,
        digits: 2,
        from: { type: 'cell', part: level, table: 'androidlens-scores', column: title, group: language },
      } satisfies PaperColumn,
    })),
  ),
);

interface Asked {
  /** Agents and models of others, whose own prompts the paper says it used. */
  readonly settings: Pick<RecipeSettings, 'agent' | 'agentOptions' | 'dialect'>;
  readonly prompts: RecipePrompts;
  readonly ids?: readonly string[];
  readonly roles?: Recipe['roles'];
  readonly conditions?: readonly string[];
}

const VARIANT = 'the paper says "official configuration" and not which of the published variants';

function official(set: string | null, repository: string): RecipePrompts {
  return { type: 'official', set, repository, lacks: VARIANT };
}

const PRINTED: RecipePrompts = { type: 'paper', where: 'supplement E.1' };
const NO_MODEL = 'The paper does not say which model the agent asks.';
const PERCEPTION =
  "A model lists what is on the screen, in place of the agent's own tools for reading texts and finding icons.";
/** What is compared is the action as it was said; no phone has to be shown where an app's label is. */
const ON_RECORDED_STEPS = { openApp: 'name' } as const;
const direct = (dialect: string): Asked['settings'] => ({ agent: 'direct', dialect });

/** How each model was asked, in the order of the paper. */
export const ASKED: Readonly<Record<string, Asked>> = {
  'Mobile-Agent-v2': {
    settings: {
      agent: 'mobile-agent-v2',
      agentOptions: { perception: 'model', ...ON_RECORDED_STEPS },
      dialect: 'mobile_agent_v2',
    },
    prompts: official('mobile-agent-v2', 'X-PLUG/MobileAgent'),
    conditions: [NO_MODEL, PERCEPTION],
  },
  'Mobile-Agent-E': {
    settings: {
      agent: 'mobile-agent-e',
      agentOptions: { perception: 'model', ...ON_RECORDED_STEPS, invalidAction: 'wait' },
      dialect: 'mobile_agent_e@operator',
    },
    prompts: official('mobile-agent-e', 'X-PLUG/MobileAgent'),
    conditions: [NO_MODEL, PERCEPTION],
  },
  'GPT-4o+UGround-V1-7B': {
    settings: { agent: 'planner-grounder', agentOptions: { form: 'point' }, dialect: 'colorbench_api' },
    prompts: official(null, 'boyugou/android_world_seeact_v'),
    ids: ['gpt-4o'],
    roles: { grounder: 'UGround-V1-7B' },
  },
  'GPT-4o': { settings: direct('androidlens_general@absolute'), prompts: PRINTED, ids: ['gpt-4o'] },
  'Claude-3.7-Sonnet': {
    settings: direct('androidlens_general@absolute'),
    prompts: PRINTED,
    ids: ['claude-3-7-sonnet-20250219', 'claude-3-7-sonnet'],
  },
  'Gemini-2.5-Flash': {
    settings: direct('androidlens_general@permille'),
    prompts: PRINTED,
    ids: ['gemini-2.5-flash'],
  },
  'Gemini-2.5-Pro': {
    settings: direct('androidlens_general@permille'),
    prompts: PRINTED,
    ids: ['gemini-2.5-pro'],
  },
  'Qwen2.5-VL-7B': {
    settings: direct('qwen25_mobile_use@local'),
    prompts: official('qwen25.cookbook', 'QwenLM/Qwen2.5-VL'),
    ids: ['Qwen2.5-VL-7B-Instruct'],
  },
  'OS-Atlas-7B-Pro': {
    settings: direct('os_atlas'),
    prompts: official('osatlas.data.guiact-mobile', 'OS-Copilot/OS-Atlas'),
    ids: ['OS-Atlas-Pro-7B'],
  },
  'Aguvis-7B': {
    settings: direct('aguvis@self-plan'),
    prompts: official('aguvis.vendor', 'xlang-ai/aguvis'),
    ids: ['Aguvis-7B-720P'],
  },
  'UI-Venus-Navi-7B': {
    settings: direct('ui_venus@1.0'),
    prompts: official('venus10.navi', 'inclusionAI/UI-Venus'),
    ids: ['UI-Venus-Navi-7B'],
  },
  'UI-AGILE-7B': {
    settings: direct('ui_agile'),
    prompts: official('uiagile.detailed', 'KDEGroup/UI-AGILE'),
    ids: ['UI-AGILE', 'UI-AGILE-7B'],
  },
  'AgentCPM-GUI-8B': {
    settings: direct('agentcpm'),
    prompts: official('agentcpm.vendor', 'OpenBMB/AgentCPM-GUI'),
    ids: ['AgentCPM-GUI'],
  },
  'UI-TARS-7B-DPO': {
    settings: direct('ui_tars@1.0'),
    prompts: official('uitars.v1', 'bytedance/UI-TARS'),
    ids: ['UI-TARS-7B-DPO'],
  },
  'UI-TARS-1.5-7B': {
    settings: direct('ui_tars@1.5'),
    prompts: official('uitars.vendor', 'bytedance/UI-TARS'),
    ids: ['UI-TARS-1.5-7B'],
  },
};

const CONTRADICTS = 'Its printed totals contradict its parts, so that one of them is wrong.';
const ROWS = [...PUBLISHED_LENS, ...INCONSISTENT_LENS];

/** Source: AndroidLens paper, supplement, Table 7. */
export const TABLE_7: PaperTable = {
  id: 'androidlens/table-7',
  paper: PAPER,
  title: 'static evaluation: AMS and TM by language and level of instructions (supplement)',
  needs: [DATA, 'for GPT-4o+UGround a grounder as well (--role grounder=FILE)'],
  heads: ['Model'],
  columns: COLUMNS.map(({ column }) => column),
  rows: Object.entries(ASKED).map(
    ([name, { settings, prompts, ids = [], roles, conditions = [] }]): PaperRow => {
      const printed = ROWS.find(({ model }) => model === name);
      const model: PaperModel = { name, ids };
      const isWrong = INCONSISTENT_LENS.some((row) => row.model === name);
      return {
        id: name.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-'),
        heads: [name],
        status: 'runs',
        model,
        runs: LEVELS.map(([level]): Recipe => ({
          part: level,
          benchmark: 'androidlens',
          settings: { ...settings, mode: 'reference', split: 'all', level, history: 'recorded' },
          prompts,
          sampling: { paper: null, code: null },
          ...(roles === undefined ? {} : { roles }),
        })),
        published: COLUMNS.map(({ level, index }) => printed?.[level][index] ?? null),
        conditions: [...conditions, ...(isWrong ? [CONTRADICTS] : [])],
      };
    },
  ),
  conditions: [
    'The rules of the match are not published: thresholds, how several valid paths count, and which history is shown are inferred here (docs/benchmarks/androidlens.md), so a difference may be one of rules.',
    'The paper states no sampling; each model is sampled as its own vendor recommends.',
  ],
};
