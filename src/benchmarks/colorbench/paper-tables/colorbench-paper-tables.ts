import type { PaperTable } from '../../paper-tables/paper-table.js';
import { wholeTable } from '../../paper-tables/whole-table.js';
import { DATA, PAPER } from './colorbench-paper.js';
import { TABLE_2 } from './table-2.js';
import { TABLE_3 } from './table-3.js';
import { TABLE_5 } from './table-5.js';

/** Every table of the paper, and the figure that shows numbers of runs, in its order. */
export const COLORBENCH_PAPER_TABLES: readonly PaperTable[] = [
  wholeTable({
    id: 'colorbench/table-1',
    paper: PAPER,
    title: 'the benchmark beside others',
    why: 'It counts tasks, steps and apps of benchmarks; `touchstone stats colorbench` counts its own.',
  }),
  TABLE_2,
  wholeTable({
    id: 'colorbench/figure-4',
    paper: PAPER,
    title: 'actions that models take per screen: at most 17, at least 0, 1.9 on average',
    status: 'from-runs',
    why: 'It counts the different actions on each screen over the runs of all models of Table 2: `touchstone stats colorbench --data DIR --actions-of RUN`.',
    needs: [DATA, 'runs of several models'],
  }),
  TABLE_3,
  wholeTable({
    id: 'colorbench/table-4',
    paper: PAPER,
    title: 'action space',
    why: 'It lists the nine actions that an agent can take.',
  }),
  TABLE_5,
  wholeTable({
    id: 'colorbench/table-6',
    paper: PAPER,
    title: 'why ten tasks failed on a real device and on the graph',
    status: 'live-device',
    why: 'One of its two sides was read off runs on a real device, which were not released; `touchstone compare RUN --device FILE` sets your own next to a run.',
  }),
];
