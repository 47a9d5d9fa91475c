import type { Cell } from '../../../src/metrics/tables/table.js';
import type { RunView } from '../../report/model.js';

/**
 * Name of the table that a benchmark gives its profile in: a row per dimension, the number in the fourth column; an interval of
 * the third is what undecided items leave open.
 */
const PROFILE_TABLE = 'dimension-profile';
const WHAT_COLUMN = 2;
const NUMBER_COLUMN = 3;

/** What a run reached in each dimension that it measures. */
export interface RunProfile {
  readonly view: RunView;
  readonly cells: ReadonlyMap<string, ProfileCell>;
}

export interface ProfileCell {
  readonly number: Cell;
  /** Worst and best value over what is undecided. */
  readonly open: Cell['interval'];
}

/** Null of a run that measures nothing apart. */
export function profileOfRun(view: RunView): RunProfile | null {
  const table = view.run.tables.find(({ id }) => id === PROFILE_TABLE);
  const cells = new Map<string, ProfileCell>();
  for (const row of table?.rows ?? []) {
    const [name] = row;
    const number = row[NUMBER_COLUMN];
    if (name === undefined || number === undefined) continue;
    cells.set(name.text, { number, open: row[WHAT_COLUMN]?.interval });
  }
  return cells.size === 0 ? null : { view, cells };
}
