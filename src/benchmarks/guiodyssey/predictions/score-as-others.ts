import { UserError } from '../../../errors.js';
import type { Table } from '../../../metrics/tables/table.js';
import type { ElsewhereRequest, ScoredElsewhere } from '../../elsewhere-scorer.js';
import { predictionRecords } from '../../stepwise/prediction-records.js';
import type { ForeignEvaluatorName } from '../foreign/foreign-evaluator.js';
import { FOREIGN_EVALUATORS } from '../foreign/foreign-evaluators.js';
import type { OdysseySplitName } from '../splits/odyssey-split.js';
import { withPublishedForeign } from '../published/published-rows.js';
import { foreignLinesTable, foreignTable } from '../tables/foreign-table.js';
import { openOdysseyPredictions } from './open-predictions.js';
import type { PredictionForm } from './prediction-notes.js';
import {
  scoreForeignPredictions,
  scoreForeignRecords,
  type ScoredForeignPredictions,
} from './score-foreign-predictions.js';

export interface ForeignRequest extends Omit<ElsewhereRequest, 'path' | 'evaluator' | 'split'> {
  readonly path: string;
  readonly evaluator: ForeignEvaluatorName;
  readonly form: PredictionForm | ForeignEvaluatorName;
  readonly split: OdysseySplitName;
  /** Name of the row. */
  readonly agent: string;
  readonly protocol: string;
  /** What the JSON document says besides. */
  readonly document: Readonly<Record<string, unknown>>;
}

/**
 * Predictions made elsewhere as another project's script scores them: in the forms of GUIOdyssey, or in the project's own.
 *
 * @throws {UserError} for records of yet another project, {DatasetError} for what cannot be read as a whole
 */
export async function scoreAsOthers(request: ForeignRequest): Promise<ScoredElsewhere> {
  const { evaluator, agent, protocol, document } = request;
  if (request.appClasses !== null) {
    throw new UserError('--app-classes is for the evaluator ams', { hint: 'Leave --evaluator out.' });
  }
  const { tally, problems, warnings } = await scored(request);
  const own = foreignTable(new Map([[evaluator, tally]]), { agent, protocol });
  const table = own === null || !request.published ? own : withPublishedForeign(own, request);
  const tables: Table[] = table === null ? [] : [table, foreignLinesTable(evaluator, tally)];
  const { steps, leftOut, voided } = tally.sums;
  const scores = { steps, leftOut, voided, ...tally.figures() };
  return { tables, warnings, document: { ...document, scores, problems, warnings, tables } };
}

async function scored(request: ForeignRequest): Promise<ScoredForeignPredictions> {
  const { path: file, evaluator, form, signal } = request;
  const rule = FOREIGN_EVALUATORS[evaluator];
  if (form === 'published' || form === 'own') {
    const { records, expected, problems } = await openOdysseyPredictions(file, { ...request, form });
    return scoreForeignPredictions(records, rule, { file, form, expected, problems });
  }
  if (form !== evaluator) throw wrongEvaluator(file, form);
  return scoreForeignRecords(predictionRecords(file, { signal }), rule, { file });
}

/** For records that one script alone understands. */
export function wrongEvaluator(file: string, form: ForeignEvaluatorName): UserError {
  return new UserError(`${file} holds records of the ${FOREIGN_EVALUATORS[form].title}`, {
    hint: `They say what was recorded in words of its own: score them with --evaluator ${form}.`,
  });
}
