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
