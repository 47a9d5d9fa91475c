import type { PaperTable } from '../../paper-tables/paper-table.js';
import { CONDITIONS, liveRow, NEEDS, PAPER } from './probench-paper.js';

/** Tasks that were not finished among those that failed, and tasks ended early among these, in percent. */
const ROWS: readonly (readonly [string, readonly number[]])[] = [
  ['Gemini 2.5 Pro', [90, 49.6]],
  ['Qwen2.5-VL-7B', [93.7, 63.7]],
  ['Qwen2.5-VL-32B', [92.3, 67.1]],
  ['Qwen2.5-VL-72B', [71.5, 50]],
  ['InternVL3-8B', [59.2, 77.9]],
  ['UI-TARS-1.5-7B', [98, 43.8]],
  ['GUI-R1-3B', [25.6, 58.8]],
];

/** Source: ProBench paper, Table 4. */
export const TABLE_4: PaperTable = {
  id: 'probench/table-4',
  paper: PAPER,
  title: 'tasks that were not finished among those that failed, and of these the ones that were ended early',
  needs: NEEDS,
  heads: ['Model'],
  columns: ['Uncompleted', 'Early Stop'].map((title) => ({ title, digits: 1, from: null })),
  rows: ROWS.map(([model, published]) => liveRow([model], published)),
  conditions: CONDITIONS,
};
