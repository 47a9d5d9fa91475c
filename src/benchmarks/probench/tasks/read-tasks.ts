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
 * @throws {DatasetError} with file and place where a file has the wrong shape, an id is given twice, an app goes by two
 *   packages, or the split has no task
 */
export async function readProbenchTasks(folder: string, options: ReadOptions): Promise<ProbenchTasks> {
  const { split, ownFile, signal } = options;
  const files = ownFile === null ? filesOf(folder, split) : [ownFile];
  const hash = createHash('sha256');
  const tasks: ProbenchTask[] = [];
  const apps = new Map<string, ProbenchApp>();
  const ids = new Set<string>();
  for (const file of files) {
    const text = await readTextFile(file, { signal });
    hash.update(`${text.length}\n${text}`);
    const read = parseProbenchFile(text, file);
    for (const [index, task] of read.tasks.entries()) {
      const fail = (message: string, key: string): FileContentError =>
        new FileContentError(message, { place: placeOf(file, text, ['tasks', index, key]), hint: HINT });
      if (ids.has(task.id)) throw fail(`task id "${task.id}" is given twice`, 'id');
      ids.add(task.id);
      const known = apps.get(task.app)?.package ?? task.appPackage;
      if (task.appPackage !== undefined && known !== task.appPackage) {
        throw fail(`the app "${task.app}" goes by ${known} and by ${task.appPackage}`, 'appPackage');
      }
      const named =
        read.apps[task.app] ?? (task.appPackage === undefined ? null : { package: task.appPackage });
      if (named !== null) apps.set(task.app, { name: task.app, ...named });
      if (split === 'all' || task.language === split) tasks.push(withCategory(task, read.categories));
    }
  }
  const [file = folder] = files;
  if (tasks.length === 0) {
    throw new DatasetError(`there is no task in "${split}"`, { place: { file }, hint: HINT });
  }
  const missing = LANGUAGES.filter((one) => !tasks.some(({ language }) => language === one));
  const warnings =
    split === 'all' && ownFile === null
      ? missing.map((one) => `tasks.${one}.json is not there: numbers are of the other language alone`)
      : [];
  const used = new Set(tasks.map(({ app }) => app));
  const named = [...apps.values()].filter(({ name }) => used.has(name));
  return { tasks, apps: named, hash: hash.digest('hex'), file, warnings };
}

const HINT = 'docs/benchmarks/probench.md describes the task list.';

/**
 * The text of a task file; what stands for one task alone is not looked at across tasks.
 *
 * @throws {DatasetError} with file, line and column for the first problem
 */
function parseProbenchFile(text: string, file: string) {
  const read = checkSchema(parseJson(text, file), ProbenchFileSchema, { file, text });
  const { tasks, apps, app_categories_inferred: categories } = read;
  return { tasks, apps: apps?.map ?? {}, categories: categories?.map ?? {} };
}

function withCategory(task: ProbenchTask, categories: Readonly<Record<string, string>>): ProbenchTask {
  const category = task.category ?? (Object.hasOwn(categories, task.app) ? categories[task.app] : undefined);
  return category === undefined ? task : { ...task, category };
}

/** Files that a split is read from; of both languages those that are there. */
function filesOf(folder: string, split: ProbenchSplit): readonly string[] {
  const fileOf = (language: ProbenchLanguage): string => join(folder, `tasks.${language}.json`);
  if (split !== 'all') return [fileOf(split)];
  const there = LANGUAGES.map(fileOf).filter((file) => existsSync(file));
  return there.length === 0 ? [fileOf('en')] : there;
}
