import { dirname, join } from 'node:path';
import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import type { Trajectory, TrajectoryStep } from '../../domain/trajectory.js';
import { DatasetError } from '../../errors.js';
import { fileContent } from '../file-content.js';
import { FileContentError } from '../file-errors.js';
import { checkLine, parseJsonLine } from './parse-line.js';
import { readLines, type TextLine } from './read-lines.js';
import { z } from 'zod';
import { ActionSchema } from '../../domain/action.js';
import { SizeSchema } from '../../domain/coordinates/geometry-schemas.js';
import { ActivitySchema } from '../../domain/screen.js';
import { FolderPathSchema } from '../safe-path.js';
import { TRAJECTORIES_FORMAT_VERSION } from './trajectory-line.js';

/** Most steps of one attempt; also bounds the work that a hostile line can ask for. */
const MAX_STEPS = 10_000;

/** What was seen before a step, and what was done. Paths are relative to the file's folder. */
const ObservedStepSchema = z.object({
  /** UI hierarchy as uiautomator XML. */
  hierarchy: FolderPathSchema.nullish(),
  /** Screenshot as PNG. */
  picture: FolderPathSchema.nullish(),
  /** Pixels of the screenshot; needed where actions give positions in parts of the screen. */
  size: SizeSchema.nullish(),
  activity: ActivitySchema.nullish(),
  /** null on a last screen where nothing was done any more. */
  action: ActionSchema.nullable(),
});

type ObservedStep = z.infer<typeof ObservedStepSchema>;

/**
 * One line of a file of observed trajectories (JSON Lines, UTF-8): what was seen and done in one attempt at one item, in
 * order; for scoring runs that were made elsewhere. Unknown fields are ignored.
 */
const ObservedLineSchema = z.object({
  formatVersion: z.literal(TRAJECTORIES_FORMAT_VERSION).default(TRAJECTORIES_FORMAT_VERSION),
  item: z.string().min(1),
  repeat: z.int().nonnegative().default(0),
  steps: z.array(ObservedStepSchema).max(MAX_STEPS),
});

/** One attempt of a file of observed trajectories; or what is wrong with its line. */
export type ObservedTrajectory =
  | { readonly type: 'trajectory'; readonly key: ItemKey; readonly trajectory: Trajectory }
  | { readonly type: 'broken'; readonly key: ItemKey; readonly error: DatasetError };

/** What must be right for a line to be about an item at all. */
const KeySchema = ObservedLineSchema.pick({ formatVersion: true, item: true, repeat: true });

/**
 * Attempts that were made elsewhere, line by line; screens are read on demand. A line that names its attempt and is
 * broken otherwise is given as broken.
 *
 * @throws {DatasetError} of `formats/file-errors.ts` naming file and line, when the file cannot be read, a line does
 *   not name its attempt, or an attempt comes twice.
 */
export async function* readObservedTrajectories(
  file: string,
  options: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<ObservedTrajectory> {
  const lineOf = new Map<string, number>();
  for await (const line of readLines(file, options)) {
    const place = { file, line: line.number };
    const value = parseJsonLine(line, file);
    const { item, repeat } = checkLine<z.infer<typeof KeySchema>>(value, KeySchema, place);
    const key = { item, repeat };
    const earlier = lineOf.get(itemKeyText(key));
    if (earlier !== undefined) {
      throw new FileContentError(`repeat ${repeat} of item "${item}" is on line ${earlier} already`, {
        place,
        hint: 'Keep one line per attempt, and number repeats from 0.',
      });
    }
    lineOf.set(itemKeyText(key), line.number);
    yield observed(value, key, line, file);
  }
}

function observed(value: unknown, key: ItemKey, line: TextLine, file: string): ObservedTrajectory {
  try {
    const { steps } = checkLine(value, ObservedLineSchema, { file, line: line.number });
    const folder = dirname(file);
    return {
      type: 'trajectory',
      key,
      trajectory: { steps: steps.map((step) => trajectoryStep(step, folder)) },
    };
  } catch (error) {
    if (error instanceof DatasetError) return { type: 'broken', key, error };
    throw error;
  }
}

function trajectoryStep(
  { hierarchy, picture, size, activity, action }: ObservedStep,
  folder: string,
): TrajectoryStep {
  const screen = {
    id: hierarchy ?? picture ?? '(no screen)',
    size: size ?? null,
    activity: activity ?? null,
    picture: picture == null ? null : fileContent(join(folder, picture), 'image/png', { within: folder }),
    hierarchy:
      hierarchy == null ? null : fileContent(join(folder, hierarchy), 'application/xml', { within: folder }),
  };
  return { screen, state: null, action };
}
