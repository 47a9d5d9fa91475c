import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { TaskSchema, type Task } from '../../../domain/task.js';
import { DatasetError } from '../../../errors.js';
import { FileContentError } from '../../../formats/file-errors.js';
import { upgradeFormat } from '../../../formats/format-version.js';
import { withOwnIds } from '../../../formats/own-ids.js';
import { checkSchema, parseJson, placeOf, readTextFile } from '../../../formats/read-json-file.js';
import { LANGUAGES } from '../lens-episode.js';
import { isRecord } from '../field-mapping.js';
import { DYNAMIC_FORMAT, DynamicFileSchema, DynamicTaskSchema, type DynamicTask } from './dynamic-file.js';
import type { JudgedGroup } from './judged-milestones.js';
import {
  stepLimitOf,
  type BrokenLensTask,
  type LensTask,
  type ReadLensTasks,
  type StepLimit,
} from './lens-task.js';
import { readJudgedMilestones } from './read-judged-milestones.js';
import { referencePicture } from './reference-picture.js';

export interface DynamicTaskOptions {
  readonly limit: StepLimit;
  readonly signal: AbortSignal;
}

/**
 * `dynamic.json` of a folder. A task that cannot be used is set apart with its place and voids nothing but itself.
 *
 * @throws {DatasetError} of `formats/file-errors.ts` when the file as a whole cannot be used
 */
export async function readDynamicTasks(
  dataDirectory: string,
  { limit, signal }: DynamicTaskOptions,
): Promise<ReadLensTasks> {
  const file = join(dataDirectory, 'dynamic.json');
  const text = await readTextFile(file, { signal });
  const raw = upgradeFormat(parseJson(text, file), DYNAMIC_FORMAT, { file });
  const frame = checkSchema(raw, DynamicFileSchema, { file, text });
  const hash = createHash('sha256').update(text);
  const tasks: LensTask[] = [];
  const broken: (Omit<BrokenLensTask, 'id'> & { readonly id: string | null; readonly index: number })[] = [];
  const ids = new Set<string>();
  for (const [index, value] of frame.tasks.entries()) {
    const placeAt = (path: readonly (string | number)[]) => placeOf(file, text, ['tasks', index, ...path]);
    try {
      const task = checkSchema(value, DynamicTaskSchema, { file, text, at: ['tasks', index] });
      if (ids.has(task.id)) {
        throw new FileContentError(`task id "${task.id}" is given twice`, {
          place: placeAt(['id']),
          hint: 'Give every task an id of its own.',
        });
      }
      const groups = await readJudgedMilestones(task.milestones, {
        steps: 0,
        placeAt: (path) => placeAt(['milestones', ...path]),
        picture: async (named, place) =>
          await referencePicture(named, { dataDirectory, folders: [dataDirectory], place, signal }),
      });
      ids.add(task.id);
      hashPictures(hash, groups);
      tasks.push(lensTask(task, groups, limit));
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
      broken.push({ ...named(value), index, invalid: error.message });
    }
  }
  return { tasks, broken: withOwnIds(broken, ids), hash: hash.digest('hex') };
}

/** Another reference picture is another task. */
export function hashPictures(hash: ReturnType<typeof createHash>, groups: readonly JudgedGroup[]): void {
  for (const { index, picture } of groups.flat()) {
    hash.update(`\0${index}\0${picture?.hash ?? ''}`);
  }
}

function lensTask(task: DynamicTask, groups: readonly JudgedGroup[], limit: StepLimit): LensTask {
  const { id, language, apps, types, domains, interactions, anomalies } = task;
  const referenceSteps = task.referenceSteps ?? null;
  return {
    id,
    language,
    apps,
    types,
    domains,
    interactionKinds: interactions,
    anomalies,
    referenceSteps,
    groups,
    task: suiteTask(task, task.maxSteps ?? stepLimitOf(referenceSteps, limit)),
  };
}

/** The task as agents and environments get it; milestones stay with the judge. */
export function suiteTask(
  {
    id,
    language,
    instruction,
    apps,
    types,
    start,
    referenceSteps,
    preconditions,
    events,
    user,
    permits,
  }: Pick<DynamicTask, 'id' | 'language' | 'instruction' | 'apps' | 'types'> & Partial<DynamicTask>,
  maxSteps: number,
): Task {
  return TaskSchema.parse({
    id,
    instructions: { [language]: instruction },
    apps,
    tags: [language, ...types],
    maxSteps,
    ...(start === undefined ? {} : { start }),
    ...(referenceSteps === undefined ? {} : { optimalSteps: referenceSteps }),
    ...(preconditions === undefined ? {} : { preconditions }),
    ...(events === undefined ? {} : { events }),
    ...(user === undefined ? {} : { user }),
    ...(permits === undefined ? {} : { permits }),
  });
}

function named(value: unknown): Pick<BrokenLensTask, 'language'> & { readonly id: string | null } {
  if (!isRecord(value)) return { id: null, language: null };
  const { id, language } = value;
  return {
    id: typeof id === 'string' && id !== '' ? id : null,
    language: LANGUAGES.find((one) => one === language) ?? null,
  };
}
