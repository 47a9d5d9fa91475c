import { createHash } from 'node:crypto';
import { z } from 'zod';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { FileContentError, FileSchemaError } from '../file-errors.js';
import { checkSchema, parseJson, placeOf } from '../read-json-file.js';
import { parseJsonLine } from '../trajectories/parse-line.js';
import { ListedTaskSchema, TaskListAppsSchema, type ListedTask } from './task-list.js';

/** A task that a person wrote, and that others are made from. */
export type SeedTask = Pick<ListedTask, 'id' | 'app' | 'appPackage' | 'language' | 'type' | 'instruction'> & {
  /** Line of the file that it begins on, from 1. */
  readonly line: number;
};

/** What holds for seeds that do not say so themselves. */
export interface SeedDefaults {
  readonly app: string | null;
  readonly language: string | null;
  readonly type: ListedTask['type'] | null;
}

/** A seed as it may be written. */
const WrittenSeedSchema = ListedTaskSchema.partial().required({ instruction: true });
const SeedListSchema = z.object({
  tasks: z.array(WrittenSeedSchema).min(1),
  apps: TaskListAppsSchema.optional(),
});
type WrittenSeed = z.infer<typeof WrittenSeedSchema>;

const HINT =
  'Seeds are a task list, JSON Lines, or text with an instruction on each line (docs/task-curation.md).';

/**
 * Seeds in one of three forms: a task list (`{"tasks": […]}`), JSON Lines with a task each, or text with one instruction a line.
 * A seed without an id gets one from its app, language and words, so that it is the same seed wherever it stands.
 *
 * @throws {DatasetError} with file and line: what cannot be read, a seed that nothing names an app, language or type for, an id
 * given twice
 */
export function parseSeeds(text: string, file: string, defaults: SeedDefaults): readonly SeedTask[] {
  const written = text.trimStart().startsWith('{') ? writtenJson(text, file) : writtenText(text);
  if (written.length === 0) {
    throw new FileContentError('there is no seed in it', { place: { file }, hint: HINT });
  }
  const lineOf = new Map<string, number>();
  return written.map(({ seed, line }) => {
    const { appPackage } = seed;
    const instruction = seed.instruction.trim();
    const place = { file, line };
    const of = <K extends 'app' | 'language' | 'type'>(key: K): NonNullable<SeedDefaults[K]> => {
      const value = seed[key] ?? defaults[key];
      if (value !== null && value !== undefined) return value as NonNullable<SeedDefaults[K]>;
      throw new FileContentError(`the seed has no ${key}`, {
        place,
        hint: `Write "${key}" into it, or name it for all that have none: --${key}.`,
      });
    };
    const [app, language, type] = [of('app'), of('language'), of('type')];
    const id = seed.id ?? ownId(app, language, instruction);
    const earlier = lineOf.get(id);
    if (earlier !== undefined) {
      const what = seed.id === undefined ? 'the same seed' : `a seed with the id "${id}"`;
      throw new FileContentError(`${what} is on line ${earlier} already`, { place, hint: 'Keep one.' });
    }
    lineOf.set(id, line);
    const common = { id, app, language, type, instruction, line };
    return appPackage === undefined ? common : { ...common, appPackage };
  });
}

interface Written {
  readonly seed: WrittenSeed;
  readonly line: number;
}

function writtenText(text: string): readonly Written[] {
  return linesOf(text).map(({ number, text: instruction }) => ({ seed: { instruction }, line: number }));
}

function writtenJson(text: string, file: string): readonly Written[] {
  const lines = linesOf(text);
  if (!isObjectLine(lines[0]?.text ?? '')) return writtenList(text, file);
  return lines.map((line) => {
    const read = WrittenSeedSchema.safeParse(parseJsonLine(line, file));
    if (read.success) return { seed: read.data, line: line.number };
    const [issue] = read.error.issues;
    const path = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part));
    throw new FileSchemaError(issue === undefined ? 'the seed does not fit' : describeIssue(issue), {
      place: { file, line: line.number, path },
      hint: HINT,
    });
  });
}

function writtenList(text: string, file: string): readonly Written[] {
  const { tasks, apps } = checkSchema(parseJson(text, file), SeedListSchema, { file, text });
  const packages = new Map(Object.entries(apps?.map ?? {}));
  return tasks.map((task, index) => {
    const appPackage = task.appPackage ?? packages.get(task.app ?? '')?.package;
    const seed = appPackage === undefined ? task : { ...task, appPackage };
    return { seed, line: placeOf(file, text, ['tasks', index]).line ?? 1 };
  });
}

/** Whether a line is a whole object, and no task list on one line. */
function isObjectLine(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Object.hasOwn(value, 'tasks');
  } catch {
    return false;
  }
}

function linesOf(text: string): readonly { readonly number: number; readonly text: string }[] {
  return text
    .split('\n')
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
}

function ownId(...parts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `seed-${digest.slice(0, 10)}`;
}
