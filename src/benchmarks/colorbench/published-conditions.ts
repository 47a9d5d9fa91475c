import type { PublishedCondition } from '../published-condition.js';

interface AskedFamily extends Omit<PublishedCondition, 'row'> {
  /** What models of it are called, in small letters and digits alone. */
  readonly called: RegExp;
  /** Its rows in the paper's Table 2. */
  readonly rows: readonly string[];
}

/**
 * Which agent of the published code asked which models.
 *
 * Source: ColorBench paper, Table 2, and reference code `run_colorbench.py`, which gives Qwen2.5-VL and GUI-Owl one agent.
 */
const ASKED: readonly AskedFamily[] = [
  {
    family: 'Qwen3-VL',
    called: /qwen3vl/,
    rows: ['Qwen3-VL-235B-A22B-Instruct'],
    agent: 'direct',
    dialect: 'qwen3_mobile_use@colorbench',
  },
  {
    family: 'Qwen2.5-VL',
    called: /qwen25vl/,
    rows: ['Qwen2.5-VL-7B', 'Qwen2.5-VL-32B', 'Qwen2.5-VL-72B'],
    agent: 'direct',
    dialect: 'qwen25_mobile_use@colorbench',
  },
  {
    family: 'GUI-Owl',
    // GUI-Owl-1.5 is younger, and its numbers mean something else.
    called: /guiowl(?!15)/,
    rows: ['GUI-OWL-7B', 'GUI-OWL-32B', 'GUI-OWL-7B-RL', 'GUI-OWL-32B-RL'],
    agent: 'direct',
    dialect: 'qwen25_mobile_use@colorbench',
  },
  {
    family: 'UI-TARS-1.5',
    called: /uitars15/,
    rows: ['UI-TARS-1.5-7B'],
    agent: 'direct',
    dialect: 'ui_tars@1.5',
    dialectOptions: { resizeCorrection: false, history: 'text' },
  },
  {
    family: 'UI-TARS-DPO',
    called: /uitars(?!15).*dpo/,
    rows: ['UI-TARS-7B-DPO', 'UI-TARS-72B-DPO'],
    agent: 'direct',
    dialect: 'ui_tars@1.0',
    dialectOptions: { history: 'text' },
  },
  {
    family: 'OS-Atlas-Pro',
    called: /osatlaspro/,
    rows: ['OS-Atlas-Pro-7B'],
    agent: 'direct',
    dialect: 'os_atlas',
  },
  ...(
    [
      ['GPT-4o', /gpt4o(?!mini)/],
      ['Qwen-VL Max', /qwenvlmax/],
      ['GLM-4.5V', /glm45v/],
    ] as const
  ).map(([family, called]) => ({
    family,
    called,
    rows: [family],
    agent: 'planner-grounder',
    dialect: 'colorbench_api',
  })),
];

/**
 * How the benchmark's authors asked a model, by what an endpoint calls it (`Qwen/Qwen2.5-VL-7B-Instruct`); null for a model
 * of no family that they asked.
 */
export function colorbenchCondition(model: string): PublishedCondition | null {
  const name = plain(model);
  const asked = ASKED.find(({ called }) => called.test(name));
  if (asked === undefined) return null;
  const { called: _, rows, ...condition } = asked;
  // GUI-OWL-7B-RL is not GUI-OWL-7B: the longest name that fits.
  const fitting = rows.filter((row) => name.includes(plain(row)));
  const [row = null] = fitting.toSorted((a, b) => b.length - a.length);
  return { ...condition, row };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
