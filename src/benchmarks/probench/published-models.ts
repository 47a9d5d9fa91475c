import type { PublishedCondition } from '../published-condition.js';

/** A model of the paper, and how it was asked. */
export interface PublishedModel extends PublishedCondition {
  /** As the paper's tables print it. */
  readonly row: string;
  /** Ids under which it is served or downloaded. */
  readonly ids: readonly string[];
  /** Its family in what an endpoint calls a model, in small letters and digits alone. */
  readonly called: RegExp;
  /** The row itself within its family, in the same letters; every model of the family unless given. */
  readonly calledRow?: RegExp;
  /** What a reader of its row must know. */
  readonly conditions?: readonly string[];
}

const CALL = { agent: 'direct', dialect: 'generic_call@probench' } as const;
const LIST = { agent: 'direct', dialect: 'gui_r1@probench' } as const;
/** Pixels of the picture as the processor of Qwen2.5-VL has it. */
const QWEN25 = 'smart_resize:28:3136:12845056';

/**
 * The paper's models: the prompt of each, what its numbers mean, and which earlier steps it sees, which is every
 * operation but for UI-R1, which sees none. Coordinates that are absent are those of the dialect's variant.
 *
 * Sizes of Qwen2.5-VL are families of their own: each was asked in another form.
 *
 * Source: ProBench paper, section 4.1, appendix B.
 */
export const PUBLISHED_MODELS: readonly PublishedModel[] = [
  {
    row: 'UI-TARS-1.5-7B',
    family: 'UI-TARS-1.5',
    ids: ['ByteDance-Seed/UI-TARS-1.5-7B'],
    called: /uitars15/,
    calledRow: /uitars157b/,
    agent: 'direct',
    dialect: 'ui_tars@probench',
  },
  {
    row: 'GUI-R1-3B',
    family: 'GUI-R1',
    ids: ['ritzzai/GUI-R1-3B'],
    called: /guir1/,
    calledRow: /guir13b/,
    ...LIST,
  },
  {
    row: 'UI-R1-E-3B',
    family: 'UI-R1',
    ids: ['LZXzju/Qwen2.5-VL-3B-UI-R1-E'],
    called: /(?<!g)uir1/,
    calledRow: /uir1e/,
    agent: 'direct',
    dialect: 'ui_r1@probench',
    conditions: ['This model never says that a task is done, so that every task is uncompleted.'],
  },
  { row: 'GPT-4o', family: 'GPT-4o', ids: ['gpt-4o'], called: /gpt4o(?!mini)/, ...CALL },
  {
    row: 'Claude 4 Sonnet',
    family: 'Claude 4 Sonnet',
    ids: ['claude-sonnet-4-20250514', 'claude-sonnet-4-0'],
    // Behind the 4 stands a date or nothing; 4.5 is another model.
    called: /claude(?:4sonnet|sonnet4)(?![13-9])/,
    ...CALL,
  },
  {
    row: 'Gemini 2.5 Pro',
    family: 'Gemini 2.5 Pro',
    ids: ['gemini-2.5-pro'],
    called: /gemini25pro/,
    ...CALL,
    coordinates: 'norm:1000',
  },
  {
    row: 'Qwen2.5-VL-7B',
    family: 'Qwen2.5-VL-7B',
    ids: ['Qwen/Qwen2.5-VL-7B-Instruct'],
    called: /qwen25vl7b/,
    ...LIST,
  },
  {
    row: 'Qwen2.5-VL-32B',
    family: 'Qwen2.5-VL-32B',
    ids: ['Qwen/Qwen2.5-VL-32B-Instruct'],
    called: /qwen25vl32b/,
    agent: 'direct',
    dialect: 'generic_call@probench_tagged',
  },
  {
    row: 'Qwen2.5-VL-72B',
    family: 'Qwen2.5-VL-72B',
    ids: ['Qwen/Qwen2.5-VL-72B-Instruct'],
    called: /qwen25vl72b/,
    ...CALL,
    coordinates: QWEN25,
  },
  {
    row: 'InternVL3-8B',
    family: 'InternVL3',
    ids: ['OpenGVLab/InternVL3-8B'],
    // InternVL3.5 is younger.
    called: /internvl3(?!5)/,
    calledRow: /internvl38b/,
    agent: 'direct',
    dialect: 'gui_r1@probench_permille',
  },
];
