import type { PaperTable } from '../../paper-tables/paper-table.js';
import { wholeTable } from '../../paper-tables/whole-table.js';
import { DYNAMIC_TABLE } from './dynamic-table.js';
import { PAPER, TABLE_7 } from './table-7.js';

/** The tables of the paper, those of its supplement with their numbers. */
export const ANDROIDLENS_PAPER_TABLES: readonly PaperTable[] = [
  DYNAMIC_TABLE,
  wholeTable({
    id: 'androidlens/table-4',
    paper: PAPER,
    title: 'action space (supplement)',
    why: 'It lists the nine actions that are recorded.',
  }),
  wholeTable({
    id: 'androidlens/table-5',
    paper: PAPER,
    title: 'domains, apps and their tasks (supplement)',
    why: 'It counts tasks by app; `touchstone stats androidlens` counts its own.',
  }),
  wholeTable({
    id: 'androidlens/table-6',
    paper: PAPER,
    title: 'kinds of tasks across apps, with examples (supplement)',
    why: 'It names the eight kinds.',
  }),
  TABLE_7,
  wholeTable({
    id: 'androidlens/table-8',
    paper: PAPER,
    title: 'kinds of tasks, with examples (supplement)',
    why: 'It names the nine subcategories.',
  }),
];
