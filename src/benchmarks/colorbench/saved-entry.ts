import { FileSchemaError } from '../../formats/file-errors.js';
import { fromGraphAction } from '../../domain/graph/native-action.js';
import type { Trajectory, TrajectoryStep } from '../../domain/trajectory.js';

/** Where an entry stands, for messages. */
export interface EntryPlace {
  readonly file: string;
  readonly line?: number;
  readonly path: readonly (string | number)[];
}

/**
 * Saved entries `{screenshot, action?, answer?, …}` as a trajectory. Other fields are ignored; an action that is missing
 * or null means that nothing was done there.
 *
 * @throws {FileSchemaError} for entries without a screenshot.
 */
export function trajectoryOf(entries: unknown, place: EntryPlace): Trajectory {
  if (!Array.isArray(entries)) throw misfit(place, 'expected a list of entries', []);
  return { steps: entries.map((entry: unknown, index) => stepOf(entry, place, index)) };
}

/** A trajectory of which only the visited screens are known. */
export function trajectoryThrough(visited: readonly string[], answer: string | undefined): Trajectory {
  const steps = visited.map(bareStep);
  const last = steps.at(-1);
  if (answer === undefined || last === undefined) return { steps };
  return {
    steps: [
      ...steps.slice(0, -1),
      { ...last, action: fromGraphAction({ action_type: 'complete', status: answer }) },
    ],
  };
}

function stepOf(entry: unknown, place: EntryPlace, index: number): TrajectoryStep {
  if (typeof entry !== 'object' || entry === null) throw misfit(place, 'expected an entry', [index]);
  const { screenshot, action, answer } = entry as Readonly<Record<string, unknown>>;
  if (typeof screenshot !== 'string')
    throw misfit(place, '"screenshot" must be a text', [index, 'screenshot']);
  const step = bareStep(screenshot);
  if (action === undefined || action === null) return step;
  const done = { ...step, action: fromGraphAction(action) };
  return typeof answer === 'string' ? { ...done, answer } : done;
}

function bareStep(id: string): TrajectoryStep {
  return {
    screen: { id, size: null, activity: null, picture: null, hierarchy: null },
    state: id,
    action: null,
  };
}

function misfit(place: EntryPlace, message: string, path: readonly (string | number)[]): FileSchemaError {
  return new FileSchemaError(message, {
    place: { ...place, path: [...place.path, ...path] },
    hint: 'Compare the file with the published trajectory.json, or the JSON Lines form in docs/benchmarks/colorbench.md.',
  });
}
