/** Modality, model, then SR and ACP in percent of user tasks, testing tasks and all tasks. */
export type PublishedSphinxRow = readonly [string, string, ...number[]];

/** Source: SPHINX paper, Table 4. */
export const PUBLISHED_RATES: readonly PublishedSphinxRow[] = [
  ['Text', 'GPT-4-Turbo', 31.1, 34.5, 0, 6.8, 16.6, 21.5],
  ['Text', 'GPT-4o', 28.7, 33.5, 0, 6.5, 15.3, 20.8],
  ['Text', 'GPT-4o-Mini', 25, 29.4, 0, 5.7, 13.3, 18.3],
  ['Text', 'Qwen-VL-Plus', 3.3, 3.6, 0, 0.4, 1.7, 2.1],
  ['Text', 'Qwen-VL-Max', 6.6, 7.3, 0, 4.3, 3.5, 5.9],
  ['Text', 'DeepSeek-V2', 27.9, 31.8, 0, 6.8, 14.8, 20.1],
  ['Text', 'Llama3-8B', 2.5, 2.7, 0, 0, 1.3, 1.5],
  ['Text', 'Llama3-70B', 4.5, 4.8, 0, 2, 2.4, 3.5],
  ['Vision', 'GPT-4-Turbo', 5.7, 6.6, 0, 6.8, 3.1, 6.7],
  ['Vision', 'GPT-4o', 8.6, 10.8, 0, 6.4, 4.6, 8.7],
  ['Vision', 'GPT-4o-Mini', 7, 8.5, 0, 6, 3.7, 7.3],
  ['Vision', 'Qwen-VL-Plus', 1.6, 1.9, 0, 0.1, 0.9, 1.1],
  ['Vision', 'Qwen-VL-Max', 3.7, 4.7, 0, 4.1, 2, 4.4],
];

/** Model, then percent in the order of a table's columns; null where the paper prints "N/A" or "/". */
export type PublishedRow = readonly [string, ...(number | null)[]];

/** Goal understanding original and repaired, then app knowledge likewise. Source: SPHINX paper, Table 6. */
export const PUBLISHED_KNOWLEDGE: readonly PublishedRow[] = [
  ['GPT-4-Turbo', 87.9, 89.4, 95.5, 95.5],
  ['GPT-4o', 91.7, 91.9, 96.2, 96.2],
  ['GPT-4o-Mini', 91.7, 91.7, 94.8, 94.8],
  ['Qwen-VL-Plus', 40.4, 86.3, 64.7, 90.1],
  ['Qwen-VL-Max', 57.5, 85.6, 85.8, 92.6],
  ['DeepSeek-V2', 89.9, 89.9, 94.4, 94.4],
  ['Llama3-8B', 84.7, 84.7, 90.1, 90.1],
  ['Llama3-70B', 89.7, 89.7, 95.3, 95.3],
  ['Llama3.2-11B', 86.7, 86.7, 94.4, 94.4],
];

/** Continue, stop and perfect with text, then with vision. Source: SPHINX paper, Table 7. */
export const PUBLISHED_PLANNING: readonly PublishedRow[] = [
  ['GPT-4-Turbo', 98.5, 47.1, 41.8, 99.8, 18.4, 18.4],
  ['GPT-4o', 96.3, 70.5, 57.8, 93.5, 75.4, 53.3],
  ['GPT-4o-Mini', 98.6, 32, 27.9, 98, 27.9, 24.2],
  ['Qwen-VL-Plus', 80.2, 22.5, 4.5, 9.2, 96.7, 0.8],
  ['Qwen-VL-Max', 92.4, 36.9, 24.6, 90.3, 52.1, 30.3],
  ['Llama3.2-11B', 99.1, 4.5, 4.5, 88.6, 36.5, 19.3],
  ['DeepSeek-V2', 94.7, 61.5, 46.7, null, null, null],
  ['Llama3-8B', 96.1, 24.6, 18, null, null, null],
  ['Llama3-70B', 95, 62.7, 47.5, null, null, null],
];

/** The last row of the same table: plain means over the models that were asked. Source: SPHINX paper, Table 7. */
export const PUBLISHED_PLANNING_AVERAGE: PublishedRow = ['Average', 94.5, 40.3, 30.4, 79.9, 51.2, 24.4];

/** Original and repaired with text, then with vision. Source: SPHINX paper, Table 8. */
export const PUBLISHED_GROUNDING: readonly PublishedRow[] = [
  ['GPT-4-Turbo', 82.7, 85.1, 44.6, 47],
  ['GPT-4o', 87.5, 87.5, 65, 65],
  ['GPT-4o-Mini', 81.4, 81.8, 53.4, 53.6],
  ['Qwen-VL-Plus', 4.6, 32.4, 3.3, 12.3],
  ['Qwen-VL-Max', 53, 65.6, 27.4, 30.2],
  ['Llama3.2-11B', 0.2, 68.5, 5, 46.6],
  ['DeepSeek-V2', 81, 84, null, null],
  ['Llama3-8B', 0.2, 66.7, null, null],
  ['Llama3-70B', 26, 73.7, null, null],
];

/** Failure rates: repetition, format error, focused context. Source: SPHINX paper, Table 9. */
export const PUBLISHED_INSTRUCTIONS: readonly PublishedRow[] = [
  ['GPT-4-Turbo', 49.6, 2.4, 0.7],
  ['GPT-4o', 50.5, 0.5, 0],
  ['GPT-4o-Mini', 50.9, 0.7, 0],
  ['Qwen-VL-Plus', null, 82.8, 77.3],
  ['Qwen-VL-Max', 58, 11.9, 73.8],
  ['DeepSeek-V2', 50.1, 1.5, 0],
  ['Llama3-8B', null, 97.6, 31.2],
  ['Llama3-70B', 56.8, 33, 100],
];

/**
 * SR and ACP of user tasks with simplified and full text, then with the marked and the plain screenshot. Source: SPHINX
 * paper, Table 5.
 */
export const PUBLISHED_OBSERVATIONS: readonly PublishedRow[] = [
  ['GPT-4o', 20.5, 24.1, 28.7, 33.5, 8.6, 10.8, 5.7, 6.2],
  ['GPT-4o-Mini', 15.2, 19.9, 25, 29.4, 7, 8.5, 3.3, 3.6],
  ['DeepSeek-V2', 19.7, 23.3, 27.9, 31.8, null, null, null, null],
  ['Qwen-VL-Max', 3.7, 4.9, 6.6, 7.3, 3.7, 4.7, 2.5, 2.9],
];

/** Models of Table 10, in its order. */
export const PUBLISHED_AGENTS_MODELS = ['GPT-4o', 'GPT-4o-Mini', 'GPT-4-Turbo'] as const;

/** SR of the 163 tasks without login, by `PUBLISHED_AGENTS_MODELS`. Source: SPHINX paper, Table 10. */
export const PUBLISHED_AGENTS: readonly PublishedRow[] = [
  ['ReAct, text', 32.5, 27, 34.4],
  ['ReAct, vision', 8.6, 6.7, 4.9],
  ['AppAgent, without documents', 8, 3.7, 5.5],
  ['AppAgent, with documents', 11, 8, null],
];
