import { join } from 'node:path';
import { given } from '../../domain/given.js';
import { plural } from '../../domain/text/plural.js';
import type { Screen } from '../../domain/screen.js';
import { DatasetError } from '../../errors.js';
import { indexTfRecords, type RecordIndex } from '../../formats/tfrecord/record-index.js';
import { TfRecordError, type RecordPlace } from '../../formats/tfrecord/tfrecord-error.js';
import { TfRecordShards } from '../../formats/tfrecord/tfrecord-shards.js';
import { encodeRawPicture } from '../../observations/pictures/raw-picture.js';
import {
  AITW_ID_FIELD,
  AITW_ORDER_FIELD,
  AITW_TOTAL_FIELD,
  readAitwRecord,
  type AitwRecord,
} from './aitw-record.js';
import { recordedAitw, type AitwEpisode, type AitwReading, type AitwSource } from './aitw-source.js';
import {
  absentEpisode,
  brokenId,
  brokenWarnings,
  packedWarnings,
  SHOWN,
} from '../stepwise/broken-records.js';
import { parseScreenId, screenIdAt } from '../stepwise/dataset-source.js';
import { namesInData } from '../stepwise/split-files.js';
import { aitwSubset, type AitwSubset } from './aitw-splits.js';
import type { AitwStep } from './aitw-step.js';

/** TFRecord files have no common ending; these are certainly none. */
const NO_SHARD = /\.(jsonl?|md|txt|png|jpe?g|zip|tar|html|py|ipynb|partial)$|^\./i;
/** An episode has no more; the longest published ones have some thirty. */
const MOST_STEPS = 1000;

/** TFRecord files of one of the five datasets. */
export interface AitwFolder {
  readonly subset: AitwSubset;
  readonly files: readonly string[];
}

/** Folders of the wanted datasets below a data folder, or the data folder itself where it is one of them. */
export async function aitwFolders(
  dataDirectory: string,
  wanted: readonly AitwSubset[],
): Promise<AitwFolder[]> {
  const folders: AitwFolder[] = [];
  for (const name of await namesInData(dataDirectory)) {
    const subset = aitwSubset(name);
    if (subset === null || !wanted.includes(subset)) continue;
    const folder = join(dataDirectory, name);
    const files = (await namesInData(folder)).filter((file) => !NO_SHARD.test(file));
    if (files.length > 0) folders.push({ subset, files: files.map((file) => join(folder, file)) });
  }
  return folders;
}

export interface AitwShardsOptions {
  readonly dataDirectory: string;
  /** Episodes that are wanted; null for all. */
  readonly test: ReadonlySet<string> | null;
  readonly signal: AbortSignal;
}

/** Episodes in TFRecord files. Only where each step begins is kept in memory. */
export async function openAitwShards(
  folders: readonly AitwFolder[],
  options: AitwShardsOptions,
): Promise<AitwSource> {
  const { test, signal } = options;
  const subsetOfFile = new Map(folders.flatMap(({ subset, files }) => files.map((file) => [file, subset])));
  const index = await indexTfRecords([...subsetOfFile.keys()], {
    idField: AITW_ID_FIELD,
    orderField: AITW_ORDER_FIELD,
    totalField: AITW_TOTAL_FIELD,
    ...(test === null ? {} : { accepts: (id) => test.has(id) }),
    signal,
  });
  return new AitwShards(index, subsetOfFile, options);
}

class AitwShards implements AitwSource {
  readonly hash: string;
  readonly count: number;
  readonly warnings: readonly string[];
  readonly #index: RecordIndex;
  readonly #subsetOfFile: ReadonlyMap<string, AitwSubset>;
  readonly #dataDirectory: string;
  readonly #shards: TfRecordShards;
  /** What stands for records that cannot be read, where every episode is wanted. */
  readonly #broken: readonly string[];

  constructor(
    index: RecordIndex,
    subsetOfFile: ReadonlyMap<string, AitwSubset>,
    { dataDirectory, test, signal }: AitwShardsOptions,
  ) {
    this.#index = index;
    this.#subsetOfFile = subsetOfFile;
    this.#dataDirectory = dataDirectory;
    this.#shards = new TfRecordShards({ signal });
    this.#broken = test === null ? index.broken.map(brokenId) : [];
    this.hash = index.hash;
    this.count = index.size + this.#broken.length;
    this.warnings = warningsOf(index, test);
  }

  *ids(): Generator<string> {
    yield* this.#index.ids();
    yield* this.#broken;
  }

  async readBoth(id: string): Promise<AitwReading> {
    const own = await this.#readOwn(id);
    return { own, recorded: recordedAitw(own, (at, { size }) => this.#screenOf(id, at, size)) };
  }

  subsetOf(id: string): AitwSubset | null {
    return this.#subsetOfFile.get(this.#index.places(id)[0]?.file ?? '') ?? null;
  }

  screen(id: string): Screen | null {
    const parts = parseScreenId(id);
    if (parts === null || !this.#index.has(parts.episode)) return null;
    return this.#screenOf(parts.episode, parts.index, null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#shards[Symbol.asyncDispose]();
  }

  async #readOwn(id: string): Promise<AitwEpisode> {
    const places = this.#index.places(id);
    const [first] = places;
    const place = { file: first?.file ?? '' };
    if (places.length > MOST_STEPS) {
      const message = `episode ${id} has ${places.length} records, more than the ${MOST_STEPS} that are read`;
      throw new DatasetError(message, { place });
    }
    const steps: AitwStep[] = [];
    let last: AitwRecord | null = null;
    for (const at of places) {
      const record = readAitwRecord(await this.#shards.read(at), at);
      requireNext(record, last, id, at);
      const { gesture, text, elements, size } = record;
      // Not the record itself: that would keep its picture.
      steps.push({ gesture, text, elements, size });
      last = record;
    }
    if (last === null) {
      throw absentEpisode(id, this.#index, { folder: this.#dataDirectory, mayBeBroken: false });
    }
    const { goal, device, androidApi, length } = last;
    // Nobody can tell which episode a record that cannot be read is of, in whichever file it lies.
    if (steps.length < length && this.#index.broken.length > 0) {
      throw new DatasetError(
        `episode ${id} has ${steps.length} of its ${length} steps, and records of the dataset cannot be read`,
        { place, hint: 'Download the files again that are named.' },
      );
    }
    const statedLength = length === steps.length ? null : length;
    return { id, subset: this.subsetOf(id), goal, device, androidApi, steps, statedLength, place };
  }

  #screenOf(episode: string, at: number, size: Screen['size']): Screen {
    const id = screenIdAt(episode, at);
    return {
      id,
      size,
      activity: null,
      picture: {
        mediaType: 'image/png',
        load: async () => {
          const place = this.#index.places(episode)[at];
          if (place === undefined) throw new DatasetError(`episode ${episode} has no screen ${at}`);
          const { picture, size: real } = readAitwRecord(await this.#shards.read(place), place);
          const { bytes, channels } = picture;
          return channels === null ? bytes : encodeRawPicture(bytes, { ...real, channels }, { file: id });
        },
      },
      hierarchy: null,
    };
  }
}

/** @throws {DatasetError} for a record that does not follow the one before it */
function requireNext(record: AitwRecord, last: AitwRecord | null, id: string, place: RecordPlace): void {
  if (record.episode !== id)
    throw new DatasetError(`the record of episode ${id} is now of ${record.episode}`);
  if (last !== null && record.index === last.index) {
    throw new TfRecordError('field', `step ${record.index} of episode ${id} is there twice`, place);
  }
  if (last !== null && record.goal !== last.goal) {
    throw new TfRecordError('field', `the steps of episode ${id} have different goals`, place);
  }
}

function warningsOf(index: RecordIndex, test: ReadonlySet<string> | null): string[] {
  const { broken, incomplete } = index;
  const missing = test === null ? 0 : test.size - index.size;
  return given([
    missing !== 0 &&
      test !== null &&
      `${missing} of the ${plural(test.size, 'episode')} of the split ${missing === 1 ? 'is' : 'are'} not in these files, and not counted`,
    ...brokenWarnings(index),
    incomplete.length !== 0 &&
      `${plural(incomplete.length, 'episode lacks', 'episodes lack')} steps and ${incomplete.length === 1 ? 'is' : 'are'} ${
        broken.length === 0
          ? 'judged without them'
          : 'voided, since a record that cannot be read may be theirs'
      }: ${incomplete
        .slice(0, SHOWN)
        .map(({ id, records, total }) => `${id} (${records} of ${total})`)
        .join(', ')}${incomplete.length > SHOWN ? ', …' : ''}`,
    ...packedWarnings(index),
  ]);
}
