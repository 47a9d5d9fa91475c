import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { canonicalJson } from '../../../domain/text/canonical-json.js';
import { DatasetError, type FilePlace } from '../../../errors.js';
import { readBytes } from '../../../files/read-bytes.js';
import { decodeUtf8, parseJson } from '../../../formats/read-json-file.js';
import { findField, type LensField, type LensMapping } from '../field-mapping.js';
import { anomalyOf, takeApart, texts } from '../lens-episode.js';
import { listEpisodes, type LensEntry } from '../lens-folder.js';
import { MAX_ANNOTATION } from '../survey-lens.js';
import { typeCodes } from '../taxonomy/lens-taxonomy.js';
import { stepLimitOf, type BrokenLensTask, type LensTask, type ReadLensTasks } from './lens-task.js';
import { hashPictures, suiteTask, type DynamicTaskOptions } from './read-dynamic-tasks.js';
import { readJudgedMilestones } from './read-judged-milestones.js';
import { referencePicture } from './reference-picture.js';

/**
 * Recorded episodes as tasks on phones: their instructions, apps and milestones; the recording is the known-good way. No action
 * of theirs is needed.
 *
 * @throws {FileUnreadableError} when there is neither `test/en` nor `test/zh`
 */
export async function readRecordedTasks(
  dataDirectory: string,
  { mapping, ...options }: DynamicTaskOptions & { readonly mapping: LensMapping },
): Promise<ReadLensTasks> {
  const hash = createHash('sha256').update(canonicalJson(mapping));
  const tasks: LensTask[] = [];
  const broken: BrokenLensTask[] = [];
  for (const entry of await listEpisodes(dataDirectory)) {
    options.signal.throwIfAborted();
    hash.update(`\0${entry.id}\0`);
    try {
      const bounds = { maxBytes: MAX_ANNOTATION, within: dataDirectory, signal: options.signal };
      const bytes = await readBytes(entry.file, bounds);
      hash.update(createHash('sha256').update(bytes).digest('hex'));
      const json = parseJson(decodeUtf8(bytes, entry.file), entry.file);
      const task = await recordedTask(json, entry, { dataDirectory, mapping, ...options });
      hashPictures(hash, task.groups);
      tasks.push(task);
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
      broken.push({ id: entry.id, language: entry.language, invalid: error.message });
    }
  }
  return { tasks, broken, hash: hash.digest('hex') };
}

async function recordedTask(
  json: unknown,
  { id, language, file, folder }: LensEntry,
  {
    dataDirectory,
    mapping,
    limit,
    signal,
  }: DynamicTaskOptions & { readonly dataDirectory: string; readonly mapping: LensMapping },
): Promise<LensTask> {
  const raw = takeApart(json, mapping, { file });
  const about = (field: LensField): unknown => findField(mapping, field, raw.about)?.value;
  const instruction = about('instruction');
  if (typeof instruction !== 'string' || instruction.trim() === '') {
    throw new DatasetError('the episode has no instruction', { place: { file } });
  }
  const screenshots = raw.steps.map((step) => {
    const named = findField(mapping, 'screenshot', [step])?.value;
    return typeof named === 'string' ? named : null;
  });
  const picture = async (named: string, place: FilePlace) =>
    await referencePicture(named, { dataDirectory, folders: [folder, dataDirectory], place, signal });
  const groups = await readJudgedMilestones(about('milestones'), {
    steps: raw.steps.length,
    placeAt: (path) => ({ file, path: ['milestones', ...path] }),
    picture,
    pictureBehind: async (step) => {
      const next = step + 1;
      if (next >= raw.steps.length) return null;
      const named = screenshots[next] ?? `${basename(folder)}_${next}.png`;
      return await picture(named, { file, path: [next] });
    },
  });
  const [apps, types, referenceSteps] = [texts(about('apps')), typeCodes(about('types')), raw.steps.length];
  const anomalies = raw.steps.flatMap(
    (step) => anomalyOf(findField(mapping, 'anomaly', [step])?.value) ?? [],
  );
  return {
    id,
    language,
    apps,
    types,
    domains: texts(about('domains')),
    interactionKinds: texts(about('interactionKinds')),
    anomalies: [...new Set(anomalies)],
    referenceSteps,
    groups,
    task: suiteTask(
      { id, language, instruction, apps, types, referenceSteps },
      stepLimitOf(referenceSteps, limit),
    ),
  };
}
