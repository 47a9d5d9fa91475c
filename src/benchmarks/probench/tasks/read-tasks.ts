import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatasetError } from '../../../errors.js';
import { FileContentError } from '../../../formats/file-errors.js';
import { checkSchema, parseJson, placeOf, readTextFile } from '../../../formats/read-json-file.js';
import { LANGUAGES, ProbenchFileSchema, type ProbenchLanguage, type ProbenchTask } from './task-file.js';

/** Splits: every task, or those of a language. */
export const PROBENCH_SPLITS = ['all', ...LANGUAGES] as const;
export type ProbenchSplit = (typeof PROBENCH_SPLITS)[number];

/** An app as a task file names it. */
export interface ProbenchApp {
  readonly name: string;
  readonly package: string;
  readonly activity?: string;
}

/** The tasks of a split. */
export interface ProbenchTasks {
  /** In the order of the files. */
  readonly tasks: readonly ProbenchTask[];
  /** Apps whose package the files name. */
  readonly apps: readonly ProbenchApp[];
  /** SHA-256 (hex) of the files, whatever the split. */
  readonly hash: string;
  /** File that names the apps, for messages. */
  readonly file: string;
  readonly warnings: readonly string[];
}

interface ReadOptions {
  readonly split: ProbenchSplit;
  /** One's own task file, absolute; `tasks.en.json` and `tasks.zh.json` of the folder unless given. */
  readonly ownFile: string | null;
  readonly signal: AbortSignal;
}

/**
 * The tasks of a folder, or of one's own file.
 *
 * @throws {DatasetError} as `parseProbenchTasks`, and where a file cannot be read
 */
export async function readProbenchTasks(folder: string, options: ReadOptions): Promise<ProbenchTasks> {
  const { split, ownFile, signal } = options;
  const texts: TaskText[] = [];
  for (const file of ownFile === null ? filesOf(folder, split) : [ownFile]) {
    texts.push({ file, text: await readTextFile(file, { signal }) });
  }
  const read = parseProbenchTasks(texts, split);
  if (split !== 'all' || ownFile !== null) return read;
  const missing = LANGUAGES.filter((one) => !read.tasks.some(({ language }) => language === one));
  const warnings = missing.map(
    (one) => `tasks.${one}.json is not there: numbers are of the other language alone`,
  );
  return { ...read, warnings };
}

/** A task file's text. */
interface TaskText {
  readonly file: string;
  readonly text: string;
}

/**
 * The tasks of a split in the texts of task files.
 *
 * @throws {DatasetError} with file and place where a file has the wrong shape, an id is given twice, an app goes by two
 *   packages, or the split has no task
 */
export function parseProbenchTasks(files: readonly TaskText[], split: ProbenchSplit): ProbenchTasks {
  const hash = createHash('sha256');
  const tasks: ProbenchTask[] = [];
  const apps = new Map<string, ProbenchApp>();
  const ids = new Set<string>();
  for (const { file, text } of files) {
    hash.update(`${text.length}\n${text}`);
    const read = checkSchema(parseJson(text, file), ProbenchFileSchema, { file, text });
    const named = new Map(Object.entries(read.apps?.map ?? {}));
    const categories = new Map(Object.entries(read.app_categories_inferred?.map ?? {}));
    for (const [index, task] of read.tasks.entries()) {
      const fail = (message: string, key: string): FileContentError =>
        new FileContentError(message, { place: placeOf(file, text, ['tasks', index, key]), hint: HINT });
      const { id, app: name, appPackage } = task;
      if (ids.has(id)) throw fail(`task id "${id}" is given twice`, 'id');
      ids.add(id);
      const app = named.get(name) ?? (appPackage === undefined ? undefined : { package: appPackage });
      const known = apps.get(name)?.package ?? app?.package;
      const own = appPackage ?? app?.package;
      if (own !== known) throw fail(`the app "${name}" goes by ${known} and by ${own}`, 'appPackage');
      if (app !== undefined) apps.set(name, { name, ...app });
      if (split !== 'all' && task.language !== split) continue;
      const category = task.category ?? categories.get(name);
      tasks.push(category === undefined ? task : { ...task, category });
    }
  }
  const [{ file } = { file: '(no file)' }] = files;
  if (tasks.length === 0) {
    throw new DatasetError(`there is no task in "${split}"`, { place: { file }, hint: HINT });
  }
  const used = new Set(tasks.map(({ app }) => app));
  return {
    tasks,
    apps: [...apps.values()].filter(({ name }) => used.has(name)),
    hash: hash.digest('hex'),
    file,
    warnings: [],
  };
}

const HINT = 'docs/benchmarks/probench.md describes the task list.';

/** Files that a split is read from; of both languages those that are there. */
function filesOf(folder: string, split: ProbenchSplit): readonly string[] {
  const fileOf = (language: ProbenchLanguage): string => join(folder, `tasks.${language}.json`);
  if (split !== 'all') return [fileOf(split)];
  const there = LANGUAGES.map(fileOf).filter((file) => existsSync(file));
  return there.length === 0 ? [fileOf('en')] : there;
}
