import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { given } from '../../../domain/given.js';
import { plural } from '../../../domain/text/plural.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import type { WrittenExport } from '../../dataset-export.js';
import type { SourceExport, SourceExportRequest } from '../../source-export.js';
import { ScreenProblem, screenPng } from '../../stepwise/screen-png.js';
import type { SphinxApp } from '../recordings/apk-info.js';
import { SPHINX_SCREEN_SIZE } from '../recordings/screen-folder.js';
import type { TaskInfo } from '../recordings/task-info.js';
import { pairId, type SphinxPair } from '../saved-runs/pair.js';
import { taskFolderOf, type TaskFolder } from './task-folder.js';

/** Which episode of which source a pair was. */
const ORIGINS = 'origins.jsonl';

/** Episodes that rules decide about, in the published layout: recordings, their evaluators, task lists and apps. */
export const sphinxTasksExport: SourceExport = {
  name: 'sphinx-tasks',
  title: "Write episodes with rules that decide about them as SPHINX's data: tasks, recordings, evaluators.",
  summary: {
    what: "tasks in SPHINX's published layout: task_info.json, groundtruth/",
    forms: [],
    dialect: '',
  },
  examples: [
    'touchstone export sphinx-tasks sphinx --data FOLDER --split no-login --out DIR   a part of the data',
  ],
  switches: [],
  takesRules: true,
  write: writeTasks,
};

async function writeTasks(request: SourceExportRequest): Promise<WrittenExport> {
  const { sources, outDirectory, leaveOut, onEpisode, signal } = request;
  const tasks = new TaskNumbers();
  const apps = new Map<string, SphinxApp>();
  const counts = { pairs: 0, screens: 0, finished: 0, unfinished: 0, sizes: 0, unseen: 0 };
  const origins: string[] = [];
  for (const { name: source, episodes } of sources) {
    for await (const entry of episodes) {
      signal.throwIfAborted();
      onEpisode();
      if (entry.type === 'broken') {
        const { message } = entry.error;
        leaveOut({ source, episode: entry.id, step: null, reason: 'broken-episode', action: null, message });
        continue;
      }
      const { id: episode } = entry.episode;
      try {
        const folder = withOwnName(await taskFolderOf(entry.episode, { signal }), apps);
        const pair = tasks.numberOf(folder);
        await writeFolder(join(outDirectory, 'groundtruth', pairId(pair)), folder, signal);
        tasks.add(pair, folder);
        apps.set(pair.app, { ...folder.app, name: pair.app });
        origins.push(JSON.stringify({ ...pair, source, episode }));
        const { length } = folder.actions;
        counts.pairs += 1;
        counts.screens += length;
        counts.finished += 1;
        counts.unfinished += length - 1;
        if (folder.screens.some(({ picture }) => picture === null)) counts.unseen += 1;
        if (folder.screens.some(({ size }) => size !== null && !isUsual(size))) counts.sizes += 1;
      } catch (error) {
        if (!(error instanceof ScreenProblem)) throw error;
        leaveOut({ source, episode, ...error.problem });
      }
    }
  }
  await mkdir(outDirectory, { recursive: true });
  await writeLists(outDirectory, tasks, apps);
  await writeWholeFile(join(outDirectory, ORIGINS), [...origins, ''].join('\n'));
  const { pairs, screens, finished, unfinished, sizes, unseen } = counts;
  return {
    tables: [
      {
        id: 'exported-files',
        title: 'Written',
        columns: [...textColumns('What'), ...numberColumns('Number')],
        rows: [
          [{ text: 'tasks on apps' }, { text: pairs.toLocaleString('en'), value: pairs }],
          [{ text: 'screens' }, { text: screens.toLocaleString('en'), value: screens }],
          [{ text: 'completion items, finished' }, { text: finished.toLocaleString('en'), value: finished }],
          [
            { text: 'completion items, not yet' },
            { text: unfinished.toLocaleString('en'), value: unfinished },
          ],
        ],
        notes: [`${ORIGINS} says which episode each was.`],
      },
    ],
    warnings: given([
      unseen > 0 && `${plural(unseen, 'task has', 'tasks have')} screens without a picture`,
      sizes > 0 &&
        `the screens of ${plural(sizes, 'task')} are not ${SPHINX_SCREEN_SIZE.width} x ${SPHINX_SCREEN_SIZE.height} pixels, as all published ones are: their marks and positions are as recorded`,
    ]),
    isEmpty: pairs === 0,
    document: { formatVersion: 1, dataset: 'sphinx', ...counts, origins: ORIGINS },
  };
}

function isUsual({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return width === SPHINX_SCREEN_SIZE.width && height === SPHINX_SCREEN_SIZE.height;
}

/** Numbers of tasks: one for each instruction, on as many apps as it was done on. */
class TaskNumbers {
  readonly #tasks = new Map<
    number,
    { readonly description: string; readonly all: string[]; readonly free: string[] }
  >();

  /** The pair that a folder is written under: its own where that is free, else the next. Nothing is listed yet. */
  numberOf({ pair, app, instruction }: TaskFolder): SphinxPair {
    if (pair !== null) {
      const task = this.#tasks.get(pair.task);
      const isFree = task === undefined || (task.description === instruction && !task.all.includes(pair.app));
      if (isFree) return pair;
    }
    const name = pair?.app ?? app.name;
    return { task: this.#numberFor(instruction, name), app: name };
  }

  /** Lists a task that was written. */
  add({ task: number, app }: SphinxPair, { instruction, needsAccount }: TaskFolder): void {
    const task = this.#tasks.get(number) ?? { description: instruction, all: [], free: [] };
    this.#tasks.set(number, task);
    task.all.push(app);
    if (!needsAccount) task.free.push(app);
  }

  /** In their order. @param apps those that need no account, or all */
  list(apps: 'all' | 'free'): readonly TaskInfo[] {
    return [...this.#tasks].flatMap(([id, task]) =>
      task[apps].length === 0 ? [] : [{ id, description: task.description, apps: task[apps] }],
    );
  }

  #numberFor(instruction: string, app: string): number {
    for (const [number, { description, all }] of this.#tasks) {
      if (description === instruction && !all.includes(app)) return number;
    }
    return Math.max(0, ...this.#tasks.keys()) + 1;
  }
}

async function writeLists(
  folder: string,
  tasks: TaskNumbers,
  apps: ReadonlyMap<string, SphinxApp>,
): Promise<void> {
  await writeWholeFile(join(folder, 'task_info_all.json'), json(tasks.list('all')));
  await writeWholeFile(join(folder, 'task_info.json'), json(tasks.list('free')));
  const rows = [...apps.values()]
    .filter(({ package: name }) => name !== '')
    .map(({ name, package: id, category }) => `${name},${id},,,${category}`);
  const header = 'apk_name,package_name,username,password,category';
  await writeWholeFile(join(folder, 'apk-info.csv'), `${[header, ...rows].join('\n')}\n`);
}

/** The folder under a name that no other app has: names that differ in signs alone, or in their package, are numbered. */
function withOwnName(folder: TaskFolder, apps: ReadonlyMap<string, SphinxApp>): TaskFolder {
  const { app, pair } = folder;
  if (pair !== null) return folder;
  let { name } = app;
  const isOthers = (): boolean => {
    const known = apps.get(name);
    return known !== undefined && known.package !== app.package;
  };
  for (let number = 2; isOthers(); number += 1) name = `${app.name}_${number}`;
  return { ...folder, app: { ...app, name } };
}

/** What cannot be written whole is removed again; the actions come last. */
async function writeFolder(path: string, folder: TaskFolder, signal: AbortSignal): Promise<void> {
  const { actions, screens, rules, skills } = folder;
  await mkdir(path, { recursive: true });
  try {
    for (const [number, screen] of screens.entries()) {
      const xml = await screen.hierarchy?.load({ signal });
      if (xml !== undefined) await writeWholeFile(join(path, `${number}.xml`), xml);
      // The published evaluators need none.
      if (screen.picture !== null) {
        await writeWholeFile(join(path, `${number}.png`), await screenPng(screen, number, signal));
      }
    }
    const activities = screens.map(({ activity }) => [activity?.package ?? '', activity?.activity ?? '']);
    await writeWholeFile(join(path, 'activities.json'), json(activities));
    await writeWholeFile(join(path, 'evaluator.json'), json(rules));
    const parts = skills.map(({ name, length, start, end }) => ({
      name,
      length,
      start_index: start,
      end_index: end,
    }));
    await writeWholeFile(join(path, 'skills.json'), json(parts));
    await writeWholeFile(join(path, 'meta.json'), json(actions.map(withElement)));
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    throw error;
  }
}

/** Published actions always have the member. */
function withElement(action: TaskFolder['actions'][number]): unknown {
  return { ...action, element: 'element' in action ? (action.element ?? null) : null };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
