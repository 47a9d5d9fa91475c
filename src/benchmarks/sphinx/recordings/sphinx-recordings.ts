import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Action } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { centreOf, parseBounds } from '../../../domain/hierarchy/bounds.js';
import type {
  RecordedEntry,
  RecordedEpisode,
  RecordedStep,
} from '../../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../../domain/screen.js';
import { DatasetError } from '../../../errors.js';
import { readApps, type SphinxApp } from './apk-info.js';
import { toAction, type RecordedAction } from '../saved-runs/native-action.js';
import { pairId, type SphinxPair } from '../saved-runs/pair.js';
import { readRecording, recordingFolder } from './recording.js';
import { SPHINX_SCREEN_SIZE } from './screen-folder.js';
import { splitPairs, type SphinxSplit } from '../splits.js';
import { readTaskInfo } from './task-info.js';

/**
 * The recorded trajectories of a split as episodes: one for each pair of task and app, its last step the stop. Touches go to the
 * middle of the recorded element; swipes have no direction, since none was recorded. Labels are the app's category, and
 * whether it wants an account. Pairs without a recording or without an instruction come as broken.
 *
 * @throws {DatasetError} when the task files cannot be read
 */
export async function* sphinxRecordings(
  dataDirectory: string,
  split: SphinxSplit,
  { signal }: { readonly signal: AbortSignal },
): AsyncGenerator<RecordedEntry> {
  const options = { signal };
  const goals = new Map<number, string>();
  for (const { id, description } of await readTaskInfo(dataDirectory, 'all', options)) {
    goals.set(id, description);
  }
  const free = new Set<string>();
  for await (const pair of splitPairs(dataDirectory, 'no-login', options)) free.add(pairId(pair));
  // Categories are worth having, and no reason to fail without.
  const apps: ReadonlyMap<string, SphinxApp> = existsSync(join(dataDirectory, 'apk-info.csv'))
    ? await readApps(dataDirectory, options)
    : new Map();
  for await (const pair of splitPairs(dataDirectory, split, options)) {
    const id = pairId(pair);
    try {
      const goal = goals.get(pair.task);
      if (goal === undefined) throw new DatasetError('no task file has an instruction for it');
      const category = apps.get(pair.app)?.category ?? '';
      const episode = await recordedEpisode(dataDirectory, pair, options);
      yield {
        type: 'episode',
        episode: {
          ...episode,
          id,
          instructions: { en: goal },
          apps: [pair.app],
          labels: {
            category: category === '' ? [] : [category],
            account: [free.has(id) ? 'not needed' : 'needed'],
          },
        },
      };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DatasetError)) throw error;
      yield { type: 'broken', id, error };
    }
  }
}

async function recordedEpisode(
  dataDirectory: string,
  pair: SphinxPair,
  options: { readonly signal: AbortSignal },
): Promise<Pick<RecordedEpisode, 'steps' | 'place'>> {
  const recording = await readRecording(dataDirectory, pair, options);
  if (recording === null) throw new DatasetError('the data hold no recording of it');
  const file = join(recordingFolder(dataDirectory, pair), 'meta.json');
  const { actions, trajectory } = recording;
  const steps = actions.flatMap((action, index): RecordedStep[] => {
    const screen = trajectory.steps[index]?.screen;
    return screen === undefined ? [] : [recordedStep(screen, action, file, index)];
  });
  return { steps, place: { file } };
}

function recordedStep(screen: Screen, recorded: RecordedAction, file: string, index: number): RecordedStep {
  const element = 'element' in recorded ? recorded.element : null;
  const box = parseBounds(element?.['bounds'] ?? '');
  return {
    screen: { ...screen, size: screen.size ?? SPHINX_SCREEN_SIZE },
    action: box === null ? toAction(recorded) : atMiddle(toAction(recorded), box),
    ...(box === null ? {} : { box }),
    place: { file, path: [index] },
  };
}

/** The action at the middle of its element instead of at its attributes. */
function atMiddle(action: Action, box: NonNullable<RecordedStep['box']>): Action {
  const point = pixelPoint(...centreOf(box));
  if (action.type === 'swipe') return { type: 'swipe', direction: action.direction, at: point };
  return 'target' in action ? { ...action, target: { type: 'point', point, box } } : action;
}
