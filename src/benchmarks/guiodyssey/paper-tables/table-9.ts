import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import { PUBLISHED_DEVICES } from '../published/published-odyssey.js';
import { deviceSplitName } from '../splits/odyssey-split.js';
import { agentRecipe, CONDITIONS, DATA, overall, ownModel, PAPER, UNRELEASED } from './odyssey-paper.js';
import { mainRun } from './table-4.js';

const RESOLUTIONS: Readonly<Record<string, string>> = {
  'Pixel 7 Pro': '1,440 × 3,120',
  'Pixel 8 Pro': '1,344 × 2,992',
  'Small Phone': '720 × 1,280',
  'Medium Phone': '1,080 × 2,400',
  'Pixel Fold': '2,208 × 1,840',
  'Pixel Tablet': '2,560 × 1,600',
};

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
  rows: PUBLISHED_DEVICES.map(([device, ...published]): PaperRow => ({
    id: device.toLowerCase().replaceAll(' ', '-'),
    heads: [device, RESOLUTIONS[device] ?? ''],
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
