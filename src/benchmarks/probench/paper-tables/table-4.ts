import type { PaperTable } from '../../paper-tables/paper-table.js';
import { PUBLISHED_RATIOS } from '../tables/published.js';
import { CONDITIONS, NEEDS, PAPER, phoneConditions, phoneRow } from './probench-paper.js';

/** Source: ProBench paper, Table 4. */
export const TABLE_4: PaperTable = {
  id: 'probench/table-4',
  paper: PAPER,
  title: 'tasks that were not finished among those that failed, and of these the ones that were ended early',
  needs: NEEDS,
  heads: ['Model'],
  columns: ['Uncompleted', 'Early Stop'].map((title) => ({
    title,
    digits: 1,
    from: { type: 'cell', table: 'probench-ratios', column: title } as const,
  })),
  rows: PUBLISHED_RATIOS.map(([model, ratios]) => phoneRow([model], ratios, 'probench/table-3')),
  conditions: [...CONDITIONS, phoneConditions('probench/table-4')],
};
