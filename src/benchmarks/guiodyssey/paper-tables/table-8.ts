import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import type { Recipe } from '../../paper-tables/recipe.js';
import {
  agentRecipe,
  CONDITIONS,
  DATA,
  overall,
  ownModel,
  PAPER,
  UNRELEASED,
  type Level,
} from './odyssey-paper.js';

const LEVELS: readonly Level[] = ['high', 'low'];

/** By instructions trained on: AMS on high-level and on low-level instructions. */
const ROWS = [
  ['HL', 'high', [75.79, 71.26]],
  ['LL', 'low', [29.39, 86.88]],
  ['HL + LL', null, [78.96, 88.84]],
] as const;

/** Source: GUIOdyssey paper, Table 8, rows and columns exchanged so that a row is one model. */
export const TABLE_8: PaperTable = {
  id: 'guiodyssey/table-8',
  paper: PAPER,
  title: 'OdysseyAgent trained on one kind of instructions and tested on another, random split',
  needs: [DATA],
  heads: ['Training Instructions'],
  columns: LEVELS.map((level) => ({
    title: level === 'high' ? 'HL' : 'LL',
    group: 'Testing Instructions',
    digits: 2,
    from: overall('AMS', level),
  })),
  rows: ROWS.map(([trained, own, published]): PaperRow => ({
    id: trained.toLowerCase().replace(' + ', '-'),
    heads: [trained],
    status: 'model-unreleased',
    why: UNRELEASED,
    model: ownModel(`OdysseyAgent, trained on ${trained}`),
    runs: LEVELS.map((level): Recipe => {
      const runOf = { table: 'guiodyssey/table-2', row: 'odysseyagent', part: level };
      return agentRecipe({ split: 'random', level }, { part: level, ...(level === own ? { runOf } : {}) });
    }),
    published,
  })),
  conditions: [
    ...CONDITIONS,
    'In the paper a column is one model; here a row is.',
    'The model trained on both kinds saw each step twice (`touchstone export guiodyssey-chat` writes the sets).',
  ],
};
