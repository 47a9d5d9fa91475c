import type { PaperTable } from '../../paper-tables/paper-table.js';
import { CONDITIONS, NEEDS, PAPER, unreleasedRow } from './probench-paper.js';

/** Way of judging, kind of tasks, and how often people agreed, in percent. */
const ROWS = [
  ['Evaluator', 'State-related', 96],
  ['Evaluator + Structure Description Converter', 'Process-related', 89.7],
  ['Evaluator + MLLM-based Summarizer', 'Process-related', 94.1],
] as const;

/** Source: ProBench paper, Table 2. */
export const TABLE_2: PaperTable = {
  id: 'probench/table-2',
  paper: PAPER,
  title: 'how often people agree with its judge',
  needs: NEEDS,
  heads: ['Task Type', 'Evaluation Method'],
  columns: [{ title: 'Correct', digits: 1, from: null }],
  rows: ROWS.map(([method, kind, correct]) =>
    unreleasedRow(
      [kind, method],
      [correct],
      'People labelled episodes on live apps; neither episodes nor labels are public. A judge of your own can be measured against labels of your own.',
    ),
  ),
  conditions: CONDITIONS,
};
