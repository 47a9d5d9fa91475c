import type { MeasuredShare } from '../../../domain/scores/judge-measurement.js';
import { numberColumns, textColumns } from '../../tables/columns.js';
import { notApplicableNote } from '../../tables/measured-notes.js';
import type { Table } from '../../tables/table.js';
import { shareCells } from './share-cells.js';

/** One way of judging, on one kind of tasks. */
export interface JudgeCorrectness {
  /** Such as `final screen`, or a judge with what it is shown of the way. */
  readonly method: string;
  /** Kind of tasks, such as `state-related`. */
  readonly tasks: string;
  /** Verdicts that agree with people's labels. */
  readonly correct: MeasuredShare;
  readonly items?: readonly string[];
}

/**
 * How often each way of judging agrees with people, by kind of tasks.
 *
 * Source: ProBench (arXiv 2511.09157), Table 2, with intervals and n added.
 */
export function judgeCorrectnessTable(rows: readonly JudgeCorrectness[]): Table {
  const cells = rows.map(({ method, tasks, correct, items }) => [
    { text: method },
    { text: tasks },
    ...shareCells(correct, items),
  ]);
  const notes = [
    "Correct: the verdict is what people's labels say. Wilson's interval; episodes without a verdict or a label are not counted.",
    notApplicableNote(cells),
  ].filter((note) => note !== null);
  return {
    id: 'judge-correctness',
    title: 'Correctness of the evaluation methods',
    columns: [...textColumns('Evaluation Method', 'Task Type'), ...numberColumns('Correct (%)', '95 %', 'n')],
    rows: cells,
    notes,
  };
}
