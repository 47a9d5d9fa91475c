import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatasetError } from '../../errors.js';
import { FileContentError, FileSchemaError, FileUnreadableError } from '../../formats/file-errors.js';
import { parseJson, readTextFile } from '../../formats/read-json-file.js';
import { readLines } from '../../formats/trajectories/read-lines.js';
import type { SavedEpisode } from '../benchmark.js';
import type { ColorbenchTask } from './read-tasks.js';
import { trajectoryOf, trajectoryThrough } from './saved-entry.js';

const TRAJECTORY_FILE = 'trajectory.json';

/** Largest trajectory file that is read. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Files read at once. */
const BATCH = 32;

/**
 * A run made elsewhere, in one of these forms:
 *
 * - a folder as the published single-agent runner writes it: `<query with / as _>/trajectory.json`, a list of entries;
 * - a folder as its multi-agent runner writes it: `<query with /:*?"<>| as _>/trajectory.json`, an object with `task_id`,
 *   `query` and `trajectory`;
 * - a folder of either kind of file by task: `<task_id>/trajectory.json`;
 * - a JSON Lines file, one task a line: `{"task_id": 3, "trajectory": [entries]}`, or, where only the screens are known,
 *   `{"task_id": 3, "visited": ["…"], "answer"?: "…"}`; `"repeat"` numbers repeated attempts from 0.
 *
 * An entry is `{"screenshot": "…", "action"?: {…}, "answer"?: "…"}`. What cannot be read voids its own task alone. Folders
 * are read in the order of the tasks, of which those without a folder are left out; trajectories in folders of no task come
 * last, as broken.
 *
 * @throws {DatasetError} when the file or folder as a whole cannot be read.
 */
export async function* readSavedColorbench(
  path: string,
  tasks: readonly ColorbenchTask[],
  options: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<SavedEpisode> {
  if (await isFolder(path)) yield* readRunFolder(path, tasks, options);
  else yield* readRunLines(path, tasks, options);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw new FileUnreadableError('there is no such file or folder', {
      place: { file: path },
      hint: 'Name the folder of a run, or a file of trajectories.',
      cause: error,
    });
  }
}

async function* readRunFolder(
  folder: string,
  tasks: readonly ColorbenchTask[],
  options: { readonly signal?: AbortSignal },
): AsyncGenerator<SavedEpisode> {
  // Listed once, so that no task needs to be looked for under each of its names: one of them is too long for most disks.
  const present = new Set(await readdir(folder));
  const found = tasks.flatMap((task) => {
    const name = folderNames(task).find((candidate) => present.has(candidate));
    return name === undefined ? [] : [{ task, name, file: join(folder, name, TRAJECTORY_FILE) }];
  });
  for (let start = 0; start < found.length; start += BATCH) {
    const batch = found.slice(start, start + BATCH);
    const episodes = await Promise.all(batch.map(({ task, file }) => readOne(file, task, options)));
    for (const episode of episodes) if (episode !== null) yield episode;
  }
  const used = new Set(found.map(({ name }) => name));
  const taskOf = new Map(tasks.flatMap((task) => folderNames(task).map((name) => [name, task.id])));
  for (const name of [...present].toSorted()) {
    options.signal?.throwIfAborted();
    const file = join(folder, name, TRAJECTORY_FILE);
    if (used.has(name) || !(await isFile(file))) continue;
    yield { type: 'broken', key: null, error: strayFolder(name, file, taskOf.get(name)) };
  }
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
}

/** A run somebody made and nobody would miss. */
function strayFolder(name: string, file: string, task: string | undefined): FileContentError {
  const reason =
    task === undefined
      ? 'is named after no task'
      : `is of task ${task}, which has another folder that is read`;
  return new FileContentError(`the folder "${name}" ${reason}; its trajectory is not scored`, {
    place: { file },
    hint: 'Name each folder after the query of its task, with "/" as "_", or after its task_id.',
  });
}

function folderNames(task: ColorbenchTask): readonly string[] {
  const names = [task.id, task.query.replaceAll('/', '_'), task.query.replaceAll(/[/:*?"<>|]/g, '_')];
  return names.filter((name) => name !== '.' && name !== '..');
}

/** null when the folder holds no trajectory, which the published scorer counts as a missing task. */
async function readOne(
  file: string,
  task: ColorbenchTask,
  options: { readonly signal?: AbortSignal },
): Promise<SavedEpisode | null> {
  const key = { item: task.id, repeat: 0 };
  try {
    const text = await readTextFile(file, { ...options, maxBytes: MAX_BYTES });
    const value = parseJson(text, file);
    const entries = Array.isArray(value) ? value : entriesOf(value, file, task);
    const path = Array.isArray(value) ? [] : ['trajectory'];
    return { type: 'episode', key, trajectory: trajectoryOf(entries, { file, path }), warnings: [] };
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    if (error instanceof FileUnreadableError && isMissing(error.cause)) return null;
    return { type: 'broken', key, error };
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** The entries of the multi-agent form, after making sure that they are of this task. */
function entriesOf(value: unknown, file: string, task: ColorbenchTask): unknown {
  if (typeof value !== 'object' || value === null || !('trajectory' in value)) {
    throw new FileSchemaError('expected a list of entries, or an object with "trajectory"', {
      place: { file },
      hint: 'Compare the file with the published trajectory.json.',
    });
  }
  const id = 'task_id' in value ? value.task_id : undefined;
  const query = 'query' in value ? value.query : undefined;
  const isOther =
    ((typeof id === 'number' || typeof id === 'string') && String(id) !== task.id) ||
    (typeof query === 'string' && query !== task.query);
  if (isOther) {
    throw new FileContentError(`the file is of another task than ${task.id}`, {
      place: { file },
      hint: 'Two queries may differ only in characters that a folder name cannot hold; name folders by task_id.',
    });
  }
  return value.trajectory;
}

async function* readRunLines(
  file: string,
  tasks: readonly ColorbenchTask[],
  options: { readonly signal?: AbortSignal },
): AsyncGenerator<SavedEpisode> {
  const known = new Set(tasks.map(({ id }) => id));
  const seen = new Set<string>();
  for await (const { number, text } of readLines(file, { ...options, maxLineBytes: MAX_BYTES })) {
    const place = { file, line: number };
    let key: { item: string; repeat: number } | null = null;
    try {
      const value = parseLine(text, place);
      key = keyOf(value, place, known);
      const name = `${key.item}#${key.repeat}`;
      if (seen.has(name)) throw misfit(`task ${key.item} is given twice`, place, ['task_id']);
      seen.add(name);
      yield { type: 'episode', key, trajectory: lineTrajectory(value, place), warnings: [] };
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
      yield { type: 'broken', key, error };
    }
  }
}

type Fields = Readonly<Record<string, unknown>>;
interface LinePlace {
  readonly file: string;
  readonly line: number;
}

function parseLine(text: string, place: LinePlace): Fields {
  let value: unknown;
  try {
    value = parseJson(text, place.file);
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    throw misfit('the line is not JSON, or nested too deeply', place, [], error);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw misfit('every line is one JSON object', place, []);
  }
  return value as Fields;
}

function keyOf(
  value: Fields,
  place: LinePlace,
  known: ReadonlySet<string>,
): { item: string; repeat: number } {
  const { task_id: id, repeat = 0 } = value;
  if (typeof id !== 'number' && typeof id !== 'string') {
    throw misfit('"task_id" must be a number or a text', place, ['task_id']);
  }
  if (!known.has(String(id))) throw misfit(`there is no task ${String(id)}`, place, ['task_id']);
  if (typeof repeat !== 'number' || !Number.isSafeInteger(repeat) || repeat < 0) {
    throw misfit('"repeat" must be a whole number from 0', place, ['repeat']);
  }
  return { item: String(id), repeat };
}

function lineTrajectory({ trajectory, visited, answer }: Fields, place: LinePlace) {
  if (trajectory !== undefined) return trajectoryOf(trajectory, { ...place, path: ['trajectory'] });
  if (!Array.isArray(visited) || !visited.every((state) => typeof state === 'string')) {
    throw misfit('a line needs "trajectory" or "visited"', place, ['visited']);
  }
  if (answer !== undefined && typeof answer !== 'string') {
    throw misfit('"answer" must be a text', place, ['answer']);
  }
  return trajectoryThrough(visited, answer);
}

function misfit(
  message: string,
  place: LinePlace,
  path: readonly string[],
  cause?: unknown,
): FileSchemaError {
  return new FileSchemaError(message, {
    place: { ...place, path },
    hint: 'Compare the line with the JSON Lines form in docs/benchmarks/colorbench.md.',
    cause,
  });
}
