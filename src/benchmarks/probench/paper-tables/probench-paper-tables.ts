import type { PaperTable } from '../../paper-tables/paper-table.js';
import { wholeTable } from '../../paper-tables/whole-table.js';
import { NEEDS, PAPER } from './probench-paper.js';
import { TABLE_2 } from './table-2.js';
import { TABLE_3 } from './table-3.js';
import { TABLE_4 } from './table-4.js';

/** Every table of the paper, and the figure that shows numbers of runs. */
export const PROBENCH_PAPER_TABLES: readonly PaperTable[] = [
  wholeTable({
    id: 'probench/table-1',
    paper: PAPER,
    title: 'the benchmark beside others',
    why: 'It says what benchmarks have.',
  }),
  TABLE_2,
  TABLE_3,
  wholeTable({
    id: 'probench/figure-5',
    paper: PAPER,
    title: 'accuracy of three models by category of the app',
    status: 'from-runs',
    why: 'Which app is of which category is not listed, and the bars have no numbers; runs of Table 3 have a table by category, of the categories that the task file gives.',
    needs: NEEDS,
  }),
  TABLE_4,
  wholeTable({
    id: 'probench/table-5',
    paper: PAPER,
    title: 'the English state-related tasks',
    why: 'It lists tasks; `touchstone data check probench DIR` counts those of a file.',
  }),
  wholeTable({
    id: 'probench/table-6',
    paper: PAPER,
    title: 'the English process-related tasks',
    why: 'It lists tasks; `touchstone data check probench DIR` counts those of a file.',
  }),
];
