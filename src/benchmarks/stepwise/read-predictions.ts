import { z } from 'zod';
import { DatasetError } from '../../errors.js';
import { firstReason, recordName, type PredictionProblem } from './prediction-problem.js';
import { predictionRecords } from './prediction-records.js';

/** One line of a file of predictions: what an agent said at one step of one episode. */
const PredictionSchema = z.union([
  z.object({
    episode: z.union([z.string().min(1), z.int()]).transform(String),
    /** From 0. */
    step: z.int().nonnegative(),
    /** A unified action, or anything the benchmark reads as one; null for nothing. */
    action: z.union([z.record(z.string(), z.unknown()), z.string(), z.null()]),
  }),
  z.object({
    episode: z.union([z.string().min(1), z.int()]).transform(String),
    step: z.int().nonnegative(),
    /** The model's raw answer. */
    answer: z.string(),
  }),
]);

/** What was predicted for a step, unread. */
export type Prediction =
  | {
      readonly type: 'action';
      readonly value: Readonly<Record<string, unknown>> | string | null;
      readonly line: number;
      readonly record: number;
    }
  | { readonly type: 'answer'; readonly value: string; readonly line: number; readonly record: number };

/** Predictions by episode and step, and what of the file is none. */
export interface Predictions {
  readonly records: number;
  readonly episodes: ReadonlyMap<string, ReadonlyMap<number, Prediction>>;
  readonly problems: readonly PredictionProblem[];
}

/**
 * Predictions made elsewhere: `{episode, step, action}` or `{episode, step, answer}`, one object a line or in a JSON array.
 * A line that is no prediction is a problem, not an error; of two for one step the first counts.
 *
 * @throws {DatasetError} when the file cannot be read, is a broken array, or holds not one prediction
 */
export async function readPredictions(file: string, options: { signal: AbortSignal }): Promise<Predictions> {
  const episodes = new Map<string, Map<number, Prediction>>();
  const problems: PredictionProblem[] = [];
  let records = 0;
  for await (const { value, error, ...at } of predictionRecords(file, options)) {
    records += 1;
    if (error !== undefined) {
      problems.push({ kind: 'unparsable', ...at, message: error });
      continue;
    }
    const parsed = PredictionSchema.safeParse(value);
    if (!parsed.success) {
      problems.push({ kind: 'no_prediction', ...at, message: whyNot(value) });
      continue;
    }
    const { episode, step } = parsed.data;
    const steps = episodes.get(episode) ?? new Map<number, Prediction>();
    episodes.set(episode, steps);
    const earlier = steps.get(step);
    if (earlier !== undefined) {
      const message = `${recordName(earlier)} predicts this step already, and counts`;
      problems.push({ kind: 'duplicate', ...at, episode, step, message });
      continue;
    }
    steps.set(
      step,
      'answer' in parsed.data
        ? { type: 'answer', value: parsed.data.answer, ...at }
        : { type: 'action', value: parsed.data.action, ...at },
    );
  }
  if (episodes.size === 0) {
    throw new DatasetError(`the file holds no prediction${firstReason(problems)}`, {
      place: { file },
      hint: 'A prediction is {"episode": …, "step": …, "action": …} or {"episode": …, "step": …, "answer": …}, one a line.',
    });
  }
  return { records, episodes, problems };
}

function whyNot(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no object';
  const { episode, step, action, answer } = value as Readonly<Record<string, unknown>>;
  if (typeof episode !== 'string' && typeof episode !== 'number')
    return 'it does not say which episode it is of';
  if (typeof step !== 'number' || !Number.isInteger(step) || step < 0)
    return 'its step is no whole number from 0';
  if (action === undefined && answer === undefined) return 'it has neither action nor answer';
  return answer === undefined ? 'its action is neither an object nor a text' : 'its answer is no text';
}
