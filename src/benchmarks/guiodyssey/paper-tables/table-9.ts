import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import { deviceSplitName } from '../splits/odyssey-split.js';
import { agentRecipe, CONDITIONS, DATA, overall, ownModel, PAPER, UNRELEASED } from './odyssey-paper.js';
import { mainRun } from './table-4.js';

const ROWS = [
  ['Pixel 7 Pro', '1,440 × 3,120', [75.91, 7.44]],
  ['Pixel 8 Pro', '1,344 × 2,992', [74.67, 6.05]],
  ['Small Phone', '720 × 1,280', [71.68, 3.77]],
  ['Medium Phone', '1,080 × 2,400', [73.05, 5.45]],
  ['Pixel Fold', '2,208 × 1,840', [67.67, 4.48]],
  ['Pixel Tablet', '2,560 × 1,600', [61.2, 1.88]],
] as const;

/** Its split is the published one: the numbers are those of Table 3. */
const TABLET = 'Pixel Tablet';

/** Source: GUIOdyssey paper, Table 9. */
export const TABLE_9: PaperTable = {
  id: 'guiodyssey/table-9',
  paper: PAPER,
  title: 'OdysseyAgent on each device in turn, trained on the other five',
  needs: [
    DATA,
    'the split of each device: `touchstone export guiodyssey-splits --data DIR --out DIR/splits --per-device`',
  ],
  heads: ['Evaluation Device', 'Resolution'],
  columns: (['AMS', 'SR'] as const).map((title) => ({ title, digits: 2, from: overall(title) })),
  rows: ROWS.map(([device, resolution, published]): PaperRow => ({
    id: device.toLowerCase().replaceAll(' ', '-'),
    heads: [device, resolution],
    status: 'model-unreleased',
    why: UNRELEASED,
    model: ownModel(`OdysseyAgent, trained without ${device}`),
    runs: [
      device === TABLET
        ? agentRecipe({ split: 'device', level: 'high' }, { runOf: mainRun('device') })
        : agentRecipe({ split: deviceSplitName(device), level: 'high' }),
    ],
    published,
  })),
  conditions: CONDITIONS,
};
