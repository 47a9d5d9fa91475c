import type { PaperColumn, PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import { PUBLISHED_RATES } from '../tables/published.js';
import {
  DATA,
  inPlace,
  NAVIGATION_CONDITIONS,
  navigationRecipe,
  PAPER,
  paperModel,
  phoneConditions,
  PHONES_NEEDED,
  rowId,
} from './sphinx-paper.js';

/** SR or ACP over the tasks of a run. */
export function navigated(title: string, part?: string): PaperColumn['from'] {
  return {
    type: 'cell',
    ...(part === undefined ? {} : { part }),
    table: 'sphinx-table-4',
    column: title,
    group: 'User Tasks',
  };
}

/** Source: SPHINX paper, Table 4. */
export const TABLE_4: PaperTable = {
  id: 'sphinx/table-4',
  paper: PAPER,
  title: 'end-to-end effectiveness of models with ReAct: SR and ACP',
  needs: [DATA, PHONES_NEEDED],
  heads: ['Modality', 'Model'],
  columns: ['User Tasks', 'Testing Tasks', 'All Tasks'].flatMap((group) =>
    ['SR (%)', 'ACP (%)'].map((title) => ({
      title,
      group,
      digits: 1,
      from: group === 'User Tasks' ? navigated(title) : null,
    })),
  ),
  rows: (['recordings', 'phones'] as const).flatMap((place) =>
    PUBLISHED_RATES.map(([modality, model, ...published]): PaperRow =>
      inPlace(place, {
        id: rowId(modality, model),
        heads: [modality, model],
        model: paperModel(model),
        runs: [navigationRecipe(model, modality === 'Text' ? 'tree' : 'annotated', { place })],
        published,
      }),
    ),
  ),
  conditions: [
    ...NAVIGATION_CONDITIONS,
    phoneConditions('sphinx/table-4'),
    'The 214 testing tasks of WeChat were never released, so neither they nor all tasks together can be measured.',
  ],
};
