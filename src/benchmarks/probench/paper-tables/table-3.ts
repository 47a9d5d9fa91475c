import type { PaperTable } from '../../paper-tables/paper-table.js';
import { PUBLISHED_ACCURACY } from '../tables/published.js';
import { CONDITIONS, NEEDS, PAPER, phoneConditions, phoneRow } from './probench-paper.js';

/** Source: ProBench paper, Table 3. */
export const TABLE_3: PaperTable = {
  id: 'probench/table-3',
  paper: PAPER,
  title: 'accuracy by language, of state-related (ST) and process-related tasks (PT)',
  needs: NEEDS,
  heads: ['Group', 'Model'],
  columns: ['English', 'Chinese', 'Overall'].flatMap((group) =>
    ['ST', 'PT', 'Avg.'].map((title) => ({
      title,
      group,
      digits: 1,
      from: { type: 'cell', table: 'probench-accuracy', column: title, group } as const,
    })),
  ),
  rows: PUBLISHED_ACCURACY.map(({ group, model, accuracy }) => phoneRow([group, model], accuracy)),
  conditions: [...CONDITIONS, phoneConditions('probench/table-3')],
};
