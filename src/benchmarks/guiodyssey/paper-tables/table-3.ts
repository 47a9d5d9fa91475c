import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import { PUBLISHED_SPLITS } from '../published/published-odyssey.js';
import { agentRecipe, CONDITIONS, DATA, ownModel, PAPER, splitColumns, UNRELEASED } from './odyssey-paper.js';

const SPLITS = ['task', 'device', 'app'] as const;

/** AMS and SR over the three splits, as printed. */
const ROWS = [
  ['high', 'OdysseyAgent', [59.53, 3.22]],
  ['low', 'OdysseyAgent', [80.96, 10.46]],
  ['high', 'OdysseyAgent*', [62.9, 4.71]],
  ['low', 'OdysseyAgent*', [81.2, 11.32]],
] as const;

/** Source: GUIOdyssey paper, Table 3. */
export const TABLE_3: PaperTable = {
  id: 'guiodyssey/table-3',
  paper: PAPER,
  title: 'OdysseyAgent on tasks, devices and apps that it was not trained on',
  needs: [DATA],
  heads: ['Semantic?', 'Task Level'],
  columns: splitColumns(SPLITS),
  rows: ROWS.map(([level, name, whole]): PaperRow => {
    const isAnnotated = name.endsWith('*');
    const own = PUBLISHED_SPLITS.filter(({ model }) => model === name);
    return {
      id: isAnnotated ? `annotated-${level}` : level,
      heads: [isAnnotated ? '✓' : '✗', level === 'high' ? 'HL' : 'LL'],
      status: 'model-unreleased',
      why: UNRELEASED,
      model: ownModel(`OdysseyAgent${isAnnotated ? ', trained with annotations' : ''}`),
      runs: SPLITS.map((split) => agentRecipe({ split, level }, { part: split })),
      published: [
        ...SPLITS.flatMap((split) => own.find((row) => row.split === split)?.[level] ?? []),
        ...whole,
      ],
    };
  }),
  conditions: [
    ...CONDITIONS,
    'Each number is of a model of its own, trained on the other side of the split.',
  ],
};
