import { plural } from '../../domain/text/plural.js';
import { describeMisfit } from '../../domain/text/describe-misfit.js';
import { ActionSchema, type Action } from '../../domain/action.js';
import type { FormatError } from '../../domain/decision.js';
import type { RecordedEpisode, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import type { Trajectory, TrajectoryStep } from '../../domain/trajectory.js';
import type { PredictionProblem } from './prediction-problem.js';
import type { Prediction } from './read-predictions.js';

/** Reads what was predicted for a step; an answer nobody can read comes back as the reason. */
export type PredictionReader = (prediction: Prediction, step: RecordedStep) => Action | FormatError;

/** Predictions of one episode in the form of an attempt at it: a screen for each recorded step, and what was said of it. */
export interface PredictedTrajectory {
  readonly trajectory: Trajectory;
  readonly problems: readonly PredictionProblem[];
}

/** An episode as if its predictions had been made here; steps without one say nothing. */
export function predictedTrajectory(
  { id, steps }: RecordedEpisode,
  predictions: ReadonlyMap<number, Prediction>,
  read: PredictionReader,
): PredictedTrajectory {
  const problems: PredictionProblem[] = [];
  for (const [step, { line, record }] of predictions) {
    if (step < steps.length) continue;
    const message = `the episode has ${plural(steps.length, 'step')}, from 0`;
    problems.push({ kind: 'extra_step', line, record, episode: id, step, message });
  }
  const trajectory = steps.map((recorded, step): TrajectoryStep => {
    const nothing = { screen: recorded.screen, state: String(step), action: null };
    const prediction = predictions.get(step);
    if (prediction === undefined) {
      problems.push({ kind: 'missing_step', line: null, episode: id, step, message: 'nothing is predicted' });
      return nothing;
    }
    const said = read(prediction, recorded);
    if ('type' in said) return { ...nothing, action: said };
    const { line, record } = prediction;
    problems.push({ kind: 'unreadable', line, record, episode: id, step, message: said.message });
    return { ...nothing, formatError: said };
  });
  return { trajectory: { steps: trajectory }, problems };
}

const EXCERPT = 500;

/** A prediction as a unified action in JSON; all else is an unreadable answer. */
export function readUnifiedAction({ value }: Pick<Prediction, 'value'>): Action | FormatError {
  if (value === null || value === '')
    return { kind: 'empty_output', message: 'nothing was said', excerpt: '' };
  const parsed = ActionSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const excerpt = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, EXCERPT);
  return {
    kind: 'malformed_action',
    message: `it is no unified action: ${describeMisfit(value, parsed.error)}`,
    excerpt,
  };
}
