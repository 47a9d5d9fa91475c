import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import { agentRecipe, CONDITIONS, DATA, ownModel, PAPER, splitColumns, UNRELEASED } from './odyssey-paper.js';

const SPLITS = ['task', 'device', 'app'] as const;

/** AMS and SR by split, and overall. */
const ROWS = [
  ['high', '✗', 'HL', [54.36, 0.09, 61.2, 1.88, 63.03, 7.7, 59.53, 3.22]],
  ['low', '✗', 'LL', [78.97, 2.2, 79.66, 8.47, 84.24, 20.7, 80.96, 10.46]],
  ['high', '✓', 'HL', [56.19, 0.26, 66.63, 5.07, 65.89, 8.81, 62.9, 4.71]],
  ['low', '✓', 'LL', [80.19, 2.29, 79.93, 11.66, 83.47, 20.02, 81.2, 11.32]],
] as const;

/** Source: GUIOdyssey paper, Table 3. */
export const TABLE_3: PaperTable = {
  id: 'guiodyssey/table-3',
  paper: PAPER,
  title: 'OdysseyAgent on tasks, devices and apps that it was not trained on',
  needs: [DATA],
  heads: ['Semantic?', 'Task Level'],
  columns: splitColumns(SPLITS),
  rows: ROWS.map(([level, annotated, short, published]): PaperRow => ({
    id: annotated === '✓' ? `annotated-${level}` : level,
    heads: [annotated, short],
    status: 'model-unreleased',
    why: UNRELEASED,
    model: ownModel(`OdysseyAgent${annotated === '✓' ? ', trained with annotations' : ''}`),
    runs: SPLITS.map((split) => agentRecipe({ split, level }, { part: split })),
    published,
  })),
  conditions: [
    ...CONDITIONS,
    'Each number is of a model of its own, trained on the other side of the split.',
  ],
};
