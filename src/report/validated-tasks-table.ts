import type { TaskHistory } from '../formats/task-list/task-history.js';
import type { Cell, Table } from '../metrics/tables/table.js';

const COUNTS = ['proposed', 'accepted', 'edited', 'rejected'] as const;

/** What became of the candidates of a review, a seed a row. */
export function validatedTasksTable({ counts, seeds }: Pick<TaskHistory, 'counts' | 'seeds'>): Table {
  const cells = (of: TaskHistory['counts']): Cell[] =>
    COUNTS.map((what) => ({ text: String(of[what]), value: of[what] }));
  return {
    id: 'validated-tasks',
    title: 'Candidates by seed',
    columns: [
      { title: 'seed', align: 'left' },
      { title: 'instruction', align: 'left', hideOrder: 1 },
      ...COUNTS.map((title) => ({ title, align: 'right' }) as const),
    ],
    rows: [
      ...seeds.map(({ seed, instruction, counts: of }) => [
        { text: seed },
        { text: (instruction ?? '').replaceAll(/\s+/g, ' ') },
        ...cells(of),
      ]),
      [{ text: 'all' }, { text: '' }, ...cells(counts)],
    ],
    notes: [
      'A row counts the seed and all that was made from it. Edited tasks are taken in the words of the review.',
    ],
  };
}
