import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import type { Recipe } from '../../paper-tables/recipe.js';
import { agentRecipe, DATA, overall, ownModel, PAPER, UNRELEASED, type Level } from './odyssey-paper.js';
import { mainRun, SPLITS } from './table-4.js';

const LEVELS: readonly Level[] = ['high', 'low'];
const PARTS = LEVELS.flatMap((level) => SPLITS.map((split) => ({ level, split, part: `${split}-${level}` })));

/** Of the rows with the history resampler all runs are those of other tables. */
function shownFirst(level: Level, split: (typeof SPLITS)[number]): NonNullable<Recipe['runOf']> {
  if (level === 'high') return mainRun(split);
  return split === 'random'
    ? { table: 'guiodyssey/table-2', row: 'odysseyagent', part: 'low' }
    : { table: 'guiodyssey/table-3', row: 'low', part: split };
}

function meanOf(level: Level): PaperTable['columns'][number]['from'] {
  const of = PARTS.filter((one) => one.level === level).map(({ part }) => overall('AMS', part));
  return { type: 'mean', of };
}

/** A column of what was measured of the acting model's calls. */
function ofCalls(column: string): PaperTable['columns'][number]['from'] {
  const of = PARTS.map(({ part }) => ({
    type: 'cell' as const,
    part,
    table: 'model-calls',
    column,
    row: 'actor',
  }));
  return { type: 'mean', of };
}

const ROWS = [
  ['history resampler', [63.6, 82.44, 256, 0.71, 20.27, 32]],
  ['multi-image', [65.04, 82.34, 1024, 0.98, 17.05, 48]],
] as const;

/** Source: GUIOdyssey paper, Table 7. */
export const TABLE_7: PaperTable = {
  id: 'guiodyssey/table-7',
  paper: PAPER,
  title: 'history resampler and several pictures: average AMS over the four splits, tokens and speed',
  needs: [DATA],
  heads: ['strategy'],
  columns: [
    { title: 'HL', digits: 2, from: meanOf('high') },
    { title: 'LL', digits: 2, from: meanOf('low') },
    { title: 'Token Count', digits: 0, unit: 'tokens', from: ofCalls('History tokens') },
    { title: 'TTFT', digits: 2, unit: 's', from: ofCalls('First token (s)') },
    { title: 'TPS', digits: 2, unit: 'tokens/s', from: ofCalls('Tokens/s') },
    { title: 'GPU Hours', digits: 0, unit: 'h', from: null },
  ],
  rows: ROWS.map(([name, published]): PaperRow => {
    const isResampled = name === 'history resampler';
    return {
      id: name.replaceAll(' ', '-'),
      heads: [name],
      status: 'model-unreleased',
      why: UNRELEASED,
      model: ownModel(isResampled ? 'OdysseyAgent' : 'Qwen-VL, fine-tuned with interleaved pictures'),
      runs: PARTS.map(({ level, split, part }) =>
        agentRecipe({ split, level }, { part, ...(isResampled ? { runOf: shownFirst(level, split) } : {}) }),
      ),
      published,
      conditions: isResampled
        ? ['A model without the resampler is sent pictures, and what is measured is that.']
        : ['The prompt that interleaves pictures is not published.'],
    };
  }),
  conditions: [
    'Tokens and speed are the means over the runs, measured of streamed answers; picture tokens need an endpoint or a profile that counts them.',
    'GPU hours are those of training, of which no run tells.',
  ],
};
