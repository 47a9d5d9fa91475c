import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import { PUBLISHED_OBSERVATIONS } from '../tables/published.js';
import {
  DATA,
  NAVIGATION_CONDITIONS,
  navigationRecipe,
  PAPER,
  paperModel,
  rowId,
  type Shown,
} from './sphinx-paper.js';
import { navigated, TABLE_4 } from './table-4.js';

/** In the order of a published row; the paper prints the pictures below the texts. */
const VIEWS: readonly { readonly shown: Shown; readonly group: string; readonly modality: string }[] = [
  { shown: 'simplified', group: 'simplified accessibility tree', modality: 'Text' },
  { shown: 'tree', group: 'full accessibility tree', modality: 'Text' },
  { shown: 'annotated', group: 'annotated image', modality: 'Vision' },
  { shown: 'image', group: 'image', modality: 'Vision' },
];

/** Source: SPHINX paper, Table 5. */
export const TABLE_5: PaperTable = {
  id: 'sphinx/table-5',
  paper: PAPER,
  title: 'end-to-end effectiveness by what a model is shown: SR and ACP of user tasks',
  needs: [DATA],
  heads: ['Model'],
  columns: VIEWS.flatMap(({ shown, group }) =>
    ['SR (%)', 'ACP (%)'].map((title) => ({ title, group, digits: 1, from: navigated(title, shown) })),
  ),
  rows: PUBLISHED_OBSERVATIONS.map(([model, ...published]): PaperRow => ({
    id: rowId(model),
    heads: [model],
    status: 'recordings',
    model: paperModel(model),
    runs: VIEWS.flatMap(({ shown, modality }, index) => {
      if (published[2 * index] == null) return [];
      // The full tree and the annotated image are those of Table 4.
      const isShared = shown === 'tree' || shown === 'annotated';
      const runOf = { table: TABLE_4.id, row: rowId(modality, model) };
      return [navigationRecipe(model, shown, { part: shown, ...(isShared ? { runOf } : {}) })];
    }),
    published,
  })),
  conditions: [
    ...NAVIGATION_CONDITIONS,
    'The simplified text is that of the released code, which lists elements that hold others too; the paper says it has none of them (`sphinx_id@leaves`).',
  ],
};
