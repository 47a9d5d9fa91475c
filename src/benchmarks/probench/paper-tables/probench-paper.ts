import type { PaperRow } from '../../paper-tables/paper-table.js';

/** As tables name it. */
export const PAPER = 'ProBench (arXiv 2511.09157)';

/** What its tables take. */
export const NEEDS: readonly string[] = [
  'an Android emulator for the English apps, a phone for the Chinese ones, a judge',
  'tasks.en.json and tasks.zh.json: `touchstone data check probench DIR`',
];

export const CONDITIONS: readonly string[] = [
  'Neither code nor data are public: the paper prints the 75 English tasks, and the 142 Chinese ones are not printed.',
  'At most 15 steps; five equal actions in a row end a task as failed; Gemini 2.5 Pro judged.',
];

/** A row that waits for a live phone. */
export function liveRow(heads: readonly string[], published: readonly number[]): PaperRow {
  return {
    id: (heads.at(-1) ?? '').toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-'),
    heads,
    status: 'live-device',
    why: 'Agents drove live apps, English ones in an emulator and Chinese ones on a phone.',
    runs: [],
    published,
  };
}
