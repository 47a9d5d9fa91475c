import type { PaperTable } from '../../paper-tables/paper-table.js';
import { wholeTable } from '../../paper-tables/whole-table.js';
import { PAPER } from './odyssey-paper.js';
import { TABLE_2 } from './table-2.js';
import { TABLE_3 } from './table-3.js';
import { TABLE_4 } from './table-4.js';
import { TABLE_6 } from './table-6.js';
import { TABLE_7 } from './table-7.js';
import { TABLE_8 } from './table-8.js';
import { TABLE_9 } from './table-9.js';
import { TABLE_10 } from './table-10.js';

/** The tables of the paper, appendix included. */
export const GUIODYSSEY_PAPER_TABLES: readonly PaperTable[] = [
  wholeTable({
    id: 'guiodyssey/table-1',
    paper: PAPER,
    title: 'datasets of GUI navigation compared',
    why: 'It counts what datasets hold; `touchstone stats guiodyssey` counts its own.',
  }),
  TABLE_2,
  TABLE_3,
  TABLE_4,
  wholeTable({
    id: 'guiodyssey/table-5',
    paper: PAPER,
    title: 'action space',
    why: 'It lists the actions that are recorded.',
  }),
  TABLE_6,
  TABLE_7,
  TABLE_8,
  TABLE_9,
  TABLE_10,
];
