import { join } from 'node:path';
import { plural } from '../../domain/text/plural.js';
import type { Screen } from '../../domain/screen.js';
import { DatasetError } from '../../errors.js';
import { indexTfRecords } from '../../formats/tfrecord/record-index.js';
import type { RecordIndex } from '../../formats/tfrecord/record-index.js';
import { TfRecordError } from '../../formats/tfrecord/tfrecord-error.js';
import { TfRecordShards } from '../../formats/tfrecord/tfrecord-shards.js';
import { encodeRawPicture } from '../../observations/pictures/raw-picture.js';
import { AITW_ID_FIELD, AITW_ORDER_FIELD, AITW_TOTAL_FIELD, readAitwRecord } from './aitw-record.js';
import type { AitwRecord } from './aitw-record.js';
import { aitwScreenId, parseAitwScreenId, recordedAitw } from './aitw-source.js';
import type { AitwEpisode, AitwSource } from './aitw-source.js';
import { aitwSubset, namesIn } from './aitw-splits.js';
import type { AitwSubset } from './aitw-splits.js';
import type { AitwStep } from './aitw-step.js';

/** TFRecord files have no common ending; these are certainly none. */
const NO_SHARD = /\.(jsonl?|md|txt|png|jpe?g|zip|tar|html|py|ipynb|partial)$|^\./i;
/** An episode has no more; the longest published ones have some thirty. */
const MOST_STEPS = 1000;
const SHOWN = 5;

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
  for (const name of await namesIn(dataDirectory)) {
    const subset = aitwSubset(name);
    if (subset === null || !wanted.includes(subset)) continue;
    const folder = join(dataDirectory, name);
    const files = (await namesIn(folder)).filter((file) => !NO_SHARD.test(file));
    if (files.length > 0) folders.push({ subset, files: files.map((file) => join(folder, file)) });
  }
  return folders;
}

/** Episodes in TFRecord files. Only where each step begins is kept in memory. */
export async function openAitwShards(
  folders: readonly AitwFolder[],
  {
    dataDirectory,
    test,
    signal,
  }: {
    readonly dataDirectory: string;
    /** Episodes that are wanted; null for all. */
    readonly test: ReadonlySet<string> | null;
    readonly signal: AbortSignal;
  },
): Promise<AitwSource> {
  const subsetOfFile = new Map(folders.flatMap(({ subset, files }) => files.map((file) => [file, subset])));
  const index = await indexTfRecords([...subsetOfFile.keys()], {
    idField: AITW_ID_FIELD,
    orderField: AITW_ORDER_FIELD,
    totalField: AITW_TOTAL_FIELD,
    ...(test === null ? {} : { accepts: (id) => test.has(id) }),
    signal,
  });
  const shards = new TfRecordShards({ signal });
  const readStep = async (id: string, at: number): Promise<AitwRecord> => {
    const place = index.places(id)[at];
    if (place === undefined) throw new DatasetError(`episode ${id} has no screen ${at}`);
    return readAitwRecord(await shards.read(place), place);
  };
  const readOwn = async (id: string): Promise<AitwEpisode> => {
    const places = index.places(id);
    const [first] = places;
    if (first === undefined) throw absent(id, index, dataDirectory);
    if (places.length > MOST_STEPS) {
      throw new DatasetError(
        `episode ${id} has ${places.length} records, more than the ${MOST_STEPS} that are read`,
        {
          place: { file: first.file },
        },
      );
    }
    const steps: AitwStep[] = [];
    let last: AitwRecord | null = null;
    for (const place of places) {
      const record = readAitwRecord(await shards.read(place), place);
      if (record.episode !== id)
        throw new DatasetError(`the record of episode ${id} is now of ${record.episode}`);
      if (last !== null && record.index === last.index) {
        throw new TfRecordError('field', `step ${record.index} of episode ${id} is there twice`, place);
      }
      if (last !== null && record.goal !== last.goal) {
        throw new TfRecordError('field', `the steps of episode ${id} have different goals`, place);
      }
      const { gesture, text, elements, size } = record;
      // Not the record itself: that would keep its picture.
      steps.push({ gesture, text, elements, size });
      last = record;
    }
    if (last === null) throw absent(id, index, dataDirectory);
    const { goal, device, androidApi, length } = last;
    // Nobody can tell which episode a record that cannot be read is of, in whichever file it lies.
    if (steps.length < length && index.broken.length > 0) {
      throw new DatasetError(
        `episode ${id} has ${steps.length} of its ${length} steps, and records of the dataset cannot be read`,
        { place: { file: first.file }, hint: 'Download the files again that are named.' },
      );
    }
    return {
      id,
      subset: subsetOfFile.get(first.file) ?? null,
      goal,
      device,
      androidApi,
      steps,
      statedLength: length === steps.length ? null : length,
      place: { file: first.file },
    };
  };
  const screenOf = (episode: string, at: number, size: Screen['size']): Screen => ({
    id: aitwScreenId(episode, at),
    size,
    activity: null,
    picture: {
      mediaType: 'image/png',
      load: async () => {
        const { picture, size: real } = await readStep(episode, at);
        const { bytes, channels } = picture;
        if (channels === null) return bytes;
        return encodeRawPicture(bytes, { ...real, channels }, { file: aitwScreenId(episode, at) });
      },
    },
    hierarchy: null,
  });
  return {
    hash: index.hash,
    count: index.size + (test === null ? index.broken.length : 0),
    warnings: warningsOf(index, test),
    *ids() {
      yield* index.ids();
      if (test === null) for (const error of index.broken) yield brokenId(error);
    },
    readBoth: async (id) => {
      const own = await readOwn(id);
      return { own, recorded: recordedAitw(own, (at, { size }) => screenOf(id, at, size)) };
    },
    subsetOf: (id) => subsetOfFile.get(index.places(id)[0]?.file ?? '') ?? null,
    screen: (id) => {
      const parts = parseAitwScreenId(id);
      return parts === null || !index.has(parts.episode) ? null : screenOf(parts.episode, parts.index, null);
    },
    [Symbol.asyncDispose]: async () => shards[Symbol.asyncDispose](),
  };
}

function brokenId({ place, offset }: TfRecordError): string {
  const file = place?.file ?? '';
  return `${file.slice(file.lastIndexOf('/') + 1)}@${offset}`;
}

function absent(id: string, { broken }: RecordIndex, folder: string): DatasetError {
  const error = broken.find((candidate) => brokenId(candidate) === id);
  if (error !== undefined) return error;
  return new DatasetError(`no record is of episode ${id}`, {
    place: { file: folder },
    hint: 'Are all files of the dataset in the folder?',
  });
}

function warningsOf(index: RecordIndex, test: ReadonlySet<string> | null): string[] {
  const { broken, incomplete, packed } = index;
  const missing = test === null ? 0 : test.size - index.size;
  return [
    ...(missing === 0 || test === null
      ? []
      : [
          `${missing} of the ${plural(test.size, 'episode')} of the split ${missing === 1 ? 'is' : 'are'} not in these files, and not counted`,
        ]),
    ...(broken.length === 0
      ? []
      : [
          `${plural(broken.length, 'record')} cannot be read: ${broken
            .slice(0, SHOWN)
            .map(({ message }) => message)
            .join('; ')}${broken.length > SHOWN ? '; …' : ''}`,
        ]),
    ...(incomplete.length === 0
      ? []
      : [
          `${plural(incomplete.length, 'episode lacks', 'episodes lack')} steps and ${incomplete.length === 1 ? 'is' : 'are'} ${
            broken.length === 0
              ? 'judged without them'
              : 'voided, since a record that cannot be read may be theirs'
          }: ${incomplete
            .slice(0, SHOWN)
            .map(({ id, records, total }) => `${id} (${records} of ${total})`)
            .join(', ')}${incomplete.length > SHOWN ? ', …' : ''}`,
        ]),
    ...(packed === 0
      ? []
      : [
          `${plural(packed, 'file is', 'files are')} packed: each episode is reached by unpacking its file from the start; unpack ${packed === 1 ? 'it' : 'them'} once with gzip for more than a few`,
        ]),
  ];
}
