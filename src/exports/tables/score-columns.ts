import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import type { NamedScore } from '../../domain/score.js';
import type { TableColumn } from './table-format.js';

/** What one evaluator says of one attempt. */
export interface ScoreRow {
  readonly source: string;
  readonly key: ItemKey;
  readonly score: NamedScore;
}

const column = (
  name: string,
  type: TableColumn<ScoreRow>['type'],
  does: string,
  of: TableColumn<ScoreRow>['of'],
): TableColumn<ScoreRow> => ({ name, type, does, of });

/** Columns of `scores`, in their order. */
export const SCORE_COLUMNS: readonly TableColumn<ScoreRow>[] = [
  column('source', 'STRING', 'run id', (row) => row.source),
  column('episode', 'STRING', 'id of the episode, `task#repeat`', ({ key }) => itemKeyText(key)),
  column('task', 'STRING', 'id of the task', ({ key }) => key.item),
  column('repeat', 'INT32', 'number of the attempt at the task, from 0', ({ key }) => key.repeat),
  column('mode', 'STRING', '`reference` or `corrected`', ({ score }) => score.mode),
  column('evaluator', 'STRING', 'name of the evaluator', ({ score }) => score.evaluator),
  column('version', 'STRING', 'its version', ({ score }) => score.version),
  column('status', 'STRING', '`scored`, `not_applicable` or `unknown`', ({ score }) => score.score.status),
  column('value', 'DOUBLE', 'the score, 0–1; null unless scored', ({ score: { score } }) =>
    score.status === 'scored' ? score.value : null,
  ),
  column(
    'explanation',
    'STRING',
    'a sentence that can be checked, or why there is no score',
    ({ score: { score } }) => (score.status === 'scored' ? score.explanation : score.reason),
  ),
  column('steps_json', 'STRING', 'steps that prove it, from 0, a JSON list', ({ score: { score } }) =>
    score.status === 'scored' && score.steps !== undefined ? JSON.stringify(score.steps) : null,
  ),
  column('details_json', 'STRING', 'parts of the score, JSON', ({ score: { score } }) =>
    score.status === 'scored' && score.details !== undefined ? JSON.stringify(score.details) : null,
  ),
];
