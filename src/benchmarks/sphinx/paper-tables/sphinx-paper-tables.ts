import type { PaperTable } from '../../paper-tables/paper-table.js';
import { wholeTable } from '../../paper-tables/whole-table.js';
import { PAPER } from './sphinx-paper.js';
import { TABLE_4 } from './table-4.js';
import { TABLE_5 } from './table-5.js';
import { TABLE_6 } from './table-6.js';
import { TABLE_7 } from './table-7.js';
import { TABLE_8 } from './table-8.js';
import { TABLE_9 } from './table-9.js';
import { TABLE_10 } from './table-10.js';

/** Every table of the paper, in its order. */
export const SPHINX_PAPER_TABLES: readonly PaperTable[] = [
  wholeTable({
    id: 'sphinx/table-1',
    paper: PAPER,
    title: 'the benchmark beside others',
    why: 'It counts what benchmarks hold; `touchstone stats sphinx` counts its own.',
  }),
  wholeTable({
    id: 'sphinx/table-2',
    paper: PAPER,
    title: 'action space',
    why: 'It lists the actions that an agent can take.',
  }),
  wholeTable({
    id: 'sphinx/table-3',
    paper: PAPER,
    title: 'models that are benchmarked',
    why: 'It names models and their sizes.',
  }),
  TABLE_4,
  TABLE_5,
  TABLE_6,
  TABLE_7,
  TABLE_8,
  TABLE_9,
  TABLE_10,
];
