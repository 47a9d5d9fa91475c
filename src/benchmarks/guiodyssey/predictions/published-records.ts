import { ActionSchema, type Action } from '../../../domain/action.js';
import type { FormatError } from '../../../domain/decision.js';
import type { Size } from '../../../domain/geometry.js';
import { plural } from '../../../domain/text/plural.js';
import { DatasetError } from '../../../errors.js';
import type { JsonRecord } from '../../../formats/json-records.js';
import type { PredictionProblem } from '../../stepwise/prediction-problem.js';
import type { Prediction, Predictions } from '../../stepwise/read-predictions.js';
import { commandOfAction } from '../command-of-action.js';
import { commandOfStep } from '../command-of-step.js';
import type { OdysseyEpisode } from '../episode-file.js';

/** The recordings that predictions by episode and step are of. */
export interface OdysseyRecordings {
  /** Episodes of the split. */
  readonly ids: readonly string[];
  /** @throws {DatasetError} when the annotation is missing or broken */
  readonly read: (id: string) => Promise<OdysseyEpisode>;
  /** Name of the annotation file, for messages. */
  readonly fileOf: (id: string) => string;
}

/** Reads a raw answer to a screen of this size; absent where answers are commands of the dataset already. */
export type AnswerReader = (answer: string, screen: Size) => Action | FormatError;

/** A command that no recorded step has, for actions without one. */
const WORDLESS = 'UNSUPPORTED';

/**
 * Predictions by episode and step in the form that the published evaluator takes them, episode by episode in the order of the
 * split: each with the recorded command, the area and the length of the episode. An action may be a command, an
 * action as annotations have it (`{"action": "CLICK", "info": [[x, y]]}`), or a unified action. What has no recorded step is
 * left out.
 *
 * @param problems takes what is left out, in the end also what was wrong with the file
 * @throws {DatasetError} when not one of the predicted episodes is of the split
 */
export async function* publishedRecords(
  { episodes, problems: found }: Pick<Predictions, 'episodes' | 'problems'>,
  { ids, read, fileOf }: OdysseyRecordings,
  {
    file,
    problems,
    answer,
  }: { readonly file: string; readonly problems: PredictionProblem[]; readonly answer?: AnswerReader },
): AsyncGenerator<JsonRecord> {
  problems.push(...found);
  const known = new Set(ids);
  if (![...episodes.keys()].some((id) => known.has(id))) {
    throw new DatasetError('not one of the predicted episodes is of the split', {
      place: { file },
      hint: 'Is it the right --data and --split?',
    });
  }
  for (const [id, steps] of episodes) {
    if (known.has(id)) continue;
    const [first] = steps.values();
    const at = first === undefined ? { line: null } : { line: first.line, record: first.record };
    problems.push({ kind: 'unknown_episode', ...at, episode: id, message: plural(steps.size, 'prediction') });
  }
  for (const id of known) {
    const steps = episodes.get(id);
    if (steps === undefined) continue;
    try {
      yield* recordsOf(await read(id), { id, file: fileOf(id), steps, answer, problems });
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
      problems.push({ kind: 'broken_recording', line: null, episode: id, message: error.message });
    }
  }
}

interface EpisodeContext {
  readonly id: string;
  readonly file: string;
  readonly steps: ReadonlyMap<number, Prediction>;
  readonly answer: AnswerReader | undefined;
  readonly problems: PredictionProblem[];
}

/** @throws {DatasetError} for a recorded step that is no command: the episode as a whole cannot be judged then */
function recordsOf(
  { device_info: device, task_info: task, step_length: length, steps: recorded }: OdysseyEpisode,
  { id, file, steps, answer, problems }: EpisodeContext,
): JsonRecord[] {
  const size: Size = { width: device.w, height: device.h };
  const truths = recorded.map((step, at) => commandOfStep(step, 'corrected', { file, path: ['steps', at] }));
  return [...steps].flatMap(([step, prediction]): JsonRecord[] => {
    const gt = truths[step];
    const { line, record } = prediction;
    if (gt === undefined) {
      const message = `the episode has ${plural(recorded.length, 'step')}, from 0`;
      problems.push({ kind: 'extra_step', line, record, episode: id, step, message });
      return [];
    }
    const value = {
      image: `${id}_${step}.png`,
      pred: commandOf(prediction, size, answer),
      gt,
      more_info: {
        category: task.category,
        step_length: length,
        sam2_bbox: recorded[step]?.sam2_bbox ?? [],
      },
    };
    return [{ value, line, record }];
  });
}

/** The command that a prediction comes to; what nobody can read stays as it is, and a text of it is judged as a command. */
function commandOf(prediction: Prediction, size: Size, answer: AnswerReader | undefined): unknown {
  if (prediction.type === 'answer') {
    const read = answer?.(prediction.value, size);
    return read === undefined || !('type' in read) ? prediction.value : commandOfUnified(read, size);
  }
  const { value } = prediction;
  const plain = typeof value === 'string' && value.trimStart().startsWith('{') ? parsed(value) : value;
  if (typeof plain !== 'object' || plain === null) return plain;
  const unified = ActionSchema.safeParse(plain);
  return unified.success ? commandOfUnified(unified.data, size) : (commandOfAnnotated(plain) ?? plain);
}

function commandOfUnified(action: Action, size: Size): string {
  const { native } = action;
  if (native?.family === 'odyssey_command' && native.text !== undefined) return native.text;
  return commandOfAction(action, size) ?? WORDLESS;
}

function commandOfAnnotated(value: object): string | null {
  const { action, info = '' } = value as Readonly<Record<string, unknown>>;
  if (typeof action !== 'string') return null;
  try {
    return commandOfStep({ action, info }, 'corrected');
  } catch (error) {
    if (error instanceof DatasetError) return null;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
