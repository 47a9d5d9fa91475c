import { join } from 'node:path';
import { z } from 'zod';
import { stop, type Action } from '../../../domain/action.js';
import type { Activity } from '../../../domain/screen.js';
import type { TrajectoryStep } from '../../../domain/trajectory.js';
import { FileContentError } from '../../../formats/file-errors.js';
import { readJsonFile } from '../../../formats/read-json-file.js';
import { readActivities } from '../recordings/activities.js';
import { SavedActionSchema, toAction, type RecordedAction } from './native-action.js';
import type { AttemptRecord } from './attempt-record.js';
import { openScreenFolder, type ScreenFolder } from '../recordings/screen-folder.js';

/**
 * Who wrote a saved run: the reference code's own runner, or its AppAgent, which counts screens from 1. `auto` looks which
 * screen is the first.
 */
export type SavedRunLayout = 'sphinx' | 'appagent' | 'auto';

export interface SavedRun extends AttemptRecord {
  /** As saved, without the stop that was added. */
  readonly actions: readonly RecordedAction[];
}

export interface ReadSavedRunOptions {
  readonly layout: SavedRunLayout;
  readonly signal?: AbortSignal;
}

/** What a run folder holds, before it is made a trajectory. */
interface SavedFiles {
  readonly folder: string;
  readonly screens: ScreenFolder;
  readonly actions: readonly Action[];
  readonly activities: readonly Activity[];
}

/**
 * A run of one pair as the reference code saved it (`actions.json`, `activities.json`, `N.xml`, `N.png`), with the stop
 * that its evaluation appends to runs that ended by a limit or an error; null when there is no such folder.
 *
 * @throws {DatasetError} naming file and place, also when the counts of actions, activities and screens do not fit
 */
export async function readSavedRun(folder: string, options: ReadSavedRunOptions): Promise<SavedRun | null> {
  const screens = await openScreenFolder(folder);
  if (screens === null) return null;
  const saved = await readJsonFile(join(folder, 'actions.json'), z.array(SavedActionSchema), options);
  const activities = await readActivities(folder, options);
  const files = { folder, screens, actions: saved.map(toAction), activities };
  const counted = screens.numbers.has(1) && !screens.numbers.has(0) ? 'appagent' : 'sphinx';
  const layout = options.layout === 'auto' ? counted : options.layout;
  const run = layout === 'sphinx' ? sphinxRun(files) : appAgentRun(files);
  return { actions: saved, ...run };
}

/**
 * One activity more than actions means one screen more, on which the run ended without a stop. As many activities as
 * actions leave nothing to judge a last action by, unless it is the stop.
 */
function sphinxRun({ folder, screens, actions, activities }: SavedFiles): AttemptRecord {
  const surplus = activities.length - actions.length;
  if (surplus !== 0 && surplus !== 1) throw unequal(folder, actions, activities);
  const ended = surplus === 1 ? [...actions, stop()] : actions;
  const cut = ended.length > 0 && ended.at(-1)?.type !== 'stop';
  return {
    trajectory: { steps: stepsOf(ended, screens, activities, 0) },
    warnings: cut ? ['no screen was saved after the last action'] : [],
  };
}

/** Runs never hold a stop unless they were made to; one activity too few is the last once more. */
function appAgentRun({ folder, screens, actions, activities }: SavedFiles): AttemptRecord {
  const ended = actions.at(-1)?.type === 'stop' ? actions : [...actions, stop()];
  const last = activities.at(-1);
  const fitting =
    activities.length === ended.length - 1 && last !== undefined ? [...activities, last] : activities;
  if (fitting.length < ended.length) throw unequal(folder, ended, activities);
  return { trajectory: { steps: stepsOf(ended, screens, fitting, 1) }, warnings: [] };
}

function stepsOf(
  actions: readonly Action[],
  screens: ScreenFolder,
  activities: readonly Activity[],
  firstScreen: number,
): TrajectoryStep[] {
  return actions.map((action, index) => ({
    screen: screens.screen(index + firstScreen, activities[index] ?? null),
    state: null,
    action,
  }));
}

function unequal(
  folder: string,
  actions: readonly unknown[],
  activities: readonly unknown[],
): FileContentError {
  return new FileContentError(`${actions.length} actions do not fit ${activities.length} activities`, {
    place: { file: join(folder, 'activities.json') },
    hint: 'A run has an activity for each action, and one more when it ended without a stop.',
  });
}
