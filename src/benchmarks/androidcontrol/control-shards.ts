import { join } from 'node:path';
import { given } from '../../domain/given.js';
import { plural } from '../../domain/text/plural.js';
import type { RecordedEpisode, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../domain/screen.js';
import { DatasetError } from '../../errors.js';
import { indexTfRecords, type RecordIndex } from '../../formats/tfrecord/record-index.js';
import type { RecordPlace } from '../../formats/tfrecord/tfrecord-error.js';
import { TfRecordShards } from '../../formats/tfrecord/tfrecord-shards.js';
import { actionOfControl, type ControlAction } from './control-action.js';
import { CONTROL_ID_FIELD, forestOf, readControlRecord, type ControlRecord } from './control-record.js';
import {
  absentEpisode,
  brokenId,
  brokenWarnings,
  packedWarnings,
  SHOWN,
} from '../stepwise/broken-records.js';
import { parseScreenId, screenIdAt } from '../stepwise/dataset-source.js';
import type { ControlSource } from './control-source.js';
import type { ControlSplit } from './control-splits.js';
import { forestXml } from './forest-xml.js';
import { boxContains, type Box } from '../../domain/geometry.js';
import type { ForestWindow } from './accessibility-forest.js';

/** Names of the published TFRecord files, `android_control-00000-of-00020` and so on, and of copies with an extension. */
const SHARD = /^android_control.*-of-\d+(\.gz|\.tfrecord|\.tfrecord\.gz)?$|\.tfrecord(\.gz)?$/;

/** The dataset's texts are English. */
const LANGUAGE = 'en';

/** TFRecord files among the names of a folder. */
export function controlShards(names: readonly string[]): string[] {
  return names.filter((name) => SHARD.test(name));
}

export interface ControlShardsOptions {
  readonly dataDirectory: string;
  readonly files: readonly string[];
  readonly split: ControlSplit;
  readonly signal: AbortSignal;
}

/** Episodes in TFRecord files. Only where each begins is kept in memory. */
export async function openControlShards({
  dataDirectory,
  files,
  split,
  signal,
}: ControlShardsOptions): Promise<ControlSource> {
  const { ids } = split;
  const index = await indexTfRecords(
    files.map((name) => join(dataDirectory, name)),
    { idField: CONTROL_ID_FIELD, ...(ids === null ? {} : { accepts: (id) => ids.has(id) }), signal },
  );
  const shards = new TfRecordShards({ signal });
  const record = async (id: string): Promise<{ record: ControlRecord; place: RecordPlace }> => {
    const [place] = index.places(id);
    if (place === undefined) {
      throw absentEpisode(id, index, { folder: dataDirectory, mayBeBroken: true });
    }
    return { record: readControlRecord(await shards.read(place), place), place };
  };
  const screenOf = (episode: string, at: number, size: Screen['size'], hasTree: boolean): Screen => ({
    id: screenIdAt(episode, at),
    size,
    activity: null,
    picture: {
      mediaType: 'image/png',
      load: async () => (await screenAt(episode, at)).screen.picture,
    },
    hierarchy: hasTree
      ? {
          mediaType: 'text/xml',
          load: async () => {
            const { screen, place } = await screenAt(episode, at);
            return new TextEncoder().encode(forestXml(forestOf(screen, place)));
          },
        }
      : null,
  });
  const screenAt = async (episode: string, at: number) => {
    const { record: read, place } = await record(episode);
    const screen = read.screens[at];
    if (screen === undefined) throw new DatasetError(`episode ${episode} has no screen ${at}`);
    return { screen, place };
  };
  const known = [
    ...index.ids(),
    ...[...(ids ?? [])].filter((id) => !index.has(id)),
    ...(ids === null ? index.broken.map(brokenId) : []),
  ];
  return {
    hasTrees: true,
    hash: index.hash,
    count: known.length,
    warnings: warningsOf(index),
    ids: () => known,
    read: async (id) => {
      const { record: read, place } = await record(id);
      if (read.id !== id) throw new DatasetError(`the record of episode ${id} is now of ${read.id}`);
      return recordedControl(read, place, { screenOf, subsets: split.subsetsOf(id) });
    },
    screen: (id) => {
      const parts = parseScreenId(id);
      return parts === null || !index.has(parts.episode)
        ? null
        : screenOf(parts.episode, parts.index, null, true);
    },
    [Symbol.asyncDispose]: async () => shards[Symbol.asyncDispose](),
  };
}

function recordedControl(
  { id, goal, actions, instructions, screens }: ControlRecord,
  place: RecordPlace,
  {
    screenOf,
    subsets,
  }: {
    readonly screenOf: (episode: string, at: number, size: Screen['size'], hasTree: boolean) => Screen;
    readonly subsets: readonly string[];
  },
): RecordedEpisode {
  const shown = screens.map(({ size, tree }, at) => screenOf(id, at, size, tree !== null));
  const last = shown.at(-1);
  return {
    id,
    instructions: { [LANGUAGE]: goal },
    apps: [],
    labels: subsets.length === 0 ? {} : { subset: subsets },
    steps: actions.flatMap((action, at): RecordedStep[] => {
      const [screen, source] = [shown[at], screens[at]];
      if (screen === undefined || source === undefined) return [];
      const point = pointOf(action);
      const box = point === null ? null : elementAt(forestOf(source, place), ...point);
      const instruction = instructions[at];
      return [
        {
          screen,
          action: actionOfControl(action),
          summary: JSON.stringify(action),
          ...(box === null ? {} : { box }),
          ...(instruction === undefined ? {} : { stepInstruction: instruction }),
        },
      ];
    }),
    ...(last === undefined ? {} : { lastScreen: last }),
    place: { file: place.file },
  };
}

function pointOf(action: ControlAction): [number, number] | null {
  return 'x' in action ? [action.x, action.y] : null;
}

function warningsOf(index: RecordIndex): string[] {
  const repeated = [...index.ids()].filter((id) => index.places(id).length > 1);
  return given([
    ...brokenWarnings(index),
    repeated.length !== 0 &&
      `${plural(repeated.length, 'episode has', 'episodes have')} more than one record; the first counts: ${repeated.slice(0, SHOWN).join(', ')}`,
    ...packedWarnings(index),
  ]);
}

/**
 * Area of the element that a touch at (x, y) is taken to mean: the smallest visible one there, of equal ones the last
 * listed; null where there is none. Pixels of the screen.
 *
 * Which element the annotators meant is not recorded; this choice is ours.
 */
function elementAt(windows: readonly ForestWindow[], x: number, y: number): Box | null {
  let found: Box | null = null;
  let smallest = Number.POSITIVE_INFINITY;
  for (const { nodes } of windows) {
    for (const { bounds, isVisible } of nodes) {
      const [x1, y1, x2, y2] = bounds;
      const area = (x2 - x1) * (y2 - y1);
      if (!isVisible || x2 <= x1 || y2 <= y1 || area > smallest || !boxContains(bounds, x, y)) continue;
      found = bounds;
      smallest = area;
    }
  }
  return found;
}
