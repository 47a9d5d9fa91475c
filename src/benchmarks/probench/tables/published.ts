/** Accuracy in percent: state-related tasks, process-related ones and all of English, Chinese, and both. */
export interface PublishedAccuracy {
  readonly group: string;
  readonly model: string;
  readonly accuracy: readonly number[];
}

const PROPRIETARY = 'Proprietary Models';
const GENERAL = 'General Open-source Models';
const SPECIFIC = 'GUI-specific Models';
const NOTHING = [0, 0, 0, 0, 0, 0, 0, 0, 0] as const;

/** Source: ProBench paper, Table 3. */
export const PUBLISHED_ACCURACY: readonly PublishedAccuracy[] = (
  [
    [PROPRIETARY, 'GPT-4o', NOTHING],
    [PROPRIETARY, 'Claude 4 Sonnet', NOTHING],
    [PROPRIETARY, 'Gemini 2.5 Pro', [44.2, 21.7, 37.3, 46.4, 31.1, 41.5, 45.6, 27.9, 40.1]],
    [GENERAL, 'Qwen2.5-VL-7B', [7.7, 0, 5.3, 6.2, 2.2, 4.9, 6.7, 1.5, 5.1]],
    [GENERAL, 'Qwen2.5-VL-32B', [26.9, 8.7, 21.3, 14.4, 13.3, 14.1, 18.8, 11.8, 16.6]],
    [GENERAL, 'Qwen2.5-VL-72B', [63.5, 30.4, 53.3, 28.9, 26.7, 28.2, 40.9, 27.9, 36.9]],
    [GENERAL, 'InternVL3-8B', [13.5, 0, 9.3, 3.1, 2.2, 2.8, 6.7, 1.5, 5.1]],
    [SPECIFIC, 'UI-TARS-1.5-7B', [26.9, 8.7, 21.3, 3.1, 0, 2.1, 11.4, 2.9, 8.8]],
    [SPECIFIC, 'UI-R1-E-3B', NOTHING],
    [SPECIFIC, 'GUI-R1-3B', [15.4, 0, 10.7, 10.3, 0, 7, 12.1, 0, 8.3]],
  ] as const
).map(([group, model, accuracy]) => ({ group, model, accuracy }));

/**
 * Tasks that were not finished among those that failed, and tasks ended early among these, in percent. Source: ProBench paper,
 * Table 4.
 */
export const PUBLISHED_RATIOS: readonly (readonly [model: string, ratios: readonly [number, number]])[] = [
  ['Gemini 2.5 Pro', [90, 49.6]],
  ['Qwen2.5-VL-7B', [93.7, 63.7]],
  ['Qwen2.5-VL-32B', [92.3, 67.1]],
  ['Qwen2.5-VL-72B', [71.5, 50]],
  ['InternVL3-8B', [59.2, 77.9]],
  ['UI-TARS-1.5-7B', [98, 43.8]],
  ['GUI-R1-3B', [25.6, 58.8]],
];
