import { join, resolve } from 'node:path';
import { readOdysseyEpisode } from '../benchmarks/guiodyssey/episode-file.js';
import { readOdysseySplit } from '../benchmarks/guiodyssey/odyssey-split.js';
import type { OdysseySplitName } from '../benchmarks/guiodyssey/odyssey-split.js';
import type { PredictionForm } from '../benchmarks/guiodyssey/prediction-notes.js';
import { publishedRecords } from '../benchmarks/guiodyssey/published-records.js';
import type { OdysseyRecordings } from '../benchmarks/guiodyssey/published-records.js';
import type { ExpectedEpisodes } from '../benchmarks/guiodyssey/score-predictions.js';
import type { PredictionProblem } from '../benchmarks/stepwise/prediction-problem.js';
import { predictionRecords } from '../benchmarks/stepwise/prediction-records.js';
import { readPredictions } from '../benchmarks/stepwise/read-predictions.js';
import { DatasetError, UserError } from '../errors.js';
import type { JsonRecord } from '../formats/json-records.js';
import { answerReader } from './answer-reader.js';
import type { CommandContext } from './command-context.js';
import type { Settings } from './setting.js';

/** A file of predictions for GUIOdyssey as it is scored, in whichever form it is. */
export interface OdysseyPredictions {
  readonly form: PredictionForm;
  readonly records: AsyncIterable<JsonRecord>;
  /** Fills while records are read; complete once they are. */
  readonly problems: readonly PredictionProblem[];
  /** Where the data are at hand. */
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
  { split, settings, context }: { split: OdysseySplitName; settings: Settings; context: CommandContext },
): Promise<OdysseyPredictions> {
  const { workingDirectory, interrupted: signal } = context;
  const form = await formOf(file, { signal });
  const data = settings.data === null ? null : resolve(workingDirectory, settings.data);
  const recordings = data === null ? null : await recordingsOf(data, split, { signal });
  const problems: PredictionProblem[] = [];
  if (form === 'published') {
    const records = predictionRecords(file, { signal });
    return { form, records, problems, ...whereData(recordings) };
  }
  if (recordings === null) {
    throw new UserError('the predictions name episode and step, and do not say what was recorded there', {
      hint: 'Name the folder of GUIOdyssey with --data.',
    });
  }
  const mode = settings.mode ?? 'reference';
  const answer = await answerReader(settings, { name: 'guiodyssey', mode }, workingDirectory);
  const records = publishedRecords(await readPredictions(file, { signal }), recordings, {
    file,
    problems,
    ...(answer === null ? {} : { answer }),
  });
  return { form, records, problems, ...whereData(recordings) };
}

/** By the first record that says it; a file that never does is taken for the published form, and its records are refused. */
async function formOf(file: string, options: { readonly signal: AbortSignal }): Promise<PredictionForm> {
  for await (const { value } of predictionRecords(file, options)) {
    if (typeof value !== 'object' || value === null) continue;
    if ('gt' in value || 'more_info' in value || 'pred' in value) return 'published';
    if ('episode' in value || 'step' in value) return 'own';
  }
  return 'published';
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
