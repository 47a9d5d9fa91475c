import type { PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import { PUBLISHED_PLANNING, PUBLISHED_PLANNING_AVERAGE } from '../tables/published.js';
import {
  DATA,
  isTextOnly,
  PAPER,
  paperModel,
  QUESTION_CONDITIONS,
  questionConditions,
  questionRecipe,
  rowId,
} from './sphinx-paper.js';

const MEASURES = ['Continue', 'Stop', 'Perfect'] as const;
const [AVERAGE, ...AVERAGES] = PUBLISHED_PLANNING_AVERAGE;

/** Source: SPHINX paper, Table 7. */
export const TABLE_7: PaperTable = {
  id: 'sphinx/table-7',
  paper: PAPER,
  title: 'planning: whether models see that a task is done, by what they are shown',
  needs: [DATA],
  heads: ['Models'],
  columns: ['Text Modality', 'Vision Modality'].flatMap((group) =>
    MEASURES.map((title) => ({
      title,
      group,
      digits: 1,
      from: { type: 'cell', table: 'sphinx-table-7', column: title, group } as const,
    })),
  ),
  rows: [
    ...PUBLISHED_PLANNING.map(([model, ...published]): PaperRow => ({
      id: rowId(model),
      heads: [model],
      status: 'runs',
      model: paperModel(model),
      runs: [
        questionRecipe('planning', {
          modality: isTextOnly(published, MEASURES.length) ? 'text' : 'text,vision',
        }),
      ],
      published,
      conditions: questionConditions(model),
    })),
    {
      id: rowId(AVERAGE),
      heads: [AVERAGE],
      status: 'from-runs',
      why: 'It is the plain mean of the rows above: nine models with text, six with pictures.',
      runs: [],
      published: AVERAGES,
    },
  ],
  conditions: QUESTION_CONDITIONS,
};
