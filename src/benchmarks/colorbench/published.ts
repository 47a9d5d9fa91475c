/** Baseline, model, then SR and CR in percent of single-app, cross-app and all tasks. */
export type PublishedColorbenchRow = readonly [string, string, ...number[]];

/** Source: ColorBench paper, Table 2. */
export const PUBLISHED_RATES: readonly PublishedColorbenchRow[] = [
  ['Closed-source Model with Grounding', 'GPT-4o', 20.27, 27.59, 11.88, 21.53, 15.43, 24.1],
  ['Closed-source Model with Grounding', 'Qwen-VL Max', 20.27, 32.55, 14.85, 29.42, 17.14, 30.74],
  ['Closed-source Model with Grounding', 'GLM-4.5V', 36.49, 56.64, 23.23, 47.72, 28.57, 51.54],
  ['Open-source Model', 'OS-Atlas-Pro-7B', 10.81, 17.91, 3.96, 19.87, 6.86, 19.04],
  ['Open-source Model', 'UI-TARS-1.5-7B', 9.46, 16.89, 0, 13.88, 4, 15.15],
  ['Open-source Model', 'UI-TARS-7B-DPO', 8.11, 12.05, 0.99, 11.82, 4, 11.91],
  ['Open-source Model', 'GUI-OWL-7B', 25.68, 39.19, 16.83, 34.16, 20.57, 36.29],
  ['Open-source Model', 'Qwen2.5-VL-7B', 22.97, 34.8, 9.9, 32.57, 15.43, 33.51],
  ['Open-source Model', 'GUI-OWL-32B', 36.49, 47.52, 22.77, 39.31, 28.57, 42.78],
  ['Open-source Model', 'Qwen2.5-VL-32B', 24.32, 36.49, 11.88, 29.62, 17.14, 32.53],
  ['Open-source Model', 'UI-TARS-72B-DPO', 33.78, 46.85, 23.76, 45.4, 28, 46.01],
  ['Open-source Model', 'Qwen2.5-VL-72B', 21.62, 34.23, 16.83, 32.38, 18.86, 33.16],
  ['Open-source Model', 'Qwen3-VL-235B-A22B-Instruct', 35.14, 49.66, 27.72, 43.42, 30.86, 46.06],
  ['Fine-tuned with ColorBench-train', 'GUI-OWL-7B-RL', 31.08, 46.62, 19.8, 41.79, 24.57, 43.83],
  ['Fine-tuned with ColorBench-train', 'GUI-OWL-32B-RL', 40.54, 53.72, 26.73, 42.25, 32.57, 47.1],
  ['Multi-Agent System', 'GUI-OWL-32B', 43.24, 55.86, 22.77, 43.4, 31.43, 48.67],
  ['Multi-Agent System', 'Qwen2.5-VL-32B', 40.54, 55.32, 20.79, 40.18, 29.14, 46.58],
];

/** Columns of the paper's table of atomic capabilities, in its order. Source: ColorBench paper, Table 5. */
export const PUBLISHED_ABILITIES = [
  'follow',
  'pay',
  'save',
  'search',
  'share',
  'set',
  'find',
  'copy',
  'filter',
  'like',
  'send',
  'location',
  'navigation',
  'others',
  'memory',
] as const;

/**
 * Model, then the share of milestones reached in percent, in the order of `PUBLISHED_ABILITIES`; null where the paper
 * prints "-", since the agent never got as far. Source: ColorBench paper, Table 5.
 */
export const PUBLISHED_SHARES: readonly (readonly [string, readonly (number | null)[]])[] = [
  ['GPT-4o', [100, 50, 50, 33.06, 76.47, 84.62, 56.67, 0, 18.75, 80, 25, 25, 0, 62.5, 0]],
  ['Qwen-VL Max', [40, 33.33, 16.67, 43.8, 70.37, 83.33, 60.56, 33.33, 36.36, 80, 50, 25, null, 68.57, 0]],
  ['GLM-4.5V', [90.91, 55.56, 0, 72.95, 90.62, 75, 76.34, 50, 26.32, 81.82, 77.78, 66.67, 75, 60, 45.45]],
  ['OS-Atlas-Pro-7B', [100, 0, 75, 43.22, 35.71, 66.67, 35.94, 0, 0, 71.43, 25, 40, 100, 26.09, 0]],
  ['UI-TARS-1.5-7B', [50, 0, 33.33, 30.25, 7.69, 40, 37.93, 100, 20, 100, 0, 20, 0, 40, 0]],
  ['UI-TARS-7B-DPO', [50, 0, 50, 24.58, 37.5, 66.67, 25.49, 0, 22.22, 71.43, 0, 0, null, 34.78, 0]],
  ['GUI-OWL-7B', [85.71, 60, 25, 57.85, 88.46, 69.23, 62.67, 50, 11.11, 75, 50, 33.33, 0, 58.97, 0]],
  ['Qwen2.5-VL-7B', [83.33, 75, 16.67, 61.48, 50, 75, 52, 100, 25, 77.78, 83.33, 16.67, 0, 51.52, 0]],
  ['GUI-OWL-32B', [87.5, 62.5, 0, 64.23, 81.82, 84.62, 64.1, 50, 31.25, 100, 57.14, 40, 66.67, 69.23, 0]],
  ['Qwen2.5-VL-32B', [33.33, 83.33, 0, 54.55, 71.43, 84.62, 52.05, 50, 16.67, 88.89, 75, 50, 50, 59.38, 0]],
  [
    'UI-TARS-72B-DPO',
    [77.78, 55.56, 28.57, 68.5, 85, 85.71, 63.29, 100, 22.22, 88.89, 66.67, 50, 66.67, 73.17, 28.57],
  ],
  ['Qwen2.5-VL-72B', [42.86, 75, 0, 61.48, 66.67, 84.62, 52, 50, 6.67, 90, 60, 20, 50, 54.84, 0]],
  [
    'Qwen3-VL-235B-A22B-Instruct',
    [90, 71.43, 28.57, 62.9, 86.49, 92.31, 68.75, 100, 35, 90.91, 83.33, 16.67, 0, 71.43, 50],
  ],
];

/**
 * Base model, then whether it plans, reflects and remembers, then SR and CR in percent of single-app, cross-app and all
 * tasks. Source: ColorBench paper, Table 3.
 */
export type PublishedAblationRow = readonly [
  model: string,
  modules: Readonly<Record<'plan' | 'reflect' | 'memory', boolean>>,
  rates: readonly number[],
];

const NONE = { plan: false, reflect: false, memory: false } as const;
const ALL = { plan: true, reflect: true, memory: true } as const;

/** Source: ColorBench paper, Table 3. */
export const PUBLISHED_ABLATION: readonly PublishedAblationRow[] = [
  ['Qwen2.5-VL-32B', NONE, [24.32, 36.49, 11.88, 29.62, 17.14, 32.53]],
  ['Qwen2.5-VL-32B', { ...NONE, plan: true }, [32.43, 46.28, 17.82, 35.54, 24, 40.09]],
  ['Qwen2.5-VL-32B', { ...NONE, reflect: true }, [37.84, 48.65, 15.84, 33.48, 25.14, 39.9]],
  ['Qwen2.5-VL-32B', { ...NONE, memory: true }, [31.08, 47.52, 18.81, 35.3, 24, 40.47]],
  ['Qwen2.5-VL-32B', { ...ALL, memory: false }, [35.14, 51.35, 19.8, 39.01, 26.29, 44.23]],
  ['Qwen2.5-VL-32B', ALL, [40.54, 55.32, 20.79, 40.18, 29.14, 46.58]],
  ['GUI-OWL-32B', NONE, [36.49, 47.52, 22.77, 39.31, 28.57, 42.78]],
  ['GUI-OWL-32B', { ...NONE, plan: true }, [35.14, 49.66, 22.77, 46.03, 28, 47.56]],
  ['GUI-OWL-32B', { ...NONE, reflect: true }, [37.84, 51.35, 27.55, 46.26, 31.43, 48.45]],
  ['GUI-OWL-32B', { ...NONE, memory: true }, [36.49, 49.55, 25.74, 43.86, 30.29, 46.27]],
  ['GUI-OWL-32B', { ...ALL, memory: false }, [41.89, 51.91, 22.77, 44.82, 30.86, 47.82]],
  ['GUI-OWL-32B', ALL, [43.24, 55.86, 22.77, 43.4, 31.43, 48.67]],
];
