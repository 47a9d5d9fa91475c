import { join } from 'node:path';
import { FOREIGN_EVALUATOR_NAMES, type ForeignEvaluatorName } from '../foreign/foreign-evaluator.js';
import { FOREIGN_EVALUATORS } from '../foreign/foreign-evaluators.js';
import { readOdysseyEpisode } from '../episode-file.js';
import { readOdysseySplit, type OdysseySplitName } from '../splits/odyssey-split.js';
import type { PredictionForm } from './prediction-notes.js';
import { PUBLISHED_LISTS, publishedResult, type PublishedResult } from './published-result.js';
import { publishedRecords, type OdysseyRecordings } from './published-records.js';
import type { ExpectedEpisodes } from './score-predictions.js';
import type { PredictionProblem } from '../../stepwise/prediction-problem.js';
import { predictionRecords } from '../../stepwise/prediction-records.js';
import { readPredictions } from '../../stepwise/read-predictions.js';
import { DatasetError, UserError } from '../../../errors.js';
import type { JsonRecord } from '../../../formats/json-records.js';
import type { ElsewhereRequest } from '../../elsewhere-scorer.js';

/** A file of predictions for GUIOdyssey as it is scored, in whichever form it is. */
export interface OdysseyPredictions {
  readonly form: PredictionForm;
  readonly records: AsyncIterable<JsonRecord>;
  /** Fills while records are read; complete once they are. */
  readonly problems: readonly PredictionProblem[];
  /** Where the data are available. */
  readonly expected: ExpectedEpisodes | undefined;
  /** Apps of an episode; null where its annotation cannot be read. Absent without data. */
  readonly appsOf: ((id: string) => Promise<readonly string[] | null>) | undefined;
}

/**
 * Opens a file of predictions: records of the published evaluator, or `{episode, step, action}` as other recorded datasets
 * have them, which the data complete.
 *
 * @throws {UserError} where those need data that are not named, {DatasetError} when file or split cannot be read
 */
export async function openOdysseyPredictions(
  file: string,
  options: Pick<ElsewhereRequest, 'dataDirectory' | 'mode' | 'answerReader' | 'signal'> & {
    readonly split: OdysseySplitName;
    readonly form: PredictionForm;
  },
): Promise<OdysseyPredictions> {
  const { split, dataDirectory: data, signal } = options;
  const { form } = options;
  const recordings = data === null ? null : await recordingsOf(data, split, { signal });
  const problems: PredictionProblem[] = [];
  if (form === 'published') {
    const records = predictionRecords(file, { lists: PUBLISHED_LISTS, signal });
    return { form, records, problems, ...whereData(recordings) };
  }
  if (recordings === null) {
    throw new UserError('the predictions name episode and step, and do not say what was recorded there', {
      hint: 'Name the folder of GUIOdyssey with --data.',
    });
  }
  const answer = await options.answerReader(options.mode ?? 'reference');
  const records = publishedRecords(await readPredictions(file, { signal }), recordings, {
    file,
    problems,
    ...(answer === null ? {} : { answer }),
  });
  return { form, records, problems, ...whereData(recordings) };
}

/** What a file of predictions is, by its beginning. */
export interface PredictionFile {
  readonly form: PredictionForm | ForeignEvaluatorName;
  /** What it says of all its predictions. */
  readonly result: PublishedResult;
}

/**
 * The form of a file by the first record that says it, another project's by its name; a file that never says is taken for the
 * published form, and its records are refused.
 */
export async function predictionFile(
  file: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<PredictionFile> {
  const beside = new Map<string, unknown>();
  const records = predictionRecords(file, {
    lists: PUBLISHED_LISTS,
    onBeside: (key, value) => void beside.set(key, value),
    signal,
  });
  let form: PredictionFile['form'] = 'published';
  for await (const { value } of records) {
    const found = formOf(value);
    if (found === null) continue;
    form = found;
    break;
  }
  return { form, result: publishedResult(beside) };
}

/** Null for a record that does not say it. */
function formOf(value: unknown): PredictionFile['form'] | null {
  if (typeof value !== 'object' || value === null) return null;
  const other = FOREIGN_EVALUATOR_NAMES.find((name) => FOREIGN_EVALUATORS[name].mark in value);
  if (other !== undefined) return other;
  if ('gt' in value || 'more_info' in value || 'pred' in value) return 'published';
  return 'episode' in value || 'step' in value ? 'own' : null;
}

async function recordingsOf(
  data: string,
  split: OdysseySplitName,
  options: { readonly signal: AbortSignal },
): Promise<OdysseyRecordings> {
  const { test } = await readOdysseySplit(data, split, options);
  const fileOf = (id: string): string => join(data, 'annotations', `${id}.json`);
  return {
    ids: test.map((name) => name.replace(/\.json$/, '')),
    fileOf,
    read: (id) => readOdysseyEpisode(fileOf(id), options),
  };
}

function whereData(recordings: OdysseyRecordings | null): Pick<OdysseyPredictions, 'expected' | 'appsOf'> {
  if (recordings === null) return { expected: undefined, appsOf: undefined };
  const { ids, read } = recordings;
  return {
    expected: {
      ids,
      read: async (id) => {
        const { task_info: task, steps } = await read(id);
        return { category: task.category, stepLength: steps.length };
      },
    },
    appsOf: async (id) => {
      try {
        return (await read(id)).task_info.app;
      } catch (error) {
        if (error instanceof DatasetError) return null;
        throw error;
      }
    },
  };
}
