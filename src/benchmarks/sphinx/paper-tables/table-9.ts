import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import { PUBLISHED_INSTRUCTIONS } from '../tables/published.js';
import {
  DATA,
  formRecipe,
  NAVIGATION_CONDITIONS,
  navigationRecipe,
  PAPER,
  paperModel,
  rowId,
} from './sphinx-paper.js';
import { TABLE_4 } from './table-4.js';

const COLUMNS = [
  { title: 'Repetition', part: 'navigation', column: 'Repetition' },
  { title: 'Format Error', part: 'navigation', column: 'Format Error' },
  { title: 'Focused Context', part: 'focused', column: 'Focused Context (re-created)' },
] as const;

/** Source: SPHINX paper, Table 9. */
export const TABLE_9: PaperTable = {
  id: 'sphinx/table-9',
  paper: PAPER,
  title: 'failure rates of instruction following',
  needs: [DATA],
  heads: ['Models'],
  columns: COLUMNS.map(({ title, part, column }) => ({
    title,
    digits: 1,
    from: { type: 'cell', part, table: 'sphinx-table-9', column },
  })),
  rows: PUBLISHED_INSTRUCTIONS.map(([model, ...published]): PaperRow => ({
    id: rowId(model),
    heads: [model],
    status: 'recordings',
    model: paperModel(model),
    runs: [
      navigationRecipe(model, 'tree', {
        part: 'navigation',
        runOf: { table: TABLE_4.id, row: rowId('Text', model) },
      }),
      formRecipe('focused'),
    ],
    published,
  })),
  conditions: [
    ...NAVIGATION_CONDITIONS,
    'The paper does not say of which runs repetition and format errors are; those with the full text are taken here.',
    'The 141 requests of the focused context were never released; as many are made anew over the same grammars.',
  ],
};
