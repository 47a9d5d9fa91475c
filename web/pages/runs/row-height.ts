import type { RunCard } from '../../../src/report/view/run-card.js';

/** Pixels of a row of two lines, and of each line more. */
const ROW = 54.6;
const LINE = 17.45;
/** Pixels beside the words in their column, and across of a letter of them, about. */
const AROUND = 21;
const LETTER = 5.6;
/** Lines of words that are shown. */
const MOST_LINES = 2;

/**
 * How high the row of a run will be, about: one that is not as high as it was thought has the table made twice.
 *
 * @param nameWidth pixels across of the column with the name
 */
export function rowHeight(
  run: Pick<RunCard, 'forkOf' | 'problem' | 'tags' | 'note'> | undefined,
  nameWidth: number,
): number {
  if (run === undefined) return ROW;
  const letters = Math.max(1, Math.floor((nameWidth - AROUND) / LETTER));
  const words = [run.problem ?? '', run.tags.join(', '), run.note];
  const lines = words.map((text) => Math.min(MOST_LINES, Math.ceil(text.length / letters)));
  const below = lines.reduce((sum, count) => sum + count, run.forkOf === null ? 0 : 1);
  return Math.round(ROW + LINE * Math.max(0, below - 1));
}
