import { z } from 'zod';
import type { DatasetError } from '../../errors.js';
import { everyMilestone, type Milestone } from '../../domain/milestones/milestone.js';
import { TaskSchema, type Task } from '../../domain/task.js';
import { FileContentError, FileSchemaError } from '../file-errors.js';
import { upgradeFormat } from '../format-version.js';
import { withOwnIds } from '../own-ids.js';
import { checkSchema, parseJson, placeOf, readTextFile } from '../read-json-file.js';
import { newInVersion2, SUITE_FORMAT, SuiteFileSchema, type SuiteFile } from './suite-file.js';
import { wrongDemand } from './wrong-demand.js';

/** A task that cannot be used, and why; the others of its suite can. */
export interface BrokenTask {
  /** The task's own id where no other has it, its position in the file (`#3`) otherwise. */
  readonly id: string;
  readonly error: DatasetError;
}

export interface ReadSuite {
  /** Without the broken tasks. */
  readonly suite: SuiteFile;
  readonly broken: readonly BrokenTask[];
}

/** A suite as far as it can be read without its tasks. */
const FrameSchema = SuiteFileSchema.extend({ tasks: z.array(z.unknown()) });

/**
 * A suite's text. A broken task (wrong shape, an id given twice, a milestone id given twice) is set apart and voids
 * nothing but itself.
 *
 * @throws {DatasetError} of `formats/file-errors.ts` when the file as a whole cannot be used.
 */
export function parseSuite(text: string, file: string): ReadSuite {
  const raw = parseJson(text, file);
  const frame = checkSchema(upgradeFormat(raw, SUITE_FORMAT, { file }), FrameSchema, { file, text });
  // It has been read as an object with a version.
  const isOld = (raw as { readonly formatVersion: number }).formatVersion === 1;
  const tasks: Task[] = [];
  const broken: { id: string | null; index: number; error: DatasetError }[] = [];
  const ids = new Set<string>();
  frame.tasks.forEach((value, index) => {
    const fail = (message: string, path: readonly (string | number)[], hint = OWN_IDS) =>
      new FileContentError(message, { place: placeOf(file, text, ['tasks', index, ...path]), hint });
    try {
      const newer = isOld ? newInVersion2(value) : null;
      if (newer !== null) {
        throw fail(`format 1 has no ${describeNew(newer)}`, newer, 'Set "formatVersion": 2.');
      }
      const task = checkSchema(value, TaskSchema, { file, text, at: ['tasks', index] });
      if (ids.has(task.id)) throw fail(`task id "${task.id}" is given twice`, ['id']);
      const repeated = repeatedMilestone(task.milestones);
      if (repeated !== null) throw fail(`milestone id "${repeated}" is given twice`, ['milestones']);
      const wrong = wrongDemand(task);
      if (wrong !== null) throw fail(wrong.message, wrong.path);
      ids.add(task.id);
      tasks.push(task);
    } catch (error) {
      if (!(error instanceof FileSchemaError || error instanceof FileContentError)) throw error;
      broken.push({ id: idOf(value), index, error });
    }
  });
  return { suite: { ...frame, tasks }, broken: withOwnIds(broken, ids) };
}

const OWN_IDS =
  'Give every task, and every milestone, prohibition, obligation and event of a task an id of its own.';

function describeNew(path: readonly (string | number)[]): string {
  return path.length === 1 ? `"${path[0]}" of a task` : 'alternatives among milestones';
}

/** A suite file. @throws as `parseSuite`, and where the file cannot be read. */
export async function readSuite(file: string, options: { signal?: AbortSignal } = {}): Promise<ReadSuite> {
  return parseSuite(await readTextFile(file, options), file);
}

function idOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' && value.id !== '' ? value.id : null;
}

function repeatedMilestone(milestones: readonly Milestone[]): string | null {
  const seen = new Set<string>();
  for (const { id } of everyMilestone(milestones)) {
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return null;
}
