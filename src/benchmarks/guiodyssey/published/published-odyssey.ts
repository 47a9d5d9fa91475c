/** A rate of the paper in percent; null where it prints none. */
type Printed = number | null;

/** AMS of a model on the random split: of each category in the order of `PUBLISHED_CATEGORIES`, then overall. */
export interface PublishedOdysseyRow {
  readonly group: string;
  readonly model: string;
  readonly high: readonly number[];
  readonly low: readonly number[];
}

/** Categories in the order of the paper's columns. */
export const PUBLISHED_CATEGORIES = [
  'General_Tool',
  'Information_Management',
  'Web_Shopping',
  'Media_Entertainment',
  'Social_Sharing',
  'Multi_Apps',
] as const;

const ZERO_SHOT = 'zero-shot';
const WITH_MARKS = 'zero-shot with OmniParser';
const FINE_TUNED = 'fine-tuned on the training side';

/** Source: GUIOdyssey paper, Table 2; a star marks models whose training includes semantic annotations. */
export const PUBLISHED_RANDOM: readonly PublishedOdysseyRow[] = [
  {
    group: ZERO_SHOT,
    model: 'GPT-4V',
    high: [14.93, 14.69, 12.17, 10.8, 16.79, 11.54, 13.49],
    low: [40.86, 38.56, 36.04, 48.4, 43.21, 40.61, 41.28],
  },
  {
    group: ZERO_SHOT,
    model: 'GPT-4o',
    high: [14.15, 13.86, 11.69, 12, 18.14, 9.28, 13.19],
    low: [38.11, 42.4, 40.57, 52.4, 44.44, 38.35, 42.71],
  },
  {
    group: ZERO_SHOT,
    model: 'Claude3.5-sonnet',
    high: [22.99, 14.69, 12.17, 14, 16.79, 14.14, 15.8],
    low: [40.28, 34.56, 31.03, 37.6, 30.62, 31, 34.18],
  },
  {
    group: ZERO_SHOT,
    model: 'InternVL2-Pro',
    high: [19.45, 15.86, 17.18, 13.2, 14.81, 15.72, 16.04],
    low: [49.51, 40.23, 41.05, 51.6, 40, 41.52, 43.98],
  },
  {
    group: ZERO_SHOT,
    model: 'CogAgent',
    high: [18.81, 12.35, 13.02, 12.63, 14.72, 12.15, 13.95],
    low: [33.52, 29.79, 26.89, 25.8, 33.54, 33.09, 30.44],
  },
  {
    group: ZERO_SHOT,
    model: 'SphAgent',
    high: [22.24, 17.43, 13.6, 15.54, 14.2, 12.89, 15.98],
    low: [36.81, 29.95, 25.08, 33.03, 28.83, 26.32, 30],
  },
  {
    group: WITH_MARKS,
    model: 'GPT-4V',
    high: [24.37, 22.44, 17.16, 18.65, 32.28, 24.21, 23.18],
    low: [56.03, 51.1, 46.75, 62.18, 59.18, 54.58, 54.97],
  },
  {
    group: WITH_MARKS,
    model: 'GPT-4o',
    high: [26.63, 23.45, 18.34, 19.17, 31.01, 23.39, 23.67],
    low: [55.28, 53.91, 47.63, 63.21, 61.08, 55.95, 56.18],
  },
  {
    group: WITH_MARKS,
    model: 'Claude3.5-sonnet',
    high: [39.2, 28.46, 27.22, 28.5, 40.82, 33.11, 32.88],
    low: [64.07, 61.92, 56.51, 66.84, 68.99, 65.12, 63.91],
  },
  {
    group: WITH_MARKS,
    model: 'InternVL2-Pro',
    high: [16.58, 16.03, 8.88, 16.58, 16.14, 13.95, 14.69],
    low: [58.04, 51.3, 49.7, 60.62, 53.8, 52.39, 54.31],
  },
  {
    group: FINE_TUNED,
    model: 'Qwen-VL',
    high: [85.55, 68.04, 62.28, 77.56, 80.29, 74.27, 74.67],
    low: [90.79, 83.36, 80.67, 88.15, 88.36, 86.56, 86.32],
  },
  {
    group: FINE_TUNED,
    model: 'Qwen-VL*',
    high: [86.35, 72.01, 67.31, 80.33, 82.39, 77.52, 77.65],
    low: [90.99, 85.77, 82.86, 89.48, 88.01, 89.4, 87.78],
  },
  {
    group: FINE_TUNED,
    model: 'OdysseyAgent',
    high: [86.01, 69.83, 65.19, 77.1, 81.47, 75.13, 75.79],
    low: [91.21, 83.37, 82.63, 88.55, 87.66, 87.84, 86.88],
  },
  {
    group: FINE_TUNED,
    model: 'OdysseyAgent*',
    high: [86.82, 71.79, 68.58, 80.93, 82.88, 78.47, 78.24],
    low: [91.25, 86.58, 83.74, 89.66, 88.27, 89.39, 88.15],
  },
];

/** AMS and SR over a whole split. */
export interface PublishedSplitRow {
  readonly split: string;
  readonly model: string;
  readonly high: readonly [ams: Printed, sr: Printed];
  readonly low: readonly [ams: Printed, sr: Printed];
}

/** OdysseyAgent out of its domain, trained on the other side. Source: GUIOdyssey paper, Table 3. */
export const PUBLISHED_SPLITS: readonly PublishedSplitRow[] = [
  { split: 'task', model: 'OdysseyAgent', high: [54.36, 0.09], low: [78.97, 2.2] },
  { split: 'task', model: 'OdysseyAgent*', high: [56.19, 0.26], low: [80.19, 2.29] },
  { split: 'device', model: 'OdysseyAgent', high: [61.2, 1.88], low: [79.66, 8.47] },
  { split: 'device', model: 'OdysseyAgent*', high: [66.63, 5.07], low: [79.93, 11.66] },
  { split: 'app', model: 'OdysseyAgent', high: [63.03, 7.7], low: [84.24, 20.7] },
  { split: 'app', model: 'OdysseyAgent*', high: [65.89, 8.81], low: [83.47, 20.02] },
];

/**
 * OdysseyAgent on each device, trained on the five others, high-level instructions. Source: GUIOdyssey paper, Table 9.
 */
export const PUBLISHED_DEVICES: readonly (readonly [device: string, ams: number, sr: number])[] = [
  ['Pixel 7 Pro', 75.91, 7.44],
  ['Pixel 8 Pro', 74.67, 6.05],
  ['Small Phone', 71.68, 3.77],
  ['Medium Phone', 73.05, 5.45],
  ['Pixel Fold', 67.67, 4.48],
  ['Pixel Tablet', 61.2, 1.88],
];

/** SR on the random split, high-level instructions. Source: GUIOdyssey paper, Table 4, row 5, and Table 6, row 8. */
export const PUBLISHED_RANDOM_SR: Readonly<Record<string, number>> = {
  OdysseyAgent: 9.38,
  'OdysseyAgent*': 11.62,
};

/** Numbers of another project's script in percent. */
export interface PublishedForeignRow {
  readonly evaluator: 'agentcpm' | 'gui-r1';
  readonly model: string;
  readonly type: number;
  readonly grounding: Printed;
  readonly step: number;
}

/**
 * What other projects print of their scripts on the random split, high-level instructions.
 *
 * Source: AgentCPM-GUI, table of GUIOdyssey (TM, EM); GUI-R1, table of GUIOdyssey (Type, GR, SR).
 */
export const PUBLISHED_FOREIGN: readonly PublishedForeignRow[] = [
  { evaluator: 'agentcpm', model: 'AgentCPM-GUI-8B', type: 90.85, grounding: null, step: 74.96 },
  { evaluator: 'agentcpm', model: 'OS-Atlas-7B (other split)', type: 91.83, grounding: null, step: 76.76 },
  { evaluator: 'agentcpm', model: 'OdysseyAgent-7B', type: 90.83, grounding: null, step: 73.67 },
  { evaluator: 'agentcpm', model: 'UI-TARS-7B', type: 78.79, grounding: null, step: 57.33 },
  { evaluator: 'agentcpm', model: 'Qwen2.5-VL-7B', type: 55.33, grounding: null, step: 40.9 },
  { evaluator: 'agentcpm', model: 'Aguvis-7B', type: 26.71, grounding: null, step: 13.54 },
  { evaluator: 'agentcpm', model: 'OS-Genesis-7B', type: 11.67, grounding: null, step: 3.63 },
  { evaluator: 'gui-r1', model: 'GUI-R1-3B', type: 54.84, grounding: 41.52, step: 41.33 },
  { evaluator: 'gui-r1', model: 'GUI-R1-7B', type: 65.49, grounding: 43.64, step: 38.79 },
  { evaluator: 'gui-r1', model: 'OS-Atlas-7B', type: 60.42, grounding: 39.74, step: 26.96 },
];
